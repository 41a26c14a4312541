import { useNavigate } from '@tanstack/react-router'
import type { RecordModule } from '@ulna/contract/modules/modules'
import { useTranslation } from 'react-i18next'
import { reportError } from '../../api/app-errors.ts'
import { usePermission } from '../../api/use-permission.ts'
import { ActionMenu, MenuItem } from '../../ui/ActionMenu.tsx'
import { DownloadIcon } from '../../ui/icons/DownloadIcon.tsx'
import { EditIcon } from '../../ui/icons/EditIcon.tsx'
import { MoreIcon } from '../../ui/icons/MoreIcon.tsx'
import { exportModule } from './export-module.ts'

/** What else can be done with a module: kept as a file, and edited where it is the practice's own. */
export const ModuleMenu = ({ module, name }: { module: RecordModule; name: string }) => {
  const { t } = useTranslation('modules')
  const { reason } = usePermission('manageModules')
  const navigate = useNavigate()
  return (
    <ActionMenu label={t('more', { name })} trigger={<MoreIcon />} align="end">
      {module.own && (
        <MenuItem
          icon={<EditIcon size={18} />}
          reason={reason}
          onSelect={() => void navigate({ to: '/app/modules/editor', search: { module: module.id } })}
        >
          {t('edit')}
        </MenuItem>
      )}
      <MenuItem
        icon={<DownloadIcon size={18} />}
        onSelect={() => void exportModule(module.id).catch(reportError)}
      >
        {t('export')}
      </MenuItem>
    </ActionMenu>
  )
}
