import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/http/api-error.ts'
import { type FormFault, type FormField, formFieldOf } from './appointment-form-values.ts'

export type FieldFault = { field: FormField; text: string }

/** Words for what is wrong with fields of the form, whether the form found it or the server. */
export const useFieldFaults = () => {
  const { t } = useTranslation(['calendar', 'series', 'error'])
  return {
    ofForm: (faults: readonly FormFault[]): FieldFault[] =>
      faults.map(({ field, key }) => ({
        field,
        text: t(field.startsWith('repeat.') ? `series:form.${key}` : `calendar:form.${key}`),
      })),
    ofRefusal: (error: unknown): FieldFault[] =>
      (error instanceof ApiError ? error.fieldErrors : []).flatMap((fault) => {
        const field = formFieldOf(fault.field ?? '')
        return field ? [{ field, text: t(`error:${fault.message}`, { ...fault.params }) }] : []
      }),
  }
}
