import { NativeSelect, TextInput } from '@mantine/core'
import { type CaseOutcome, caseOutcomes, type RecordRow } from '@ulna/contract/records/records'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayInput } from '../../blocks/typed-time/DayInput.tsx'
import { dayOf } from '../../blocks/typed-time/day-text.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import styles from './OpenRecord.module.css'
import { useChangeCaseStatus } from './records.queries.ts'

export interface CaseStatusDialogProps {
  record: RecordRow
  name: string
  /** Today, `YYYY-MM-DD`. */
  today: string
  opened: boolean
  onClose: () => void
}

/** Closing a diagnosis asks how it ended and when (product-decisions.md §6). */
export const CloseCaseDialog = ({ record, name, today, opened, onClose }: CaseStatusDialogProps) => {
  const { t } = useTranslation(['record', 'history'])
  const [outcome, setOutcome] = useState<CaseOutcome | ''>('')
  const [day, setDay] = useState<string | null>(today)
  const closedOn = dayOf(day)
  const change = useChangeCaseStatus(record)

  const confirm = () => {
    if (outcome === '' || closedOn === null) return
    change.mutate(
      { caseStatus: 'closed', caseOutcome: outcome, caseClosedOn: closedOn },
      { onSuccess: onClose },
    )
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={t('history:caseDialog.closeTitle', { name })}
      confirmLabel={t('history:caseDialog.closeConfirm')}
      cancelLabel={t('dialog.cancel')}
      closeLabel={t('dialog.cancel')}
      pending={change.isPending}
      disabled={outcome === '' || closedOn === null}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <div className={styles.dialog}>
        <p>{t('history:caseDialog.closeText')}</p>
        <NativeSelect
          size="md"
          label={t('history:caseDialog.outcome')}
          value={outcome}
          onChange={(event) =>
            setOutcome(caseOutcomes.find((one) => one === event.currentTarget.value) ?? '')
          }
          data={[
            { value: '', label: t('form.choose') },
            ...caseOutcomes.map((one) => ({ value: one, label: t(`outcome.${one}`) })),
          ]}
        />
        <DayInput
          label={t('history:caseDialog.day')}
          value={day}
          onChange={setDay}
          minDate={record.localDay}
          maxDate={today}
        />
      </div>
    </ConfirmDialog>
  )
}

/** Opening a closed diagnosis again asks why. */
export const ReopenCaseDialog = ({ record, name, opened, onClose }: CaseStatusDialogProps) => {
  const { t } = useTranslation(['record', 'history'])
  const [reason, setReason] = useState('')
  const change = useChangeCaseStatus(record)
  return (
    <ConfirmDialog
      opened={opened}
      title={t('history:caseDialog.reopenTitle', { name })}
      confirmLabel={t('history:caseDialog.reopenConfirm')}
      cancelLabel={t('dialog.cancel')}
      closeLabel={t('dialog.cancel')}
      pending={change.isPending}
      disabled={reason.trim() === ''}
      onConfirm={() => change.mutate({ caseStatus: 'active', reason: reason.trim() }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <div className={styles.dialog}>
        <TextInput
          size="md"
          label={t('history:caseDialog.reason')}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  )
}
