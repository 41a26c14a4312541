import { Button } from '@mantine/core'
import {
  type BodyMark,
  type BodyView,
  bodyViews,
} from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { Hint, hintClass } from '../../ui/base/Hint.tsx'
import { Row } from '../../ui/base/Row.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './BodyChartDialog.module.css'
import { BodyFigure } from './BodyFigure.tsx'
import { type ChartAction, changeChart, editOf } from './chart-edit.ts'
import { figures } from './figures.ts'
import { MarkList } from './MarkList.tsx'
import { MarkPanel } from './MarkPanel.tsx'
import { placeOfStroke } from './place-of-stroke.ts'
import { RegionSearch } from './RegionSearch.tsx'

export interface BodyChartDialogProps {
  title: string
  /** What the form holds; told anew after every change. */
  marks: readonly BodyMark[]
  onChange: (marks: readonly BodyMark[]) => void
  /** The marks of the last visit. */
  last: readonly BodyMark[]
  onClose: () => void
}

const tools = ['touch', 'pen', 'eraser'] as const

/** Drawings that stand beside each other where there is room. */
const companion: Readonly<Record<BodyView, BodyView>> = {
  front: 'back',
  back: 'front',
  left: 'right',
  right: 'left',
  palms: 'handBacks',
  handBacks: 'palms',
  soles: 'feet',
  feet: 'soles',
}

/** Where a chart is drawn: by touching regions, by pen, or by naming them. Every change is in the form at once. */
export const BodyChartDialog = ({ title, marks, onChange, last, onClose }: BodyChartDialogProps) => {
  const { t } = useTranslation('bodyChart')
  const [edit, setEdit] = useState(() => editOf(marks))
  const [view, setView] = useState<BodyView>(marks[0]?.view ?? last[0]?.view ?? 'front')
  const [tool, setTool] = useState<(typeof tools)[number]>('touch')
  const [showsLast, setShowsLast] = useState(true)
  const panelHead = useRef<HTMLHeadingElement>(null)
  const selected = edit.selected === null ? undefined : edit.marks[edit.selected]

  const act = (action: ChartAction): void => {
    const next = changeChart(edit, action)
    setEdit(next)
    if (next.marks !== edit.marks) onChange(next.marks)
  }
  /** For those who came by keyboard the details are where they go on. */
  const openPanel = (action: ChartAction, at: BodyView | undefined): void => {
    act(action)
    if (at) setView(at)
    requestAnimationFrame(() => panelHead.current?.focus())
  }
  const onStroke = (mark: BodyMark, stroke: number): void => {
    const index = edit.marks.indexOf(mark)
    act(tool === 'eraser' ? { kind: 'erase', index, stroke } : { kind: 'select', index })
  }
  const countIn = (one: BodyView): number => edit.marks.filter((mark) => mark.view === one).length
  const shown = bodyViews.filter((one) => one === view || one === companion[view])

  return (
    <Dialog onClose={onClose} title={title} size={1120} closeLabel={t('close')}>
      <div className={styles.frame}>
        <div className={styles.body}>
          <Row className={styles.tools}>
            {tools.map((one) => (
              <button
                key={one}
                type="button"
                className={styles.toggle}
                aria-pressed={one === tool}
                onClick={() => setTool(one)}
              >
                {t(`tool.${one}`)}
              </button>
            ))}
            <button
              type="button"
              className={styles.toggle}
              disabled={edit.past.length === 0}
              onClick={() => act({ kind: 'undo' })}
            >
              {t('undo')}
            </button>
            {last.length > 0 && (
              <CheckboxField
                label={t('showLast')}
                checked={showsLast}
                onChange={(event) => setShowsLast(event.currentTarget.checked)}
              />
            )}
          </Row>
          <fieldset className={styles.views} aria-label={t('views')}>
            {bodyViews.map((one) => (
              <button
                key={one}
                type="button"
                className={styles.toggle}
                aria-pressed={one === view}
                onClick={() => setView(one)}
              >
                {t(`view.${one}`)}
                {countIn(one) > 0 && <span className={styles.count}>({countIn(one)})</span>}
              </button>
            ))}
          </fieldset>
          <div className={styles.drawings}>
            <Hint>{t(`toolHint.${tool}`)}</Hint>
            <div className={styles.figures}>
              {shown.map((one) => (
                <figure
                  key={one}
                  className={styles.figure}
                  data-current={one === view || undefined}
                  data-wide={figures[one].height < 900 || undefined}
                >
                  <BodyFigure
                    view={one}
                    marks={edit.marks}
                    ghost={showsLast ? last : []}
                    selected={selected}
                    tool={tool}
                    onPlace={(place) => act({ kind: 'touch', place })}
                    onStroke={onStroke}
                    onDrawn={(at, stroke) =>
                      act({ kind: 'draw', view: at, stroke, place: placeOfStroke(figures[at], at, stroke) })
                    }
                  />
                  <figcaption className={hintClass} aria-hidden="true">
                    {t(`view.${one}`)}
                  </figcaption>
                </figure>
              ))}
            </div>
          </div>
          <div className={styles.side}>
            <RegionSearch onPick={(place) => openPanel({ kind: 'mark', place }, place.view)} />
            {edit.isFull && (
              <Hint className={styles.full} role="alert">
                {t('full')}
              </Hint>
            )}
            {selected && edit.selected !== null && (
              <MarkPanel
                key={edit.selected}
                mark={selected}
                headRef={panelHead}
                onChange={(mark) => act({ kind: 'change', index: edit.selected ?? 0, mark })}
                onRemove={() => act({ kind: 'remove', index: edit.selected ?? 0 })}
              />
            )}
            {edit.marks.length === 0 && <Hint>{t('none')}</Hint>}
            <MarkList
              marks={edit.marks}
              selected={edit.selected}
              onSelect={(index) => openPanel({ kind: 'select', index }, edit.marks[index]?.view)}
              onRemove={(index) => act({ kind: 'remove', index })}
            />
          </div>
        </div>
        <FormActions sticky>
          {last.length > 0 && edit.marks.length === 0 && (
            <Button variant="default" onClick={() => act({ kind: 'replace', marks: last })}>
              {t('carry')}
            </Button>
          )}
          <Button onClick={onClose}>{t('done')}</Button>
        </FormActions>
      </div>
    </Dialog>
  )
}
