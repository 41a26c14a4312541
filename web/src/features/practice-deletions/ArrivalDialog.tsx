import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { useProveArrival } from './practice-deletions.queries.ts'

const startOf = () => ({ fingerprint: '', digest: '' })

/** What the receiver was shown proves that an archive has arrived. */
export const ArrivalDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('practiceDeletions')
  const { mutateAsync } = useProveArrival()
  const { frame, text } = useServerForm({
    stored: undefined,
    startOf,
    save: ({ values }) => mutateAsync(values),
    onSaved: onClose,
  })
  return (
    <FormDialog frame={frame} title={t('arrival.title')} saveLabel={t('arrival.prove')} onClose={onClose}>
      <p>{t('arrival.lead')}</p>
      <TextField
        {...text('fingerprint')}
        label={t('arrival.fingerprint')}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <TextField
        {...text('digest')}
        label={t('arrival.digest')}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  )
}
