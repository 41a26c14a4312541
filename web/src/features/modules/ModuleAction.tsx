import type { RecordModule } from '@ulna/contract/modules/modules'
import { standardModule } from '@ulna/contract/modules/record-module'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { hintClass } from '../../ui/base/Hint.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import type { ModuleChange } from './modules.queries.ts'

export interface ModuleActionProps {
  module: RecordModule
  name: string
  installed: boolean
  onAsk: (change: ModuleChange) => void
}

/** Install or uninstall; who may not sees why. */
export const ModuleAction = ({ module, name, installed, onAsk }: ModuleActionProps) => {
  const { t } = useTranslation('modules')
  const { reason } = usePermission('manageModules')
  if (module.id === standardModule) return <strong className={hintClass}>{t('always')}</strong>
  const change = installed ? 'uninstall' : 'install'
  return (
    <ReasonedButton
      variant={installed ? 'default' : 'light'}
      reason={reason}
      aria-label={t(`change.${change}.named`, { name })}
      onClick={() => onAsk(change)}
    >
      {t(`change.${change}.action`)}
    </ReasonedButton>
  )
}
