import { useTranslation } from 'react-i18next'
import type { Faults } from '../../../api/forms/server-form.ts'
import { type AppointmentFormValues, faultsOf } from './appointment-form-values.ts'

/** What is missing in the form or makes no sense, in words, by field. */
export const useFormFaults = () => {
  const { t } = useTranslation(['calendar', 'series'])
  return (values: AppointmentFormValues): Faults =>
    Object.fromEntries(
      faultsOf(values).map(({ field, key }) => [
        field,
        t(field.startsWith('repeat.') ? `series:form.${key}` : `calendar:form.${key}`),
      ]),
    )
}
