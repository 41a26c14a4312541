import type { Backup } from '@ulna/contract/backups/backups'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { sizeText } from '../../i18n/size-text.ts'
import { CardList } from '../../ui/base/Card.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { ListRow } from '../../ui/base/ListRow.tsx'
import { Pill, type PillTone } from '../../ui/pills/Pill.tsx'

const tones: Readonly<Record<Backup['state'], PillTone>> = { running: 'info', good: 'good', failed: 'bad' }

/** What a backup holds, and what became of it. */
const useFacts = () => {
  const { t } = useTranslation('backups')
  const dates = useDates()
  return ({ state, rows, files, size, drilledAt, removedAt }: Backup): string => {
    if (state !== 'good') return ''
    const facts = [
      rows !== null && t('run.rows', { count: rows }),
      files !== null && t('run.files', { count: files }),
      size !== null && t('run.size', { size: sizeText(size, dates.language) }),
      t(drilledAt === null ? 'run.verified' : 'run.drilled'),
      removedAt !== null && t('run.removed', { day: dates.instantDay(removedAt) }),
    ]
    return facts.filter(Boolean).join(' · ')
  }
}

const Run = ({ run }: { run: Backup }) => {
  const { t } = useTranslation('backups')
  const dates = useDates()
  const factsOf = useFacts()
  const { state, startedAt, fault, cause, missing } = run
  return (
    <ListRow
      head={
        <>
          <b>{`${dates.instantDay(startedAt)}, ${dates.time(startedAt)}`}</b>
          <Pill tone={tones[state]}>{t(`state.${state}`)}</Pill>
        </>
      }
    >
      {fault !== null && <p>{t(`fault.${fault}`)}</p>}
      {missing !== null && missing > 0 && <p>{t('run.missing', { count: missing })}</p>}
      <Hint>{factsOf(run)}</Hint>
      {cause !== null && (
        <Hint>
          {t('run.cause')} <code>{cause}</code>
        </Hint>
      )}
    </ListRow>
  )
}

/** The last runs, newest first. */
export const BackupRuns = ({ runs }: { runs: readonly Backup[] }) => (
  <CardList>
    {runs.map((run) => (
      <Run key={run.id} run={run} />
    ))}
  </CardList>
)
