import type { Absence } from '@ulna/contract/schedules/schedules'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import type { CalendarDay } from '../../blocks/agenda-grid/parts/calendar-day.ts'
import type { ZonedTime } from '../../blocks/agenda-grid/parts/zoned-time.ts'
import {
  absenceFaults,
  absenceFieldOf,
  inputOfAbsence,
  newAbsence,
  valuesOfAbsence,
} from './absence-values.ts'
import { type SavedAbsence, useSaveAbsence } from './schedules.mutations.ts'

export interface AbsenceOptions {
  practiceId: number
  /** Who is away; null means the whole practice. */
  doctorId: number | null
  stored: Absence | undefined
  today: CalendarDay
  usual: { from: string; to: string }
  time: ZonedTime
  onSaved: (saved: SavedAbsence) => void
  /** The absence was saved as it stood when it was sent; what was typed since is still to be saved. */
  onSavedBefore: (saved: SavedAbsence) => void
}

/** The form of a new absence, or of one that is stored. */
export const useAbsenceForm = (options: AbsenceOptions) => {
  const { practiceId, doctorId, today, usual, time, onSaved, onSavedBefore } = options
  const { t } = useTranslation('schedules')
  const saving = useSaveAbsence(practiceId)
  return useServerForm({
    stored: options.stored,
    startOf: (known) => (known ? valuesOfAbsence(known, time, usual) : newAbsence(today, usual)),
    tidy: (values) => ({ ...values, title: values.title.trim() }),
    faultsOf: (values) =>
      Object.fromEntries(
        Object.entries(absenceFaults(values)).map(([name, fault]) => [name, t(`absence.${fault}`)]),
      ),
    fieldOf: absenceFieldOf,
    save: ({ values, stored: base, keyOf }) => {
      const input = inputOfAbsence(values, doctorId, time)
      return saving.mutateAsync({ stored: base, input, idempotencyKey: keyOf(input) })
    },
    onSaved: (saved, goOn, isTypedOn) => {
      if (!isTypedOn) return onSaved(saved)
      goOn(saved.absence)
      onSavedBefore(saved)
    },
  })
}
