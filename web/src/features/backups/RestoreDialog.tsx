import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { askForRestore } from './first-visit.ts'

const startOf = () => ({ path: '', key: '', code: '' })

/** Where the backup lies, what opens it, and the code that only the log of the server shows. */
export const RestoreDialog = ({ onAsked, onClose }: { onAsked: () => void; onClose: () => void }) => {
  const { t } = useTranslation('backups')
  const { frame, text } = useServerForm({
    stored: undefined,
    startOf,
    save: ({ values: { path, key, code } }) =>
      askForRestore({ path: path.trim(), key: key.replaceAll(/\s/g, ''), code: code.trim() }),
    onSaved: onAsked,
  })
  const plain = { autoComplete: 'off', spellCheck: false } as const
  return (
    <FormDialog frame={frame} title={t('restore.title')} saveLabel={t('restore.begin')} onClose={onClose}>
      <p>{t('restore.lead')}</p>
      <TextField
        {...text('path')}
        {...plain}
        label={t('restore.path')}
        hint={t('restore.pathHint')}
        maxLength={1000}
        data-autofocus
      />
      <TextField
        {...text('key')}
        {...plain}
        label={t('restore.key')}
        hint={t('restore.keyHint')}
        maxLength={200}
      />
      <TextField
        {...text('code')}
        {...plain}
        label={t('restore.code')}
        hint={t('restore.codeHint')}
        maxLength={20}
      />
    </FormDialog>
  )
}
