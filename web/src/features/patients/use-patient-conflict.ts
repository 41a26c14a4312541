import type { Patient } from '@ulna/contract/patients/patients'
import { useTranslation } from 'react-i18next'
import type { ServerForm } from '../../api/forms/server-form.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import type { PatientFormValues } from './patient-form-values.ts'

/** What a colleague saved of a patient meanwhile, in words. */
export const usePatientConflict = ({ conflict }: ServerForm<Patient | undefined, PatientFormValues>) => {
  const { t } = useTranslation(['patient', 'common'])
  const dates = useDates()
  const wordsOf = (values: PatientFormValues): Record<keyof PatientFormValues, string> => ({
    ...values,
    birthDate: values.birthDate ? dates.day(values.birthDate) : '',
    language: values.language ? t(`common:languages.${values.language}`) : t('form.practiceLanguage'),
    mailReminders: t(values.mailReminders ? 'common:form.yes' : 'common:form.no'),
    // A stored picture is no value of the form.
    picture: '',
  })
  return (
    conflict && {
      by: 'colleague' as const,
      changes: conflict.changed.map((key) => ({
        label: t(`form.${key}`),
        now: wordsOf(conflict.theirs)[key],
      })),
    }
  )
}
