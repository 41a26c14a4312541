import type { Appointment, AppointmentInput } from '@ulna/contract/appointments'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasKey, isTemporary } from '../../api/api-error.ts'
import { reportError } from '../../api/app-errors.ts'
import { newIdempotencyKey } from '../../api/http-client.ts'
import {
  type AppointmentFormValues,
  changeOfValues,
  formFieldOf,
  inputOfValues,
} from './appointment-form-values.ts'
import { currentOf, overlapOf } from './appointment-refusals.ts'
import { type AgendaPlace, useCreateAppointment, useUpdateAppointment } from './appointments.queries.ts'

export type FieldFault = { field: keyof AppointmentFormValues; text: string }

export interface SaveAppointmentOptions {
  place: AgendaPlace
  /** Absent for a new one. */
  stored: Appointment | undefined
  onSaved: (appointment: Appointment) => void
  onFaults: (faults: FieldFault[]) => void
}

/** A key per body: sending the same thing again after a lost answer books once, another wish is another booking. */
const useBookingKey = () => {
  const last = useRef({ body: '', key: '' })
  return (input: AppointmentInput): string => {
    const body = JSON.stringify(input)
    if (last.current.body !== body) last.current = { body, key: newIdempotencyKey() }
    return last.current.key
  }
}

/** Saves the form and says why not: an overlap, a change by somebody else, faults of fields, no connection. Keeps what was typed. */
export const useSaveAppointment = ({ place, stored, onSaved, onFaults }: SaveAppointmentOptions) => {
  const { t } = useTranslation(['calendar', 'error'])
  const create = useCreateAppointment(place)
  const update = useUpdateAppointment(place)
  const keyOf = useBookingKey()
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
    if (isTemporary(error)) {
      setProblem(t('failed.text'))
      return
    }
    if (!(error instanceof ApiError) || error.status === 401) {
      reportError(error)
      return
    }
    const faults = error.fieldErrors.flatMap((fault) => {
      const field = formFieldOf(fault.field ?? '')
      return field ? [{ field, text: t(`error:${fault.message}`, { ...fault.params }) }] : []
    })
    onFaults(faults)
    if (faults.length === 0) setProblem(t(`error:${error.key}`, { ...error.errors[0]?.params }))
  }

  const save = (
    values: AppointmentFormValues,
    allowOverlap = false,
    over: Appointment | undefined = base,
  ) => {
    forget()
    const wish = allowOverlap ? { allowOverlap: true } : {}
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
    pending: create.isPending || update.isPending,
    overlap,
    theirs,
    problem,
    /** Writes over what a colleague saved meanwhile; theirs stays in the history. */
    saveOverTheirs: (values: AppointmentFormValues) => save(values, false, theirs),
    /** Goes on from what a colleague saved. */
    takeTheirs: () => {
      setBase(theirs)
      forget()
    },
  }
}
