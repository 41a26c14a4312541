import { type RecordRow, voidReasonLimits } from '@ulna/contract/records/records'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../blocks/form/ReasonDialog.tsx'
import { useVoidRecord } from './records.queries.ts'

export interface VoidDialogProps {
  record: RecordRow
  title: string
  onClose: () => void
}

/** Asks why before a record is void: it stays to be read, and no longer counts. */
export const VoidDialog = ({ record, title, onClose }: VoidDialogProps) => {
  const { t } = useTranslation('history')
  const { mutate, isPending } = useVoidRecord(record.ownerId)
  return (
    <ReasonDialog
      title={t('void.title', { title })}
      label={t('void.reason')}
      hint={t('void.reasonHint')}
      confirmLabel={t('void.confirm')}
      shortest={voidReasonLimits.least}
      longest={voidReasonLimits.most}
      destructive
      pending={isPending}
      onConfirm={(reason) => mutate({ id: record.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('void.text')}</p>
    </ReasonDialog>
  )
}
