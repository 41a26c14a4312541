import type { Appointment as FhirAppointment } from 'fhir/r4'
import type { Tx } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import {
  type AppointmentCriteria,
  type AppointmentOrder,
  appointmentsBy,
} from '../appointments/appointments.find.service.ts'
import { momentSpans, patientsIdentifiedBy } from './fhir.people.service.ts'
import { namingSystem, type SourceKind } from './mapping/base/fhir.names.ts'
import { asFhirText } from './mapping/base/fhir.said.ts'
import { appointmentResource, statusesOf } from './mapping/practice/fhir.appointment.ts'
import { numbersOf, type Search, tokenOf } from './search/fhir.parameters.ts'

/** `value`, `system|value` or `system|`, which each of them has; of another system there is none. */
const uidOf = (wish: string): (string | null)[] => {
  const { system, value } = tokenOf(wish)
  if (system !== undefined && system !== namingSystem('appointment-uid')) return []
  return [value === '' ? null : value]
}

const orders: Readonly<Record<string, AppointmentOrder['by']>> = {
  _id: 'id',
  _lastUpdated: 'changed',
  date: 'start',
}

const orderOf = ({ sort }: Search): AppointmentOrder[] =>
  sort.flatMap(({ name, descending }) => {
    const by = orders[name]
    return by === undefined ? [] : [{ by, descending }]
  })

/** Those that both lists name; what is undefined names everybody. */
const inBoth = (one: number[] | undefined, other: number[] | undefined): number[] | undefined =>
  one && other ? one.filter((id) => other.includes(id)) : (one ?? other)

const criteriaOf = (
  { wishes }: Search,
  timezone: string,
  identified: number[] | undefined,
): AppointmentCriteria => {
  const numbers = (name: string, kind: SourceKind): number[] | undefined => {
    const [first, ...others] = (wishes.get(name) ?? []).map((any) => numbersOf(kind, any))
    return first?.filter((one) => others.every((list) => list.includes(one)))
  }
  const spans = (name: string) =>
    (wishes.get(name) ?? []).map((any) => any.flatMap((wish) => momentSpans(name, wish, timezone)))
  return {
    ids: numbers('_id', 'appointment'),
    patientIds: inBoth(numbers('patient', 'patient'), identified),
    doctorIds: numbers('practitioner', 'doctor'),
    statuses: (wishes.get('status') ?? []).map((any) => any.flatMap(statusesOf)),
    actors: (wishes.get('actor') ?? []).map((any) => ({
      patientIds: numbersOf('patient', any),
      doctorIds: numbersOf('doctor', any),
    })),
    uids: (wishes.get('identifier') ?? []).map((any) => any.flatMap(uidOf)),
    starts: spans('date'),
    changed: spans('_lastUpdated'),
  }
}

/** A page of the appointments that a search looks for, by start. */
export const searchAppointmentResources = async (
  tx: Tx,
  actor: PracticeActor,
  search: Search,
): Promise<{ readonly resources: FhirAppointment[]; readonly total: number }> => {
  const { limit, offset, identifiers } = search
  const identified = identifiers.length === 0 ? undefined : await patientsIdentifiedBy(tx, actor, identifiers)
  const criteria = criteriaOf(search, actor.timezone, identified)
  const page = { limit, offset, order: orderOf(search) }
  const { appointments, total } = await appointmentsBy(tx, actor, criteria, page)
  return { resources: appointments.map((one) => asFhirText(appointmentResource(one))), total }
}
