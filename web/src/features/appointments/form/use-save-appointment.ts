import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useState } from 'react'
import { hasKey } from '../../../api/http/api-error.ts'
import type { AgendaPlace } from '../agenda/appointments.cache.ts'
import { type Saved, useCreateAppointment, useUpdateAppointment } from '../agenda/appointments.queries.ts'
import { currentOf, overlapOf } from '../parts/appointment-refusals.ts'
import { type AppointmentFormValues, changeOfValues, inputOfValues } from './appointment-form-values.ts'
import { useBookingKey } from './use-booking-key.ts'
import { type FieldFault, useFieldFaults } from './use-field-faults.ts'
import { useSaveProblem } from './use-save-problem.ts'

export interface SaveAppointmentOptions {
  place: AgendaPlace
  /** Absent for a new one. */
  stored: Appointment | undefined
  onSaved: (saved: Saved) => void
  onFaults: (faults: FieldFault[]) => void
}

/** Saves the form and says why not: an overlap, a change by somebody else, faults of fields, no connection. Keeps what was typed. */
export const useSaveAppointment = ({ place, stored, onSaved, onFaults }: SaveAppointmentOptions) => {
  const create = useCreateAppointment(place)
  const update = useUpdateAppointment(place)
  const keyOf = useBookingKey()
  const problemOf = useSaveProblem()
  const { ofRefusal } = useFieldFaults()
  const [base, setBase] = useState(stored)
  const [overlap, setOverlap] = useState<Appointment>()
  const [theirs, setTheirs] = useState<Appointment>()
  const [problem, setProblem] = useState<string>()

  const forget = () => {
    setOverlap(undefined)
    setTheirs(undefined)
    setProblem(undefined)
  }

  const refuse = (error: unknown) => {
    setOverlap(overlapOf(error))
    setTheirs(currentOf(error))
    if (hasKey(error, 'appointment_overlap', 'version_conflict')) return
    const faults = ofRefusal(error)
    onFaults(faults)
    if (faults.length === 0) setProblem(problemOf(error))
  }

  /** With a reason it is booked although somebody is there. */
  const save = (values: AppointmentFormValues, reason?: string, over: Appointment | undefined = base) => {
    forget()
    const wish = reason === undefined ? {} : { allowOverlap: true, overlapReason: reason }
    const answered = { onSuccess: onSaved, onError: refuse }
    if (!over) {
      const input = { ...inputOfValues(values, place.time), ...wish }
      create.mutate({ input, idempotencyKey: keyOf(input) }, answered)
      return
    }
    update.mutate({ event: over, change: { ...changeOfValues(values, over, place.time), ...wish } }, answered)
  }

  return {
    save,
    /** What the form started from, or what a colleague saved since and was taken over. */
    base,
    pending: create.isPending || update.isPending,
    overlap,
    theirs,
    problem,
    /** Says that a colleague saved something meanwhile. */
    showTheirs: (current: Appointment) => {
      forget()
      setTheirs(current)
    },
    /** Goes on from the version a colleague saved, with what was typed here; theirs stays in the history. */
    keepMine: (): Appointment | undefined => {
      setBase(theirs)
      forget()
      return theirs
    },
    /** Goes on from what a colleague saved. */
    seeTheirs: () => {
      setBase(theirs)
      forget()
    },
  }
}
