import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { FormFrame } from '../../blocks/form/FormFrame.tsx'
import { currentLanguage } from '../../i18n/i18n.ts'
import { deviceTimeZone } from '../../i18n/time-zones.ts'
import { TextField } from '../../ui/base/TextField.tsx'
import { createPractice } from './choice/choose-practice.ts'

/** Name of the new practice; time zone and language are the device's and can be changed later. */
const useNewPractice = (arrive?: () => Promise<unknown>) => {
  const { t } = useTranslation('practice')
  const { frame, text } = useServerForm({
    stored: undefined,
    startOf: () => ({ name: '' }),
    save: ({ values: { name } }) =>
      createPractice({ name, timezone: deviceTimeZone(), locale: currentLanguage() }, arrive),
    onSaved: () => undefined,
  })
  const field = <TextField {...text('name')} label={t('name')} required maxLength={100} data-autofocus />
  return { frame, field }
}

/** A new practice, for somebody who works in none. */
export const CreatePracticeForm = () => {
  const { t } = useTranslation('practice')
  const { frame, field } = useNewPractice()
  return (
    <FormFrame frame={frame} label={t('create.title')}>
      {field}
      <Button type="submit" loading={frame.pending}>
        {t('create.submit')}
      </Button>
    </FormFrame>
  )
}

export interface CreatePracticeDialogProps {
  /** Leads to the first page of the new practice. */
  arrive: () => Promise<unknown>
  onClose: () => void
}

/** One more practice. */
export const CreatePracticeDialog = ({ arrive, onClose }: CreatePracticeDialogProps) => {
  const { t } = useTranslation('practice')
  const { frame, field } = useNewPractice(arrive)
  return (
    <FormDialog frame={frame} title={t('create.title')} saveLabel={t('create.submit')} onClose={onClose}>
      {field}
    </FormDialog>
  )
}
