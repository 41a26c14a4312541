import type { RecordFile } from '@ulna/contract/records/records'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useRemoveFile } from './files.queries.ts'

export interface RemoveFileDialogProps {
  file: RecordFile
  patientId: number
  onClose: () => void
}

/** Asks before a file is taken out of its record. */
export const RemoveFileDialog = ({ file, patientId, onClose }: RemoveFileDialogProps) => {
  const { t } = useTranslation('files')
  const removing = useRemoveFile(patientId)
  return (
    <ConfirmDialog
      title={t('gallery.removeTitle', { name: file.fileName })}
      confirmLabel={t('gallery.remove')}
      cancelLabel={t('gallery.keep')}
      closeLabel={t('add.close')}
      destructive
      pending={removing.isPending}
      onConfirm={() => removing.mutate(file.id, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('gallery.removeText')}</p>
    </ConfirmDialog>
  )
}
