import { Button } from '@mantine/core'
import type { ImportBatch } from '@ulna/contract/imports/imports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Card } from '../../ui/base/Card.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { LinkButton } from '../../ui/base/LinkButton.tsx'
import { Row } from '../../ui/base/Row.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { ImportRows } from './ImportRows.tsx'
import styles from './Imports.module.css'
import { useImportStep } from './imports.queries.ts'

const UndoButton = ({ id }: Pick<ImportBatch, 'id'>) => {
  const { t } = useTranslation(['imports', 'buttons'])
  const [isAsked, setAsked] = useState(false)
  const undo = useImportStep(id, 'undo')
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t('undo.action')}
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

const Ended = ({ batch: { id, kind, state, created, spared, undoUntil } }: { batch: ImportBatch }) => {
  const { t } = useTranslation('imports')
  const dates = useDates()
  if (state === 'undone')
    return (
      <p role="status">
        {t(`undo.done.${kind}`, { count: created - spared })}{' '}
        {spared > 0 && t('undo.spared', { count: spared })}
      </p>
    )
  return (
    <>
      <p role="status">{t(`run.done.${kind}`, { count: created })}</p>
      <Row>
        {kind === 'appointments' ? (
          <LinkButton to="/app/calendar">{t('run.agenda')}</LinkButton>
        ) : (
          <LinkButton to="/app/patient">{t('run.list')}</LinkButton>
        )}
        {created > 0 && <UndoButton id={id} />}
      </Row>
      {undoUntil && created > 0 && <Hint>{t('undo.until', { day: dates.instantDay(undoUntil) })}</Hint>}
    </>
  )
}

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
