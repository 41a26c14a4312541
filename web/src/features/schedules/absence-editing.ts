import type { Absence } from '@ulna/contract/schedules/schedules'
import type { AbsenceValues } from './absence-values.ts'

/** An absence in the form: what is stored of it, what the form was filled with then, and what stands in it now. */
export interface AbsenceEditing {
  /** Absent for a new one. */
  stored: Absence | undefined
  start: AbsenceValues
  values: AbsenceValues
}

const textOf = (values: AbsenceValues): string => JSON.stringify({ ...values, title: values.title.trim() })

/** Whether something was typed that is not stored. */
export const isDirtyAbsence = ({ start, values }: AbsenceEditing): boolean => textOf(start) !== textOf(values)

/** After `sent` was stored: what was typed since then stays, and is to be saved over that. */
export const afterSaving = (
  editing: AbsenceEditing,
  sent: AbsenceValues,
  stored: Absence,
): AbsenceEditing => ({ stored, start: sent, values: editing.values })
