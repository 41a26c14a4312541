import { fhirPage } from '@ulna/contract/fhir/fhir.resources'
import type { Patient } from '@ulna/contract/patients/patients'
import type { Patient as FhirPatient } from 'fhir/r4'
import { invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import {
  type PatientContact,
  type PatientCriteria,
  type PatientIdentifier,
  type PatientOrder,
  patientsBy,
  type Span,
} from '../patients/patients.find.service.ts'
import { gendersOf } from '../records/records.service.ts'
import { namingSystem } from './mapping/base/fhir.names.ts'
import { asFhirText } from './mapping/base/fhir.said.ts'
import { genders, type PatientMask, patientResource } from './mapping/practice/fhir.patient.ts'
import { dateWish, dayStretchOf, spansOf, splitPrefix, storableInstant } from './search/fhir.dates.ts'
import { type Alternatives, numbersOf, type Search, tokenOf } from './search/fhir.parameters.ts'

const administrativeGender = 'http://hl7.org/fhir/administrative-gender'

const columns: Readonly<Record<string, PatientIdentifier['of']>> = {
  [namingSystem('patient-uid')]: 'uid',
  [namingSystem('file-number')]: 'file_id',
  [namingSystem('social-id')]: 'social_id',
}

/** `value`, `system|value` or `system|`; of a system that is none of ours, or of none, nobody has one. */
const identifierOf = (wish: string): PatientIdentifier[] => {
  const { system, value } = tokenOf(wish)
  if (system === undefined) return [{ value }]
  const of = columns[system]
  return of === undefined ? [] : [value === '' ? { of } : { of, value }]
}

const gendersFor = (wish: string): string[] => {
  const { system, value } = tokenOf(wish)
  if (system !== undefined && system !== administrativeGender) return []
  return value === '' ? Object.keys(genders) : Object.keys(genders).filter((one) => genders[one] === value)
}

const contactsOf = (kinds: readonly ('phone' | 'email')[], wish: string): PatientContact[] => {
  const { system, value } = tokenOf(wish)
  const digits = value.replaceAll(/[^0-9]/g, '')
  const isWanted = (kind: 'phone' | 'email') =>
    kinds.includes(kind) && (system === undefined || system === kind)
  return [
    ...(isWanted('phone') && digits !== '' ? [{ digits }] : []),
    ...(isWanted('email') && value.includes('@') ? [{ email: value }] : []),
  ]
}

const orders: Readonly<Record<string, PatientOrder['by']>> = {
  _id: 'id',
  _lastUpdated: 'changed',
  birthdate: 'born',
  name: 'name',
  family: 'familyName',
  given: 'givenName',
}

const orderOf = ({ sort }: Search): PatientOrder[] =>
  sort.flatMap(({ name, descending }) => {
    const by = orders[name]
    return by === undefined ? [] : [{ by, descending }]
  })

const bornSpans = (wish: string): Span[] => {
  const { prefix, rest } = splitPrefix(wish)
  const days = dayStretchOf(rest)
  if (!days) throw invalidField('birthdate', 'field_date')
  return spansOf(prefix, days)
}

/** Stretches of time of a wish, as the database compares them. */
export const momentSpans = (name: string, wish: string, timezone: string): Span[] => {
  const wanted = dateWish(wish, timezone)
  if (!wanted) throw invalidField(name, 'field_date')
  return spansOf(wanted.prefix, {
    from: storableInstant(wanted.from),
    before: storableInstant(wanted.before),
  })
}

const isActive = (wishes: readonly Alternatives[]): boolean[] =>
  wishes.flat().map((wish) => {
    if (wish !== 'true' && wish !== 'false') throw invalidField('active', 'field_option')
    return wish === 'true'
  })

/**
 * Archived patients are found by who looks for them: by their id, or as those who are not active. Everybody else finds the
 * others.
 */
const archivedOf = (search: Search): boolean | undefined => {
  const active = isActive(search.wishes.get('active') ?? [])
  if (active.length > 0) return active.every((one) => one) ? false : active.includes(true) ? undefined : true
  return search.wishes.has('_id') ? undefined : false
}

/** Lists of the same kind hold together; ids and identifiers are looked for among what every list names. */
const commonTo = (lists: readonly (readonly number[])[] | undefined): number[] | undefined => {
  const [first, ...others] = lists ?? []
  return first?.filter((one) => others.every((list) => list.includes(one)))
}

const criteriaOf = (search: Search, timezone: string): PatientCriteria => {
  const wishesFor = (name: string): readonly Alternatives[] => search.wishes.get(name) ?? []
  const contacts = (name: string, kinds: readonly ('phone' | 'email')[]) =>
    wishesFor(name).map((any) => any.flatMap((wish) => contactsOf(kinds, wish)))
  return {
    ids: commonTo(search.wishes.get('_id')?.map((any) => numbersOf('patient', any))),
    archived: archivedOf(search),
    identifiers: wishesFor('identifier').map((any) => any.flatMap(identifierOf)),
    genders: wishesFor('gender').map((any) => any.flatMap(gendersFor)),
    contacts: [
      ...contacts('phone', ['phone']),
      ...contacts('email', ['email']),
      ...contacts('telecom', ['phone', 'email']),
    ],
    names: wishesFor('name'),
    familyNames: wishesFor('family'),
    givenNames: wishesFor('given'),
    born: wishesFor('birthdate').map((any) => any.flatMap(bornSpans)),
    changed: wishesFor('_lastUpdated').map((any) =>
      any.flatMap((wish) => momentSpans('_lastUpdated', wish, timezone)),
    ),
  }
}

/** What of a patient is content of the file, which not everybody may read: whoever may not is told so. */
const hidden: ReadonlySet<PatientMask> = new Set(['gender', 'clinicSummary'])
const nothingHidden: ReadonlySet<PatientMask> = new Set()

/** Patients as this actor may read them. */
export const patientResources = async (
  tx: Tx,
  actor: PracticeActor,
  patients: readonly Patient[],
  appUrl: string,
): Promise<FhirPatient[]> => {
  const genders = await gendersOf(
    tx,
    actor,
    patients.map(({ id }) => id),
  )
  const masked = actor.clinical ? nothingHidden : hidden
  return patients.map((patient) => {
    const stated = genders.find(({ patientId }) => patientId === patient.id)
    const gender = stated && { ...stated, at: stated.at.toISOString() }
    return asFhirText(patientResource(patient, appUrl, gender, masked))
  })
}

/** Patients by the ids of their resources, archived ones too. */
export const patientsWith = async (
  tx: Tx,
  actor: PracticeActor,
  ids: ReadonlySet<string>,
  appUrl: string,
): Promise<FhirPatient[]> => {
  const page = { limit: ids.size, offset: 0 }
  const { patients } = await patientsBy(tx, actor, { ids: numbersOf('patient', [...ids]) }, page)
  return patientResources(tx, actor, patients, appUrl)
}

/** Numbers of the patients who have one of each of these identifiers, as a search of patients finds them; 200 at most. */
export const patientsIdentifiedBy = async (
  tx: Tx,
  actor: PracticeActor,
  identifiers: readonly Alternatives[],
): Promise<number[]> => {
  const criteria = { archived: false, identifiers: identifiers.map((any) => any.flatMap(identifierOf)) }
  const { patients } = await patientsBy(tx, actor, criteria, { limit: fhirPage.most, offset: 0 })
  return patients.map(({ id }) => id)
}

/** A page of the patients that a search looks for. */
export const searchPatientResources = async (
  tx: Tx,
  actor: PracticeActor,
  search: Search,
  appUrl: string,
): Promise<{ readonly resources: FhirPatient[]; readonly total: number }> => {
  const { limit, offset } = search
  const criteria = criteriaOf(search, actor.timezone)
  const { patients, total } = await patientsBy(tx, actor, criteria, { limit, offset, order: orderOf(search) })
  return { resources: await patientResources(tx, actor, patients, appUrl), total }
}
