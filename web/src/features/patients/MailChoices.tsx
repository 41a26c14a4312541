import { languages } from '@ulna/contract/languages'
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import type { PatientFormValues } from './patient-form-values.ts'

type Choices = Pick<PatientFormValues, 'language' | 'mailReminders'>

/** Whether the patient gets mails about appointments, and in which language. */
export const MailChoices = ({
  values,
  onChange,
}: {
  values: Choices
  onChange: (part: Partial<Choices>) => void
}) => {
  const { t } = useTranslation(['patient', 'common'])
  return (
    <>
      <SelectField
        name="language"
        label={t('form.language')}
        value={values.language ?? ''}
        options={[
          { value: '', label: t('form.practiceLanguage') },
          ...languages.map((value) => ({ value, label: t(`common:languages.${value}`) })),
        ]}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          onChange({ language: languages.find((one) => one === chosen) ?? null })
        }}
      />
      <CheckboxField
        name="mailReminders"
        label={t('form.mailReminders')}
        checked={values.mailReminders}
        onChange={(event) => onChange({ mailReminders: event.currentTarget.checked })}
      />
    </>
  )
}
