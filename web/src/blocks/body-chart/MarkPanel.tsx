import { Button } from '@mantine/core'
import {
  type BodyMark,
  bodyChartLimits,
  painDepths,
  painQualities,
} from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { placeText } from '@ulna/contract/record-class/body-chart/record-class.body-chart.rules'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../ui/base/Row.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { PainScale } from '../pain-scale/PainScale.tsx'
import styles from './BodyChartDialog.module.css'

export interface MarkPanelProps {
  mark: BodyMark
  onChange: (mark: BodyMark) => void
  onRemove: () => void
  headRef: Ref<HTMLHeadingElement>
}

/** A mark without the parts that say nothing. */
const withPart = (mark: BodyMark, part: keyof BodyMark, value: unknown): BodyMark => {
  const { [part]: _, ...rest } = mark
  return value === undefined ? (rest as BodyMark) : { ...mark, [part]: value }
}

interface ChipsProps<T extends string> {
  label: string
  all: readonly T[]
  chosen: readonly T[]
  text: (one: T) => string
  onToggle: (one: T) => void
}

const Chips = <T extends string>({ label, all, chosen, text, onToggle }: ChipsProps<T>) => (
  <fieldset className={styles.choice}>
    <legend>{label}</legend>
    <Row>
      {all.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.toggle}
          aria-pressed={chosen.includes(one)}
          onClick={() => onToggle(one)}
        >
          {text(one)}
        </button>
      ))}
    </Row>
  </fieldset>
)

/** What a mark says: how strong, what it feels like, how deep, and a note. */
export const MarkPanel = ({ mark, onChange, onRemove, headRef }: MarkPanelProps) => {
  const { t } = useTranslation('bodyChart')
  const place = placeText(mark, (key) => t(key))
  const set = (part: keyof BodyMark, value: unknown) => onChange(withPart(mark, part, value))
  const qualities = mark.qualities ?? []
  return (
    <section className={styles.panel} aria-label={t('mark.details', { place })}>
      <div className={styles.head}>
        <h3 ref={headRef} tabIndex={-1}>
          {mark.strokes ? t('drawn', { place }) : place}
        </h3>
        <Button variant="subtle" color="red" onClick={onRemove}>
          {t('mark.remove')}
        </Button>
      </div>
      <PainScale
        label={t('mark.intensity')}
        value={mark.intensity ?? null}
        onChange={(level) => set('intensity', level ?? undefined)}
      />
      <Chips
        label={t('mark.quality')}
        all={painQualities}
        chosen={qualities}
        text={(one) => t(`quality.${one}`)}
        onToggle={(one) => {
          const next = painQualities.filter((other) =>
            other === one ? !qualities.includes(one) : qualities.includes(other),
          )
          set('qualities', next.length > 0 ? next : undefined)
        }}
      />
      <Chips
        label={t('mark.depth')}
        all={painDepths}
        chosen={mark.depth ? [mark.depth] : []}
        text={(one) => t(`depth.${one}`)}
        onToggle={(one) => set('depth', mark.depth === one ? undefined : one)}
      />
      <TextField
        label={t('mark.note')}
        hint={t('mark.noteHint')}
        maxLength={bodyChartLimits.note}
        autoComplete="off"
        value={mark.note ?? ''}
        onChange={(event) => set('note', event.currentTarget.value || undefined)}
      />
    </section>
  )
}
