import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useState } from 'react'
import type { Wish } from '../../../api/forms/server-form.ts'
import { useServerForm } from '../../../api/forms/use-server-form.ts'
import type { FreeSlot } from '../../../blocks/agenda-grid/board/grid-column.ts'
import type { AgendaPlace } from '../agenda/appointments.cache.ts'
import { type Saved, useCreateAppointment, useUpdateAppointment } from '../agenda/appointments.queries.ts'
import { overlapOf } from '../parts/appointment-refusals.ts'
import type { SeriesWish } from '../series/series-wish.ts'
import {
  type AppointmentFormValues,
  type ChosenPatient,
  changeOfValues,
  formFieldOf,
  inputOfValues,
  seriesWishOf,
  valuesOfAppointment,
  valuesOfSlot,
} from './appointment-form-values.ts'
import { useFormFaults } from './use-form-faults.ts'

/** How a new appointment that somebody asked for may end. */
export interface BookingEnds {
  /** Told once that patient has the appointment. */
  onBooked?: (() => void) | undefined
  /** Told when nothing was booked. */
  onLeft?: (() => void) | undefined
}

/** A new one at that time, for that patient where one is known; or the appointment to change. */
export type AppointmentTarget =
  | ({ kind: 'new'; slot: FreeSlot; patient: ChosenPatient | null } & BookingEnds)
  | { kind: 'stored'; appointment: Appointment }

export interface AppointmentFormOptions {
  place: AgendaPlace
  target: AppointmentTarget
  onSaved: (saved: Saved) => void
  /** What is wanted is about a series: its dates are looked at before anything is written. */
  onSeries: (wish: SeriesWish) => void
}

/** The form of an appointment, and who is in the way where it was refused. */
export const useAppointmentForm = ({ place, target, onSaved, onSeries }: AppointmentFormOptions) => {
  const { time } = place
  const create = useCreateAppointment(place)
  const update = useUpdateAppointment(place)
  const faultsOf = useFormFaults()
  const [overlap, setOverlap] = useState<Appointment>()

  /** Books it; with a reason also where somebody is there already. */
  const send = (
    { values, stored: base, keyOf }: Wish<Appointment | undefined, AppointmentFormValues>,
    reason?: string,
  ): Promise<Saved> => {
    setOverlap(undefined)
    const over = reason === undefined ? {} : { allowOverlap: true, overlapReason: reason }
    if (base)
      return update.mutateAsync({
        appointment: base,
        change: { ...changeOfValues(values, base, time), ...over },
      })
    const input = { ...inputOfValues(values, time), ...over }
    return create.mutateAsync({ input, idempotencyKey: keyOf(input) })
  }

  const form = useServerForm({
    stored: target.kind === 'stored' ? target.appointment : undefined,
    startOf: (stored) =>
      target.kind === 'new'
        ? { ...valuesOfSlot(target.slot), patient: target.patient }
        : valuesOfAppointment(stored ?? target.appointment, time),
    faultsOf,
    fieldOf: formFieldOf,
    faultsIn: (error) => {
      const other = overlapOf(error)
      setOverlap(other)
      return other && {}
    },
    save: (wish) => {
      const series = seriesWishOf(wish.values, wish.stored, time)
      if (!series) return send(wish)
      onSeries(series)
      return undefined
    },
    onSaved,
  })
  return {
    form,
    overlap,
    /** Only this occurrence was meant. */
    saveThis: () => form.saveBy((wish) => send(wish)),
    /** It is wanted although somebody else is there. */
    saveBeside: (reason: string) => form.saveBy((wish) => send(wish, reason)),
  }
}
