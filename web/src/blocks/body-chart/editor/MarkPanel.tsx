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
import { Row } from '../../../ui/base/Row.tsx'
import { TextField } from '../../../ui/base/TextField.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { CloseIcon } from '../../../ui/icons/base-icons.tsx'
import { PainScale } from '../../pain-scale/PainScale.tsx'
import { ChartToggle } from './ChartToggle.tsx'
import styles from './MarkPanel.module.css'

export interface MarkPanelProps {
  mark: BodyMark
  onChange: (mark: BodyMark) => void
  onRemove: () => void
  onClose: () => void
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
  <fieldset>
    <legend>{label}</legend>
    <Row>
      {all.map((one) => (
        <ChartToggle key={one} isOn={chosen.includes(one)} onClick={() => onToggle(one)}>
          {text(one)}
        </ChartToggle>
      ))}
    </Row>
  </fieldset>
)

/** What a mark says: how strong, what it feels like, how deep, and a note. */
export const MarkPanel = ({ mark, onChange, onRemove, onClose, headRef }: MarkPanelProps) => {
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
        <IconButton label={t('mark.close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
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
      <Button variant="subtle" color="red" onClick={onRemove}>
        {t('mark.remove')}
      </Button>
    </section>
  )
}
