import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { useBeginExport } from './practice-moves.queries.ts'

interface ExportValues {
  recipient: string
}

const startOf = (): ExportValues => ({ recipient: '' })

/** What is in an archive, what is not, and whom it is encrypted for. */
export const ExportDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('practiceMoves')
  const { mutateAsync } = useBeginExport()
  const { frame, text } = useServerForm({
    stored: undefined,
    startOf,
    save: ({ values: { recipient } }) => mutateAsync(recipient.trim() === '' ? null : recipient.trim()),
    onSaved: onClose,
  })
  return (
    <FormDialog frame={frame} title={t('make')} saveLabel={t('begin')} onClose={onClose}>
      <p>{t('contents')}</p>
      <p>{t('without')}</p>
      <TextField
        {...text('recipient')}
        label={t('recipient')}
        hint={t('recipientHint')}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </FormDialog>
  )
}
