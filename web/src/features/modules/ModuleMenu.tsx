import { useNavigate } from '@tanstack/react-router'
import { moduleEndpoints, type RecordModule } from '@ulna/contract/modules/modules'
import { useTranslation } from 'react-i18next'
import { reportError } from '../../api/practice/app-errors.ts'
import { usePermission } from '../../api/practice/use-permission.ts'
import { call } from '../../api/session/client.ts'
import { EditIcon } from '../../ui/icons/other-icons.tsx'
import { MoreIcon } from '../../ui/icons/record-icons.tsx'
import { DownloadIcon } from '../../ui/icons/viewer-icons.tsx'
import { saveBlob } from '../../ui/save-blob.ts'
import { ActionMenu, MenuItem } from '../../ui/shell/ActionMenu.tsx'

/** A module as one file to keep: it can be read, changed by hand, and brought in again. */
const exportModule = async (id: string): Promise<void> => {
  const { payload } = await call(moduleEndpoints.export, { params: { id } })
  const file = new Blob([`${JSON.stringify(payload, null, 2)}\n`], { type: 'application/json' })
  saveBlob(file, `${id}.ulna-module.json`)
}

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
