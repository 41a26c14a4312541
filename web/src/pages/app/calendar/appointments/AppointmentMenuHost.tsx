import type { AgendaPlace } from '../../../../features/appointments/agenda/appointments.cache.ts'
import type { ChosenPatient } from '../../../../features/appointments/form/appointment-form-values.ts'
import { useChangeState } from '../../../../features/appointments/use-change-state.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import { AppointmentMenu } from './AppointmentMenu.tsx'
import type { useAppointmentMenu } from './use-appointment-menu.ts'

const CancelAppointmentDialog = lazyPart(
  () => import('../../../../features/appointments/CancelAppointmentDialog.tsx'),
  'CancelAppointmentDialog',
)

export interface AppointmentMenuHostProps {
  place: AgendaPlace
  menu: ReturnType<typeof useAppointmentMenu>
  lateCancelHours: number
  onOpen: (appointmentId: number) => void
  /** Puts somebody on the wait list. */
  onWait: (patient: ChosenPatient) => void
}

/** The menu of an appointment, and the question for the reason of a cancellation. */
export const AppointmentMenuHost = ({
  place,
  menu,
  lateCancelHours,
  onOpen,
  onWait,
}: AppointmentMenuHostProps) => {
  const changeState = useChangeState(place)
  const { shown, cancelling } = menu
  return (
    <Optional>
      {shown ? (
        <AppointmentMenu
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
