import type { AgendaPlace } from '../../../../features/appointments/agenda/appointments.cache.ts'
import type { ChosenPatient } from '../../../../features/appointments/form/appointment-form-values.ts'
import { useChangeState } from '../../../../features/appointments/use-change-state.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import { EventMenu } from './EventMenu.tsx'
import type { useEventMenu } from './use-event-menu.ts'

const CancelAppointmentDialog = lazyPart(
  () => import('../../../../features/appointments/CancelAppointmentDialog.tsx'),
  'CancelAppointmentDialog',
)

export interface EventMenuHostProps {
  place: AgendaPlace
  menu: ReturnType<typeof useEventMenu>
  lateCancelHours: number
  onOpen: (eventId: number) => void
  /** Puts somebody on the wait list. */
  onWait: (patient: ChosenPatient) => void
}

/** The menu of an appointment, and the question for the reason of a cancellation. */
export const EventMenuHost = ({ place, menu, lateCancelHours, onOpen, onWait }: EventMenuHostProps) => {
  const changeState = useChangeState(place)
  const { shown, cancelling } = menu
  return (
    <Optional>
      {shown ? (
        <EventMenu
          key={shown.appointment.id}
          {...shown}
          onState={(state) =>
            state === 'cancelled' ? menu.askReason(shown.appointment) : changeState(shown.appointment, state)
          }
          onOpen={() => onOpen(shown.appointment.id)}
          onWait={onWait}
          onClose={menu.close}
        />
      ) : null}
      {cancelling ? (
        <CancelAppointmentDialog
          appointment={cancelling}
          lateCancelHours={lateCancelHours}
          onCancel={(reason) => {
            menu.closeReason()
            changeState(cancelling, 'cancelled', reason)
          }}
          onClose={menu.closeReason}
        />
      ) : null}
    </Optional>
  )
}
