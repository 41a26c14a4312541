import { Button } from '@mantine/core'
import type { ImportBatch } from '@ulna/contract/imports/imports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Card } from '../../ui/base/Card.tsx'
import { calloutClass } from '../../ui/base/callout.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { LinkButton } from '../../ui/base/LinkButton.tsx'
import { Row } from '../../ui/base/Row.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { FaultsButton } from './FaultsButton.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { ImportRows } from './ImportRows.tsx'
import styles from './Imports.module.css'
import { useImportStep } from './imports.queries.ts'
import { linkedPatients } from './linked-patients.ts'

const UndoButton = ({ batch: { id, state, hanging } }: { batch: ImportBatch }) => {
  const { t } = useTranslation(['imports', 'buttons'])
  const [isAsked, setAsked] = useState(false)
  const undo = useImportStep(id, 'undo')
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t(state === 'undone' ? 'undo.again' : 'undo.action')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          destructive
          title={t('undo.title')}
          confirmLabel={t('undo.confirm')}
          cancelLabel={t('undo.keep')}
          pending={undo.isPending}
          onConfirm={() => undo.mutate(undefined, { onSettled: () => setAsked(false) })}
          onCancel={() => setAsked(false)}
        >
          <p>{t('undo.text')}</p>
          {hanging.length > 0 && (
            <p className={calloutClass('warn')}>{t('undo.hanging', { names: hanging.join(', ') })}</p>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}

/** Why it did not come to its end, where it did not. */
const Failure = ({ failure }: Pick<ImportBatch, 'failure'>) => {
  const { entryText } = useErrorText()
  return (
    failure && <ErrorBanner title={entryText({ code: '', message: failure.key, params: failure.params })} />
  )
}

/** Taking it back, and until when that can be done; nothing once it cannot. */
const WayBack = ({ batch }: { batch: ImportBatch }) => {
  const { t } = useTranslation('imports')
  const dates = useDates()
  const { undoUntil } = batch
  if (undoUntil === null || Date.parse(undoUntil) < Date.now()) return null
  return (
    <>
      <Row>
        <UndoButton batch={batch} />
      </Row>
      <Hint>{t('undo.until', { day: dates.instantDay(undoUntil) })}</Hint>
    </>
  )
}

const Undone = ({ batch }: { batch: ImportBatch }) => {
  const { t } = useTranslation('imports')
  const { kind, created, spared } = batch
  return (
    <>
      <p role="status">
        {t(`undo.done.${kind}`, { count: created - spared })}{' '}
        {spared > 0 && t('undo.spared', { count: spared })}
      </p>
      {spared > 0 && <WayBack batch={batch} />}
    </>
  )
}

const Done = ({ batch }: { batch: ImportBatch }) => {
  const { t } = useTranslation('imports')
  const { kind, created } = batch
  const linked = linkedPatients(batch)
  return (
    <>
      <p role="status">{t(`run.done.${kind}`, { count: created })}</p>
      {linked > 0 && <Hint>{t('run.linked', { count: linked })}</Hint>}
      <Row>
        {kind === 'appointments' ? (
          <LinkButton to="/app/calendar">{t('run.agenda')}</LinkButton>
        ) : (
          <LinkButton to="/app/patient">{t('run.list')}</LinkButton>
        )}
      </Row>
      <FaultsButton batch={batch} />
      {created + linked > 0 && <WayBack batch={batch} />}
    </>
  )
}

const Ended = ({ batch }: { batch: ImportBatch }) =>
  batch.state === 'undone' ? <Undone batch={batch} /> : <Done batch={batch} />

/** What an import made, and the way back. */
export const DoneCard = ({ batch }: { batch: ImportBatch }) => {
  const { t } = useTranslation('imports')
  const { state, done, toDo } = batch
  return (
    <Card title={t('steps.run')}>
      <div className={styles.body}>
        <Failure failure={batch.failure} />
        {state === 'undoing' ? (
          <ImportProgress label={t('undo.running', { done, count: toDo })} done={done} toDo={toDo} />
        ) : (
          <Ended batch={batch} />
        )}
      </div>
      {state !== 'undoing' && <ImportRows batch={batch} />}
    </Card>
  )
}
