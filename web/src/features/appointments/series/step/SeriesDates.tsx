import { Button } from '@mantine/core'
import type { SeriesPreview } from '@ulna/contract/appointments/appointments.series'
import { limits } from '@ulna/contract/http/text'
import { useTranslation } from 'react-i18next'
import { rowClass } from '../../../../ui/base/Row.tsx'
import { TextField } from '../../../../ui/base/TextField.tsx'
import { type Decisions, decideAll, undecided } from '../series-decisions.ts'
import { useSeriesWords } from '../use-series-words.ts'
import type { DatesContext } from '../WayChoice.tsx'
import { DateList } from './DateList.tsx'
import { SeriesNotes } from './SeriesNotes.tsx'
import styles from './SeriesStep.module.css'

/** How many dates, from when to when, and how many wait for a decision. */
const Summary = ({ preview, open }: { preview: SeriesPreview; open: number }) => {
  const { t } = useTranslation('series')
  const words = useSeriesWords()
  const { dates } = preview
  const [first] = dates
  const last = dates.at(-1)
  return (
    <p role="status" className={styles.summary}>
      {first && last
        ? t('summary.dates', {
            count: dates.length,
            first: words.instantDay(first.start),
            last: words.instantDay(last.start),
          })
        : t('summary.none')}
      {open > 0 ? <strong> {t('summary.open', { count: open })}</strong> : null}
    </p>
  )
}

/** The same for all that are not decided yet. */
const ForAll = ({ context, onAll }: { context: DatesContext; onAll: (decisions: Decisions) => void }) => {
  const { t } = useTranslation('series')
  const hasNearest = undecided(context.dates, context.decisions).some(({ nearestFree }) => nearestFree)
  return (
    <fieldset className={rowClass}>
      <legend>{t('forAll.legend')}</legend>
      {hasNearest ? (
        <Button variant="default" onClick={() => onAll(decideAll('nearest', context))}>
          {t('forAll.nearest')}
        </Button>
      ) : null}
      <Button variant="default" onClick={() => onAll(decideAll('skip', context))}>
        {t('forAll.skip')}
      </Button>
    </fieldset>
  )
}

export interface SeriesDatesProps {
  preview: SeriesPreview
  context: DatesContext
  onAll: (decisions: Decisions) => void
  reason: string
  onReason: (reason: string) => void
}

/** Every date that would be written, with what has to be decided about it. */
export const SeriesDates = ({ preview, context, onAll, reason, onReason }: SeriesDatesProps) => {
  const { t } = useTranslation('series')
  const open = undecided(context.dates, context.decisions).length
  const keeps = context.dates.some(({ on }) => context.decisions.get(on)?.action === 'keep')
  return (
    <>
      <Summary preview={preview} open={open} />
      <SeriesNotes preview={preview} />
      {open > 1 ? <ForAll context={context} onAll={onAll} /> : null}
      <DateList dates={preview.dates} context={context} />
      {keeps ? (
        <TextField
          name="overlapReason"
          label={t('reason.label')}
          hint={t('reason.hint')}
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
          error={context.showsMissing && reason.trim() === '' ? t('reason.missing') : undefined}
          maxLength={limits.title}
          autoComplete="off"
        />
      ) : null}
    </>
  )
}
