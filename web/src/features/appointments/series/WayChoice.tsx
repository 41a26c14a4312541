import type { DateDecision, PreviewDate } from '@ulna/contract/appointments/appointments.series'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { isSameDecision, maySkip, type WaysContext, waysFor } from './series-decisions.ts'
import { isClashing } from './step/series-preview.ts'
import { useSeriesWords } from './use-series-words.ts'
import styles from './WayChoice.module.css'

/** What rows need of the list they stand in. */
export interface DatesContext extends WaysContext {
  doctorName: (doctorId: number) => string
  onDecide: (on: string, decision: DateDecision | undefined) => void
  /** Says at dates that are not decided that they have to be. */
  showsMissing: boolean
}

interface RowProps {
  date: PreviewDate
  context: DatesContext
}

interface Choice {
  decision: DateDecision
  label: string
}

const useChoices = ({ date, context }: RowProps): Choice[] => {
  const { t } = useTranslation('series')
  const words = useSeriesWords()
  const { stay, nearest, colleagues, skip, keep } = waysFor(date, context)
  const chosen = context.decisions.get(date.on)
  const at = (key: string, { start, end, doctorId }: DateDecision): string => {
    if (start && end) return t(key, { day: words.instantDay(start), span: words.span({ start, end }) })
    return t('way.colleague', { practitioner: context.doctorName(doctorId ?? date.doctorId) })
  }
  const choices: Choice[] = [
    ...(stay ? [{ decision: stay, label: at('way.stay', stay) }] : []),
    ...(nearest ? [{ decision: nearest, label: at('way.nearest', nearest) }] : []),
    ...colleagues.map((decision) => ({ decision, label: at('way.colleague', decision) })),
    { decision: skip, label: t(date.id === null ? 'way.skip' : 'way.remove') },
    { decision: keep, label: t('way.keep') },
  ]
  // A free time that was chosen stays to be seen when another one is nearer by now.
  const isListed = !chosen || choices.some(({ decision }) => isSameDecision(decision, chosen))
  return isListed ? choices : [...choices, { decision: chosen, label: at('way.chosen', chosen) }]
}

const ClashChoice = ({ date, context }: RowProps) => {
  const { t } = useTranslation('series')
  const words = useSeriesWords()
  const id = useId()
  const choices = useChoices({ date, context })
  const chosen = context.decisions.get(date.on)
  const isMissing = context.showsMissing && !chosen
  return (
    <fieldset
      className={styles.field}
      aria-label={t('way.legend', { day: words.instantDay(date.start) })}
      data-missing={isMissing || undefined}
    >
      {isMissing ? <p className={styles.missing}>{t('way.missing')}</p> : null}
      <div className={styles.choices}>
        {choices.map(({ decision, label }) => (
          <label key={label} className={styles.choice}>
            <input
              type="radio"
              name={id}
              checked={chosen !== undefined && isSameDecision(decision, chosen)}
              onChange={() => context.onDecide(date.on, decision)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const SkipCheck = ({ date, context }: RowProps) => {
  const { t } = useTranslation('series')
  const words = useSeriesWords()
  const isSkipped = context.decisions.get(date.on)?.action === 'skip'
  const label = t(date.id === null ? 'way.skip' : 'way.remove')
  return (
    <label className={styles.skip}>
      <input
        type="checkbox"
        checked={isSkipped}
        aria-label={t('way.skipDay', { what: label, day: words.instantDay(date.start) })}
        onChange={() => context.onDecide(date.on, isSkipped ? undefined : { on: date.on, action: 'skip' })}
      />
      <span aria-hidden="true">{label}</span>
    </label>
  )
}

/** What is to be done on a date: chosen where somebody is in the way, otherwise only whether it is left out. */
export const WayChoice = ({ date, context }: RowProps) => {
  if (isClashing(date)) return <ClashChoice date={date} context={context} />
  return maySkip(date) ? <SkipCheck date={date} context={context} /> : null
}
