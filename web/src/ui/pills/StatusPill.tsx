import type { ReactNode } from 'react'
import { CheckIcon, CloseIcon } from '../icons/base-icons.tsx'
import type { IconProps } from '../icons/Icon.tsx'
import { CheckCircleIcon } from '../icons/shared-icons.tsx'
import { CancelledIcon, CircleIcon, DoorIcon } from '../icons/visit-icons.tsx'
import { Pill, type PillTone } from './Pill.tsx'

/** What an appointment shows: its status, with "booked and confirmed" as a state of its own. */
export type AppointmentState = 'booked' | 'confirmed' | 'arrived' | 'attended' | 'no_show' | 'cancelled'

interface Look {
  readonly tone: PillTone
  readonly Icon: (props: IconProps) => ReactNode
}

const looks: Readonly<Record<AppointmentState, Look>> = {
  booked: { tone: 'neutral', Icon: CircleIcon },
  confirmed: { tone: 'accent', Icon: CheckCircleIcon },
  arrived: { tone: 'warn', Icon: DoorIcon },
  attended: { tone: 'good', Icon: CheckIcon },
  no_show: { tone: 'bad', Icon: CloseIcon },
  cancelled: { tone: 'neutral', Icon: CancelledIcon },
}

/** The state an appointment is shown in. */
export const appointmentState = (appointment: {
  status: Exclude<AppointmentState, 'confirmed'>
  confirmed: boolean
}): AppointmentState =>
  appointment.status === 'booked' && appointment.confirmed ? 'confirmed' : appointment.status

/** The icon alone, where the word stands elsewhere in the accessible name. */
export const StatusIcon = ({ state, size = 15 }: { state: AppointmentState; size?: number }) => {
  const { Icon } = looks[state]
  return <Icon size={size} />
}

export const StatusPill = ({ state, label }: { state: AppointmentState; label: string }) => (
  <Pill tone={looks[state].tone} icon={<StatusIcon state={state} />}>
    {label}
  </Pill>
)
