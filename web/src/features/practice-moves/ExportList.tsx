import { Button } from '@mantine/core'
import type { PracticeExport } from '@ulna/contract/practice-moves/practice-moves'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { sizeText } from '../../i18n/size-text.ts'
import { CardList } from '../../ui/base/Card.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { ListRow } from '../../ui/base/ListRow.tsx'
import { Pill, type PillTone } from '../../ui/pills/Pill.tsx'
import { isUnderWay } from './practice-moves.queries.ts'

const tones: Readonly<Record<PracticeExport['state'], PillTone>> = {
  waiting: 'neutral',
  running: 'neutral',
  ready: 'good',
  failed: 'bad',
  removed: 'neutral',
}

/** What is in an archive, and until when it lies ready. */
const useExportFacts = () => {
  const { t } = useTranslation('practiceMoves')
  const dates = useDates()
  return ({ state, size, rows, files, encrypted, expiresAt }: PracticeExport): string => {
    if (state !== 'ready') return ''
    const facts = [
      size !== null && sizeText(size, dates.language),
      rows !== null && t('rows', { count: rows }),
      files !== null && t('files', { count: files }),
      t(encrypted ? 'encrypted' : 'plain'),
      expiresAt !== null && t('until', { day: dates.instantDay(expiresAt) }),
    ]
    return facts.filter(Boolean).join(' · ')
  }
}

/** What whoever receives it should know. */
const Warnings = ({ made: { missing, faults } }: { made: PracticeExport }) => {
  const { t } = useTranslation('practiceMoves')
  return (
    <>
      {missing > 0 && <p>{t('missing', { count: missing })}</p>}
      {faults > 0 && <p>{t('faults', { count: faults })}</p>}
    </>
  )
}

export interface ExportListProps {
  exports: readonly PracticeExport[]
  pending: boolean
  onFetch: (id: number) => void
  onRemove: (made: PracticeExport) => void
}

interface ExportActionsProps extends Omit<ExportListProps, 'exports'> {
  made: PracticeExport
  /** When it was asked for, in words. */
  at: string
}

const ExportActions = ({ made, at, pending, onFetch, onRemove }: ExportActionsProps) => {
  const { t } = useTranslation('practiceMoves')
  return (
    <>
      {made.state === 'ready' && (
        <Button disabled={pending} aria-label={t('fetchOf', { at })} onClick={() => onFetch(made.id)}>
          {t('fetch')}
        </Button>
      )}
      {made.state !== 'removed' && (
        <Button
          variant="default"
          disabled={pending}
          aria-label={t('removeOf', { at })}
          onClick={() => onRemove(made)}
        >
          {t('remove')}
        </Button>
      )}
    </>
  )
}

/** Every archive with who asked for it, what is in it, and what may be done with it. */
export const ExportList = ({ exports, pending, onFetch, onRemove }: ExportListProps) => {
  const { t } = useTranslation('practiceMoves')
  const dates = useDates()
  const factsOf = useExportFacts()
  return (
    <CardList>
      {exports.map((made) => {
        const at = `${dates.instantDay(made.createdAt)}, ${dates.time(made.createdAt)}`
        return (
          <ListRow
            key={made.id}
            head={
              <>
                <b>{at}</b>
                <Pill tone={tones[made.state]}>{t(`state.${made.state}`)}</Pill>
              </>
            }
            actions={
              <ExportActions made={made} at={at} pending={pending} onFetch={onFetch} onRemove={onRemove} />
            }
          >
            <p>{t('askedBy', { name: made.by })}</p>
            {isUnderWay(made) && <ExportProgress made={made} />}
            <Hint>{factsOf(made)}</Hint>
            {made.fingerprint !== null && (
              <Hint>
                {t('fingerprint')} <code>{made.fingerprint}</code>
              </Hint>
            )}
            <Warnings made={made} />
          </ListRow>
        )
      })}
    </CardList>
  )
}

const ExportProgress = ({ made: { progress } }: { made: PracticeExport }) => {
  const { t } = useTranslation('practiceMoves')
  const words = progress ? t('progress', { done: progress.done, of: progress.of }) : t('soon')
  return (
    <>
      <p role="status">{words}</p>
      <progress aria-label={words} {...(progress ? { max: progress.of, value: progress.done } : {})} />
    </>
  )
}
