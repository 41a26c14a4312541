import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useState } from 'react'
import type { AgendaPlace } from '../../../../features/appointments/agenda/appointments.cache.ts'
import type { ChosenPatient } from '../../../../features/appointments/form/appointment-form-values.ts'
import { useChangeState } from '../../../../features/appointments/use-change-state.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import type { PatientVisit } from './VisitActions.tsx'
import { VisitCard, type VisitCardProps } from './VisitCard.tsx'

const CancelAppointmentDialog = lazyPart(
  () => import('../../../../features/appointments/CancelAppointmentDialog.tsx'),
  'CancelAppointmentDialog',
)
const ChargeDialog = lazyPart(
  () => import('../../../../features/receipts/ChargeDialog.tsx'),
  'ChargeDialog',
  ['receipts', 'patient', 'record'],
)

export interface VisitCardHostProps extends Pick<VisitCardProps, 'onBookNext'> {
  place: AgendaPlace
  /** Whose card is open, and where. */
  shown: Pick<VisitCardProps, 'visit' | 'anchor'> | undefined
  lateCancelHours: number
  onEdit: (appointmentId: number) => void
  /** Puts somebody on the wait list. */
  onWait: (patient: ChosenPatient) => void
  /** Something stands over the agenda, or does no more, that is not the card. */
  onCovered: (isCovered: boolean) => void
  onClose: () => void
}

type Over = { kind: 'cancel'; visit: Appointment } | { kind: 'charge'; visit: PatientVisit }

/** The card of an appointment, the question for the reason of a cancellation, and the receipt. */
export const VisitCardHost = (props: VisitCardHostProps) => {
  const { shown, lateCancelHours, onEdit, onWait, onBookNext, onCovered, onClose } = props
  const changeState = useChangeState(props.place)
  const [over, setOver] = useState<Over>()
  const open = (next: Over | undefined) => {
    setOver(next)
    onCovered(next !== undefined)
  }
  /** Closes the card for what stands in its place. */
  const instead = (act: () => void) => {
    onClose()
    act()
  }
  return (
    <Optional>
      {shown ? (
        <VisitCard
          key={shown.visit.id}
          {...shown}
          onState={(state) => {
            if (state !== 'cancelled') return changeState(shown.visit, state)
            instead(() => open({ kind: 'cancel', visit: shown.visit }))
          }}
          onCharge={(visit) => instead(() => open({ kind: 'charge', visit }))}
          onEdit={() => instead(() => onEdit(shown.visit.id))}
          onBookNext={(visit) => instead(() => onBookNext(visit))}
          onWait={({ patientId, patientName }) =>
            instead(() => onWait({ id: patientId, name: patientName ?? '' }))
          }
          onClose={onClose}
        />
      ) : null}
      {over?.kind === 'cancel' ? (
        <CancelAppointmentDialog
          appointment={over.visit}
          lateCancelHours={lateCancelHours}
          onCancel={(reason) => {
            open(undefined)
            changeState(over.visit, 'cancelled', reason)
          }}
          onClose={() => open(undefined)}
        />
      ) : null}
      {over?.kind === 'charge' ? <ChargeDialog visit={over.visit} onClose={() => open(undefined)} /> : null}
    </Optional>
  )
}
