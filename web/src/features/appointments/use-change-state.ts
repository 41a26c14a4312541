import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../api/http/messages.ts'
import { reportError } from '../../api/practice/app-errors.ts'
import type { AppointmentState } from '../../ui/pills/StatusPill.tsx'
import { appointmentState } from '../../ui/pills/StatusPill.tsx'
import { messagesAbout } from './agenda/appointment-versions.ts'
import type { AgendaPlace } from './agenda/appointments.cache.ts'
import { useUpdateAppointment } from './agenda/appointments.queries.ts'
import { changeBack, changeOfState } from './appointment-states.ts'

/** Changes the state of an appointment in one step, and offers to take it back. A refusal is said in words. */
export const useChangeState = (place: AgendaPlace) => {
  const { t } = useTranslation('calendar')
  const update = useUpdateAppointment(place)

  const say = (saved: Appointment, before: Appointment) => {
    const words = {
      name: saved.patientName ?? saved.title ?? t('event.untitled'),
      status: t(`status.${appointmentState(saved)}`),
    }
    queueInfo(t('result.state', words), {
      about: messagesAbout(saved),
      action: { label: 'undo', run: () => send(saved, changeBack(before)) },
    })
  }

  const send = (
    event: Appointment,
    change: ReturnType<typeof changeOfState>,
    then?: (saved: Appointment) => void,
  ) => {
    update.mutateAsync({ appointment: event, change: { ...change, version: event.version } }).then(
      ({ appointment }) => then?.(appointment),
      (error: unknown) => reportError(error),
    )
  }

  return (appointment: Appointment, state: AppointmentState, cancelReason: string | null = null): void => {
    if (state === appointmentState(appointment)) return
    send(appointment, changeOfState(state, cancelReason), (saved) => say(saved, appointment))
  }
}
