import type { Appointment } from '@ulna/contract/appointments'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messages, queueInfo } from '../../../api/messages.ts'
import type { AgendaActions, FreeSlot } from '../../../blocks/agenda-grid/grid-column.ts'
import {
  type AppointmentFormValues,
  type ChosenPatient,
  valuesOfSlot,
} from '../../../features/appointments/appointment-form-values.ts'
import type { AgendaPlace } from '../../../features/appointments/appointments.queries.ts'
import { useAgendaObstacle } from '../../../features/appointments/use-agenda-permission.ts'
import { useMoveAppointment } from '../../../features/appointments/use-move-appointment.ts'
import { useDates } from '../../../i18n/use-dates.ts'

export type DialogTarget =
  | { kind: 'new'; values: AppointmentFormValues }
  | { kind: 'stored'; appointment: Appointment }

/** Which appointment is being booked, changed, moved or deleted (specification §2: appointment being edited). */
export const useAppointmentDialogs = (
  place: AgendaPlace,
  events: readonly Appointment[],
  onPage: (by: -1 | 1) => void,
) => {
  const { t } = useTranslation('calendar')
  const dates = useDates()
  const [target, setTarget] = useState<DialogTarget>()
  const [removing, setRemoving] = useState<Appointment>()
  const moving = useMoveAppointment(place)
  const obstacleTo = useAgendaObstacle()

  const now = { events, onPage, move: moving.move, obstacleTo }
  const latest = useRef(now)
  latest.current = now

  // The grid draws its columns again whenever these change, so they never do.
  const actions = useMemo((): AgendaActions => {
    const find = (id: number) => latest.current.events.find((event) => event.id === id)
    /** Says why when the agenda is not this person's to write. */
    const isMine = (doctorId: number): boolean => {
      const reason = latest.current.obstacleTo(doctorId)
      if (reason !== undefined) messages.queue({ kind: 'error', key: reason })
      return reason === undefined
    }
    return {
      onCreate: (slot: FreeSlot) => setTarget({ kind: 'new', values: valuesOfSlot(slot) }),
      onOpen: (id) => {
        const appointment = find(id)
        if (appointment) setTarget({ kind: 'stored', appointment })
      },
      onMove: (id, move) => {
        const appointment = find(id)
        if (appointment && isMine(appointment.doctorId)) latest.current.move(appointment, move)
      },
      onRemove: (id) => {
        const appointment = find(id)
        if (appointment && isMine(appointment.doctorId)) setRemoving(appointment)
      },
      onPage: (by) => latest.current.onPage(by),
    }
  }, [])

  const openNew = (slot: FreeSlot, patient: ChosenPatient | null) =>
    setTarget({ kind: 'new', values: { ...valuesOfSlot(slot), patient } })
  const close = () => setTarget(undefined)
  return {
    actions,
    openNew,
    moving,
    target,
    removing,
    isOpen: target !== undefined || removing !== undefined || moving.inTheWay !== undefined,
    selectedId: target?.kind === 'stored' ? target.appointment.id : undefined,
    close,
    closeRemoving: () => setRemoving(undefined),
    askRemoving: (appointment: Appointment) => setRemoving(appointment),
    removed: () => {
      setRemoving(undefined)
      close()
    },
    saved: (saved: Appointment) => {
      const words = { day: dates.instantDay(saved.start), start: dates.time(saved.start) }
      queueInfo(target?.kind === 'new' ? t('result.booked', words) : t('result.saved'))
      close()
    },
  }
}
