import type { Appointment } from '@ulna/contract/appointments'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportError } from '../../api/app-errors.ts'
import { queueInfo } from '../../api/messages.ts'
import {
  type EventMove,
  isSameTime,
  type MovedTimes,
  movedTimes,
} from '../../blocks/agenda-grid/event-move.ts'
import { useDates } from '../../i18n/use-dates.ts'
import { overlapOf } from './appointment-refusals.ts'
import { type AgendaPlace, useUpdateAppointment } from './appointments.queries.ts'

/** A drop the server refused because somebody else is there. */
export interface MoveInTheWay {
  event: Appointment
  times: MovedTimes
  other: Appointment
}

/** Carries out drops on the grid: at once on the screen, with a way back, and a question where another appointment is. */
export const useMoveAppointment = (place: AgendaPlace) => {
  const { t } = useTranslation('calendar')
  const dates = useDates()
  const update = useUpdateAppointment(place)
  const [inTheWay, setInTheWay] = useState<MoveInTheWay>()

  const say = (saved: Appointment, before: Appointment) =>
    queueInfo(t('result.moved', { day: dates.instantDay(saved.start), start: dates.time(saved.start) }), {
      action: {
        label: 'undo',
        run: () =>
          send(saved, { doctorId: before.doctorId, start: before.start, end: before.end }, true, false),
      },
    })

  const send = (event: Appointment, times: MovedTimes, allowOverlap: boolean, withUndo: boolean) => {
    setInTheWay(undefined)
    const change = { ...times, version: event.version, ...(allowOverlap ? { allowOverlap: true } : {}) }
    // Each promise is kept: with `mutate` only the last of several quick drops would be heard.
    update.mutateAsync({ event, change }).then(
      (saved) => {
        if (withUndo) say(saved, event)
      },
      (error: unknown) => {
        const other = overlapOf(error)
        if (other) setInTheWay({ event, times, other })
        else reportError(error)
      },
    )
  }

  return {
    move: (event: Appointment, move: EventMove) => {
      const times = movedTimes(event, move, place.time)
      if (!isSameTime(event, times)) send(event, times, false, true)
    },
    inTheWay,
    moveAnyway: () => {
      if (inTheWay) send(inTheWay.event, inTheWay.times, true, true)
    },
    leaveIt: () => setInTheWay(undefined),
  }
}
