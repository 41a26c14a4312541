import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

export interface NothingNewDialogProps {
  /** Day of the last visit, in words. */
  day: string
  onSave: () => void
  onCancel: () => void
}

/** Asks before a visit is saved that says only what the last one said. */
export const NothingNewDialog = ({ day, onSave, onCancel }: NothingNewDialogProps) => {
  const { t } = useTranslation('writing')
  return (
    <ConfirmDialog
      opened
      title={t('carry.sameTitle')}
      confirmLabel={t('carry.saveSame')}
      cancelLabel={t('carry.writeOn')}
      closeLabel={t('carry.writeOn')}
      onConfirm={onSave}
      onCancel={onCancel}
    >
      <p>{t('carry.sameText', { day })}</p>
    </ConfirmDialog>
  )
}
