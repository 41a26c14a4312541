import { useQueryClient } from '@tanstack/react-query'
import type { Appointment, AppointmentChange } from '@ulna/contract/appointments/appointments'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messages, queueInfo } from '../../../api/http/messages.ts'
import { reportError } from '../../../api/practice/app-errors.ts'
import {
  type AppointmentMove,
  isSameTime,
  type MovedTimes,
  movedTimes,
} from '../../../blocks/agenda-grid/board/appointment-move.ts'
import { isRepeated } from '../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { overlapOf } from '../parts/appointment-refusals.ts'
import { tellAfterPackage } from './after-package.ts'
import { messagesAbout } from './appointment-versions.ts'
import { type AgendaPlace, putAppointment, reloadAll } from './appointments.cache.ts'
import { type Saved, useUpdateAppointment } from './appointments.queries.ts'
import { useTellPatientClashes } from './use-tell-patient-clashes.ts'

/** A drop the server refused because somebody else is there. */
export interface MoveInTheWay {
  appointment: Appointment
  times: MovedTimes
  other: Appointment
}

/** A drop of an occurrence of a series: shown where it was dropped while it is asked which ones are meant. */
export interface MoveInSeries {
  appointment: Appointment
  times: MovedTimes
}

/** How it stood before: taken back, it must not be protected less than it was. */
const wayBack = ({ doctorId, start, end, allowOverlap, overlapReason }: Appointment): AppointmentChange => ({
  doctorId,
  start,
  end,
  allowOverlap,
  overlapReason,
})

/** Carries out drops on the grid: at once on the screen, with a way back, and a question where another appointment is. */
export const useMoveAppointment = (place: AgendaPlace) => {
  const { t } = useTranslation('calendar')
  const client = useQueryClient()
  const dates = useDates()
  const update = useUpdateAppointment(place)
  const tellClashes = useTellPatientClashes()
  const [inTheWay, setInTheWay] = useState<MoveInTheWay>()
  const [inSeries, setInSeries] = useState<MoveInSeries>()

  const say = ({ appointment, afterPackage }: Saved, before: Appointment) => {
    const { start } = appointment
    const moved = t('result.moved', { day: dates.instantDay(start), start: dates.time(start) })
    tellAfterPackage(afterPackage, (warning) =>
      queueInfo(moved + warning, {
        about: messagesAbout(appointment),
        action: { label: 'undo', run: () => send(appointment, wayBack(before), false) },
      }),
    )
  }

  const send = (appointment: Appointment, wish: AppointmentChange, withUndo: boolean) => {
    setInTheWay(undefined)
    const change = { ...wish, version: appointment.version }
    // Each promise is kept: with `mutate` only the last of several quick drops would be heard.
    update.mutateAsync({ appointment, change, isWayBack: !withUndo }).then(
      (saved) => {
        if (withUndo) say(saved, appointment)
        tellClashes(saved.patientClashes)
      },
      (error: unknown) => {
        const other = overlapOf(error)
        const { doctorId = appointment.doctorId, start = appointment.start, end = appointment.end } = wish
        if (other) setInTheWay({ appointment, times: { doctorId, start, end }, other })
        else reportError(error)
      },
    )
  }

  const putBackDrop = () => {
    setInSeries(undefined)
    if (inSeries) putAppointment(client, place, inSeries.appointment)
    void reloadAll(client, place)
  }

  return {
    move: (appointment: Appointment, move: AppointmentMove) => {
      const times = movedTimes(appointment, move, place.time)
      if (isSameTime(appointment, times)) return
      if (!isRepeated(appointment)) {
        send(appointment, times, true)
        return
      }
      putAppointment(client, place, { ...appointment, ...times })
      setInSeries({ appointment, times })
    },
    inSeries,
    /** Only the occurrence that was dropped. */
    moveThis: () => {
      setInSeries(undefined)
      if (inSeries) send(inSeries.appointment, inSeries.times, true)
    },
    /** The series was saved; what is kept of it was read anew. */
    seriesMoved: () => setInSeries(undefined),
    putBackDrop,
    /** A colleague changed it meanwhile: it goes where they left it, and that is said. */
    seriesChanged: () => {
      putBackDrop()
      messages.queue({ kind: 'error', key: 'version_conflict' })
    },
    inTheWay,
    moveAnyway: (reason: string) => {
      const wish = { allowOverlap: true, overlapReason: reason }
      if (inTheWay) send(inTheWay.appointment, { ...inTheWay.times, ...wish }, true)
    },
    leaveIt: () => setInTheWay(undefined),
  }
}
