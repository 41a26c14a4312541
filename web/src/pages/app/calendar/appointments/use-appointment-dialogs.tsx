import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messages, queueInfo } from '../../../../api/http/messages.ts'
import type { AgendaActions, FreeSlot } from '../../../../blocks/agenda-grid/board/grid-column.ts'
import type { AgendaPractitioner } from '../../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { tellAfterPackage } from '../../../../features/appointments/agenda/after-package.ts'
import { messagesAbout } from '../../../../features/appointments/agenda/appointment-versions.ts'
import type { AgendaPlace } from '../../../../features/appointments/agenda/appointments.cache.ts'
import type { Saved } from '../../../../features/appointments/agenda/appointments.queries.ts'
import { useAgendaObstacle } from '../../../../features/appointments/agenda/use-agenda-permission.ts'
import { useMoveAppointment } from '../../../../features/appointments/agenda/use-move-appointment.ts'
import { useTellPatientClashes } from '../../../../features/appointments/agenda/use-tell-patient-clashes.ts'
import type { ChosenPatient } from '../../../../features/appointments/form/appointment-form-values.ts'
import type {
  AppointmentTarget,
  BookingEnds,
} from '../../../../features/appointments/form/use-appointment-form.ts'
import { useDates } from '../../../../i18n/dates/use-dates.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import { BookingDialogs, MoveDialogs } from './CalendarDialogs.tsx'

export interface AppointmentDialogsOptions {
  place: AgendaPlace
  practitioners: readonly AgendaPractitioner[]
  events: readonly Appointment[]
  onPage: (by: -1 | 1) => void
}

/** Which appointment is being booked, changed, moved or deleted (specification §2: appointment being edited). */
export const useAppointmentDialogs = ({
  place,
  practitioners,
  events,
  onPage,
}: AppointmentDialogsOptions) => {
  const { t } = useTranslation('calendar')
  const dates = useDates()
  const [target, setTarget] = useState<AppointmentTarget>()
  const [removing, setRemoving] = useState<Appointment>()
  const moving = useMoveAppointment(place)
  const obstacleTo = useAgendaObstacle()
  const tellClashes = useTellPatientClashes()

  const now = { events, onPage, move: moving.move, obstacleTo }
  const latest = useRef(now)
  latest.current = now
  // A colleague's change that comes while a card is in the air must not be dropped upon unseen: the server refuses the old version.
  const lifted = useRef<Appointment>(undefined)

  // The grid draws its columns again whenever these change, so they never do.
  const actions = useMemo((): Omit<AgendaActions, 'onOpen'> => {
    const find = (id: number) => latest.current.events.find((appointment) => appointment.id === id)
    /** Says why when the agenda is not this person's to write. */
    const isMine = (doctorId: number): boolean => {
      const reason = latest.current.obstacleTo(doctorId)
      if (reason !== undefined) messages.queue({ kind: 'error', key: reason })
      return reason === undefined
    }
    return {
      onCreate: (slot: FreeSlot) => setTarget({ kind: 'new', slot, patient: null }),
      onLift: (id) => {
        lifted.current = find(id)
      },
      onMove: (id, move) => {
        const appointment = lifted.current?.id === id ? lifted.current : find(id)
        if (appointment && isMine(appointment.doctorId)) latest.current.move(appointment, move)
      },
      onRemove: (id) => {
        const appointment = find(id)
        if (appointment && isMine(appointment.doctorId)) setRemoving(appointment)
      },
      onPage: (by) => latest.current.onPage(by),
    }
  }, [])

  const openNew = (slot: FreeSlot, patient: ChosenPatient | null, then: BookingEnds = {}) =>
    setTarget({ kind: 'new', slot, patient, ...then })
  /** Opens the form of an appointment. */
  const edit = (id: number) => {
    const appointment = events.find((one) => one.id === id)
    if (appointment) setTarget({ kind: 'stored', appointment })
  }
  const close = () => setTarget(undefined)
  const leave = () => {
    if (target?.kind === 'new') target.onLeft?.()
    close()
  }
  /** Somebody else may have been chosen in the form meanwhile. */
  const tellBooked = ({ patientId }: Appointment) => {
    if (target?.kind === 'new' && target.patient?.id === patientId) target.onBooked?.()
  }
  const onSaved = ({ appointment, patientClashes, afterPackage }: Saved) => {
    const words = { day: dates.instantDay(appointment.start), start: dates.time(appointment.start) }
    const about = messagesAbout(appointment)
    const done = target?.kind === 'new' ? t('result.booked', words) : t('result.saved')
    tellAfterPackage(afterPackage, (warning) => queueInfo(done + warning, { about }))
    tellClashes(patientClashes)
    tellBooked(appointment)
    close()
  }
  const onSeriesSaved = (appointment: Appointment) => {
    tellBooked(appointment)
    close()
  }
  const onRemoved = () => {
    setRemoving(undefined)
    close()
  }
  const { inSeries, inTheWay } = moving
  return {
    actions,
    openNew,
    edit,
    isOpen: [target, removing, inTheWay, inSeries].some((one) => one !== undefined),
    selectedId: target?.kind === 'stored' ? target.appointment.id : undefined,
    layer: (
      <Optional>
        <BookingDialogs
          {...{ place, practitioners, target, removing, onSaved, onSeriesSaved, onRemoved }}
          onClose={leave}
          onRemove={setRemoving}
          onKept={() => setRemoving(undefined)}
        />
        <MoveDialogs
          {...{ place, practitioners, inSeries, inTheWay }}
          onThis={moving.moveThis}
          onSaved={moving.seriesMoved}
          onClose={moving.putBackDrop}
          onConflict={moving.seriesChanged}
          onMove={moving.moveAnyway}
          onLeave={moving.leaveIt}
        />
      </Optional>
    ),
  }
}
