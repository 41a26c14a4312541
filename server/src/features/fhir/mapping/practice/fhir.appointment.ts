import type { Appointment, AppointmentStatus } from '@ulna/contract/appointments/appointments'
import type { Appointment as FhirAppointment } from 'fhir/r4'
import {
  extension,
  flagExtension,
  groupExtension,
  identifier,
  maskedElement,
  metaOf,
  reference,
  textExtension,
  wordsOf,
} from '../base/fhir.elements.ts'
import { resourceId } from '../base/fhir.names.ts'
import { said, textOf, there } from '../base/fhir.said.ts'

const statuses: Readonly<Record<AppointmentStatus, FhirAppointment['status']>> = {
  booked: 'booked',
  arrived: 'arrived',
  attended: 'fulfilled',
  no_show: 'noshow',
  cancelled: 'cancelled',
}

/** The states of ours that a state of FHIR stands for; none for one that nothing here is in. */
export const statusesOf = (status: string): AppointmentStatus[] =>
  (Object.keys(statuses) as AppointmentStatus[]).filter((one) => statuses[one] === status)

const participantsOf = (one: Appointment): FhirAppointment['participant'] => [
  {
    actor: reference('Practitioner', resourceId('doctor', one.doctorId), one.doctorName),
    status: 'accepted',
  },
  ...(one.patientId === null
    ? []
    : [
        {
          actor: reference('Patient', resourceId('patient', one.patientId), one.patientName),
          // Whoever confirmed a visit said that they come.
          status: one.confirmed ? ('accepted' as const) : ('needs-action' as const),
        },
      ]),
]

const seriesOf = (one: Appointment) =>
  groupExtension('series', [
    one.parent === null
      ? undefined
      : extension('parent', {
          valueReference: reference('Appointment', resourceId('appointment', one.parent)),
        }),
    one.every === null ? undefined : extension('every', { valueString: JSON.stringify(one.every) }),
    textExtension('until', one.until),
    one.detached ? flagExtension('detached', true) : undefined,
  ])

/** Why it was cancelled; of one that no longer is, FHIR has no place for that but an extension. */
const reasonOf = ({ status, cancelReason }: Appointment) => {
  const reason = textOf(cancelReason)
  return reason !== undefined && ['cancelled', 'no_show'].includes(status) ? wordsOf(reason) : undefined
}

/** What of a visit is kept back: its note, or everything that is written of it. */
export interface VisitMask {
  readonly note: boolean
  readonly texts: boolean
}

/** A visit of the agenda, or another entry of it: those have no patient. What is kept back is said in its place. */
export const appointmentResource = (
  one: Appointment,
  kept: VisitMask = { note: false, texts: false },
): FhirAppointment =>
  said<FhirAppointment>({
    resourceType: 'Appointment',
    id: resourceId('appointment', one.id),
    meta: metaOf([one.version], [one.updatedAt, one.createdAt]),
    identifier: [identifier('appointment-uid', one.uid)],
    status: statuses[one.status],
    cancelationReason: reasonOf(one),
    description: textOf(one.title),
    _description: maskedElement(kept.texts),
    start: one.start,
    end: one.end,
    created: one.createdAt,
    comment: textOf(one.note),
    _comment: maskedElement(kept.note || kept.texts),
    patientInstruction: textOf(one.patientNote),
    participant: participantsOf(one),
    extension: there(
      flagExtension('confirmed', one.confirmed),
      reasonOf(one) ? undefined : textExtension('cancel-reason', one.cancelReason),
      flagExtension('cancelled-late', one.cancelledLate),
      textExtension('imported-from', one.importedFrom),
      seriesOf(one),
      groupExtension('overlap', [
        one.allowOverlap ? flagExtension('allowed', true) : undefined,
        textExtension('reason', one.overlapReason),
      ]),
    ),
  })
