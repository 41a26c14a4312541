import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { AgendaPlace } from '../../../../features/appointments/agenda/appointments.cache.ts'
import type { ChosenPatient } from '../../../../features/appointments/form/appointment-form-values.ts'
import { useChangeState } from '../../../../features/appointments/use-change-state.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import { AppointmentMenu, type AppointmentMenuProps } from './AppointmentMenu.tsx'

const CancelAppointmentDialog = lazyPart(
  () => import('../../../../features/appointments/CancelAppointmentDialog.tsx'),
  'CancelAppointmentDialog',
)

export interface AppointmentMenuHostProps {
  place: AgendaPlace
  /** Whose menu is open, and where. */
  shown: Pick<AppointmentMenuProps, 'appointment' | 'anchor'> | undefined
  /** What is being cancelled: the reason is asked. */
  cancelling: Appointment | undefined
  lateCancelHours: number
  onOpen: (appointmentId: number) => void
  /** Puts somebody on the wait list. */
  onWait: (patient: ChosenPatient) => void
  onCancelling: (appointment: Appointment | undefined) => void
  onClose: () => void
}

/** The menu of an appointment, and the question for the reason of a cancellation. */
export const AppointmentMenuHost = (props: AppointmentMenuHostProps) => {
  const { shown, cancelling, lateCancelHours, onOpen, onWait, onCancelling, onClose } = props
  const changeState = useChangeState(props.place)
  return (
    <Optional>
      {shown ? (
        <AppointmentMenu
          key={shown.appointment.id}
          {...shown}
          onState={(state) =>
            state === 'cancelled' ? onCancelling(shown.appointment) : changeState(shown.appointment, state)
          }
          onOpen={() => onOpen(shown.appointment.id)}
          onWait={onWait}
          onClose={onClose}
        />
      ) : null}
      {cancelling ? (
        <CancelAppointmentDialog
          appointment={cancelling}
          lateCancelHours={lateCancelHours}
          onCancel={(reason) => {
            onCancelling(undefined)
            changeState(cancelling, 'cancelled', reason)
          }}
          onClose={() => onCancelling(undefined)}
        />
      ) : null}
    </Optional>
  )
}
