import type { RecordModule } from '@ulna/contract/modules/modules'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { moduleText } from './module-words.ts'
import type { ModuleChange } from './modules.queries.ts'

export interface ChangeDialogProps {
  module: RecordModule
  change: ModuleChange
  used: boolean
  pending: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks once more, and says what will be and what stays as it is. */
export const ChangeDialog = ({ module, change, used, pending, onConfirm, onCancel }: ChangeDialogProps) => {
  const { t } = useTranslation('modules')
  const { language } = useDates()
  const name = moduleText(module, language, module.name)
  return (
    <ConfirmDialog
      opened
      title={t(`change.${change}.title`, { name })}
      confirmLabel={t(`change.${change}.action`)}
      cancelLabel={t('cancel')}
      closeLabel={t('cancel')}
      destructive={change === 'uninstall'}
      pending={pending}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{t(`change.${change}.happens`, { count: module.recordClasses.length })}</p>
      {change === 'uninstall' && (
        <p>{t(used ? 'change.uninstall.keepsUsed' : 'change.uninstall.keepsUnused')}</p>
      )}
      <p>{t(`change.${change}.undo`)}</p>
    </ConfirmDialog>
  )
}
