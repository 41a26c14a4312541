import type { RecordRow } from '@ulna/contract/records/records'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import styles from './OpenRecord.module.css'
import { useMoveFollowUp } from './records.queries.ts'
import type { RecordWords } from './use-record-words.ts'

export interface MoveDialogProps {
  record: RecordRow
  title: string
  /** Open diagnoses it may go to. */
  cases: readonly RecordRow[]
  words: RecordWords
  onClose: () => void
}

/** A follow-up that was written under the wrong diagnosis goes to another one. */
export const MoveDialog = ({ record, title, cases, words, onClose }: MoveDialogProps) => {
  const { t } = useTranslation(['record', 'history'])
  const [caseId, setCaseId] = useState('')
  const move = useMoveFollowUp(record)
  const confirm = () => move.mutate(Number(caseId), { onSuccess: onClose })
  return (
    <ConfirmDialog
      opened
      title={t('history:move.title', { title })}
      confirmLabel={t('history:move.confirm')}
      cancelLabel={t('dialog.cancel')}
      closeLabel={t('dialog.cancel')}
      pending={move.isPending}
      disabled={caseId === ''}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <div className={styles.dialog}>
        <p>{t('history:move.text')}</p>
        <SelectField
          label={t('history:move.case')}
          value={caseId}
          onChange={(event) => setCaseId(event.currentTarget.value)}
          options={[
            { value: '', label: t('form.choose') },
            ...cases.map((one) => ({
              value: String(one.id),
              label: [words.caseName(one), words.day(one)].join(' · '),
            })),
          ]}
        />
      </div>
    </ConfirmDialog>
  )
}
