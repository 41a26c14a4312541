import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mostHandOverBytes, type ReceivedFile } from '@ulna/contract/hand-overs/hand-overs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session/session.ts'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Card, CardList } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { ListRow } from '../../ui/base/ListRow.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { FileInput } from '../../ui/fields/FileInput.tsx'
import { UploadIcon } from '../../ui/icons/other-icons.tsx'
import { Pill, type PillTone } from '../../ui/pills/Pill.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import styles from './HandOvers.module.css'
import { receivedQuery, useForgetReceived, useLookAtFile, useUndoTaking } from './hand-overs.queries.ts'
import { useFileCounts } from './use-file-counts.ts'

type Asked = { kind: 'decide' | 'undo' | 'forget'; received: ReceivedFile }

const nameOf = ({ patient }: ReceivedFile): string => `${patient.firstName} ${patient.lastName}`

/** Where a file is chosen; what is in it is shown at once. */
const ChooseFile = ({ onLooked }: { onLooked: (received: ReceivedFile) => void }) => {
  const { t } = useTranslation('handOvers')
  const { textOf } = useErrorText()
  const looking = useLookAtFile()
  const choose = ([file]: File[]): void => {
    if (file) looking.mutate(file, { onSuccess: onLooked })
  }
  return (
    <div className={styles.body}>
      <div className={styles.choose} aria-busy={looking.isPending}>
        <FileInput accept=".age" disabled={looking.isPending} onChoose={choose}>
          <UploadIcon />
          {t('take.choose')}
        </FileInput>
        <Hint>{t('take.hint', { size: mostHandOverBytes / 1024 ** 2 })}</Hint>
      </div>
      <p role="status" className={styles.status}>
        {looking.isPending && t('take.reading', { name: looking.variables.name })}
      </p>
      {looking.error && <ErrorBanner title={textOf(looking.error)} />}
    </div>
  )
}

const tones: Readonly<Record<ReceivedFile['state'], PillTone>> = {
  looked: 'warn',
  taken: 'good',
  undone: 'neutral',
}

/** What became of a file that came, a line each. */
const useFacts = (received: ReceivedFile): string[] => {
  const { t } = useTranslation('handOvers')
  const dates = useDates()
  const counts = useFileCounts()
  const { practice, by, madeAt, receivedBy, receivedAt, state, takenAt, undoUntil, undoneAt, spared } =
    received
  return [
    t('from', { practice, by, day: dates.instantDay(madeAt) }),
    counts(received),
    t('receivedBy', { name: receivedBy, day: dates.instantDay(receivedAt) }),
    state === 'taken' && takenAt !== null && undoUntil !== null
      ? t('takenLine', { day: dates.instantDay(takenAt), until: dates.instantDay(undoUntil) })
      : '',
    undoneAt === null ? '' : t('undoneLine', { day: dates.instantDay(undoneAt) }),
    spared === 0 ? '' : t('spared', { count: spared }),
  ].filter((fact) => fact !== '')
}

const Line = ({ received, onAsk }: { received: ReceivedFile; onAsk: (asked: Asked) => void }) => {
  const { t } = useTranslation('handOvers')
  const facts = useFacts(received)
  const { state, patientId, undoUntil } = received
  const name = nameOf(received)
  const canUndo = undoUntil !== null && Date.parse(undoUntil) > Date.now()
  const head = (
    <>
      {patientId === null ? (
        <b>{name}</b>
      ) : (
        <Link
          to="/app/patient/$patientId"
          params={{ patientId: String(patientId) }}
          aria-label={t('open', { name })}
        >
          <b>{name}</b>
        </Link>
      )}
      <Pill tone={tones[state]}>{t(`state.${state}`)}</Pill>
    </>
  )
  const actions = (
    <>
      {state === 'looked' && (
        <>
          <Button onClick={() => onAsk({ kind: 'decide', received })}>{t('decide')}</Button>
          <Button variant="default" onClick={() => onAsk({ kind: 'forget', received })}>
            {t('forget')}
          </Button>
        </>
      )}
      {state === 'taken' && canUndo && (
        <Button variant="default" onClick={() => onAsk({ kind: 'undo', received })}>
          {t('undo')}
        </Button>
      )}
    </>
  )
  return (
    <ListRow head={head} actions={actions}>
      {facts.map((fact) => (
        <Hint key={fact}>{fact}</Hint>
      ))}
    </ListRow>
  )
}

const Received = ({ onAsk }: { onAsk: (asked: Asked) => void }) => {
  const { t } = useTranslation(['handOvers', 'common'])
  const { authPractice } = usePracticeSession()
  const { data, error, refetch } = useQuery(receivedQuery(authPractice.id))
  return (
    <Card title={t('received')}>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={2} label={t('common:loading')} />}
      {data?.length === 0 && <EmptyState plain level={3} title={t('receivedNone')} />}
      {data && data.length > 0 && (
        <CardList>
          {data.map((received) => (
            <Line key={received.id} received={received} onAsk={onAsk} />
          ))}
        </CardList>
      )}
    </Card>
  )
}

const Confirm = ({ asked: { kind, received }, onClose }: { asked: Asked; onClose: () => void }) => {
  const { t } = useTranslation('handOvers')
  const undoing = useUndoTaking()
  const forgetting = useForgetReceived()
  const isUndo = kind === 'undo'
  const action = isUndo ? undoing : forgetting
  if (kind === 'decide') return null
  return (
    <ConfirmDialog
      destructive
      title={t(isUndo ? 'undoTitle' : 'forgetTitle')}
      confirmLabel={t(isUndo ? 'undo' : 'forget')}
      cancelLabel={t('cancel')}
      pending={action.isPending}
      onConfirm={() => action.mutate(received.id, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t(isUndo ? 'undoText' : 'forgetText')}</p>
    </ConfirmDialog>
  )
}

/** Taking in a file that another practice handed over, and what became of those that came. */
export const ReceivedFiles = () => {
  const { t } = useTranslation('handOvers')
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const looked = (received: ReceivedFile): void => {
    if (received.state === 'looked') setAsked({ kind: 'decide', received })
  }
  return (
    <>
      <Card title={t('take.title')} lead={<p>{t('take.lead')}</p>}>
        <ChooseFile onLooked={looked} />
      </Card>
      <Received onAsk={setAsked} />
      {asked?.kind === 'decide' && <DecideDialog received={asked.received} onClose={close} />}
      {asked && <Confirm asked={asked} onClose={close} />}
    </>
  )
}
