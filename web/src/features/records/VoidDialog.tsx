import { Textarea } from '@mantine/core'
import type { RecordRow } from '@ulna/contract/records/records'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useVoidRecord } from './records.queries.ts'

/** Shortest reason the server takes (contract/src/records/records.ts, remove). */
const shortestReason = 10

export interface VoidDialogProps {
  record: RecordRow
  title: string
  opened: boolean
  onClose: () => void
}

export const VoidDialog = ({ record, title, opened, onClose }: VoidDialogProps) => {
  const { t } = useTranslation(['record', 'history'])
  const [reason, setReason] = useState('')
  const voiding = useVoidRecord(record.ownerId)
  return (
    <ConfirmDialog
      opened={opened}
      title={t('history:void.title', { title })}
      confirmLabel={t('history:void.confirm')}
      cancelLabel={t('dialog.cancel')}
      closeLabel={t('dialog.cancel')}
      destructive
      pending={voiding.isPending}
      disabled={reason.trim().length < shortestReason}
      onConfirm={() => voiding.mutate({ id: record.id, reason: reason.trim() }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('history:void.text')}</p>
      <Textarea
        mt="md"
        size="md"
        label={t('history:void.reason')}
        description={t('history:void.reasonHint')}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
