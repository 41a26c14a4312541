import { type FhirType, fhirResources } from '@ulna/contract/fhir/fhir.resources'
import type { Language } from '@ulna/contract/record-class/record-class'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { type Audited, audited, lookUp, view } from '../../platform/use-case.ts'
import { requirePatient } from '../patients/patients.service.ts'
import { searchAppointmentResources } from './fhir.agenda.service.ts'
import { type Found, fhirAnswer, searchBundle } from './fhir.answers.ts'
import type { FhirDependencies } from './fhir.dependencies.ts'
import { ownerOf } from './fhir.owner.service.ts'
import { searchPatientResources } from './fhir.people.service.ts'
import { type PracticeType, practiceResources } from './fhir.practice.service.ts'
import { type FileType, fileResources } from './fhir.read.service.ts'
import { matches, refuseNoDates } from './search/fhir.matching.ts'
import { idOfReference, numbersOf, readSearch, type Search } from './search/fhir.parameters.ts'

export interface SearchWish {
  /** The query as it came. */
  readonly query: Readonly<Record<string, unknown>>
  readonly strict: boolean
  readonly language: Language
}

type Results = Pick<Found, 'resources' | 'total'>

const answerOf = (appUrl: string, search: Search, results: Results): FileAnswer =>
  fhirAnswer(searchBundle(appUrl, { ...search, ...results, path: search.type }))

/** The page of what was found in memory. */
const pageIn = (resources: Found['resources'], { limit, offset }: Search): Results => ({
  resources: resources.slice(offset, offset + limit),
  total: resources.length,
})

export const searchOfPractice = async (
  dependencies: FhirDependencies,
  actor: PracticeActor,
  type: PracticeType,
  wish: SearchWish,
): Promise<FileAnswer> => {
  const search = readSearch(type, wish.query, wish.strict)
  refuseNoDates(search, actor.timezone)
  const results = await lookUp(dependencies.db, actor, async (tx) => {
    const all = await practiceResources(tx, actor, dependencies, type)
    return pageIn(
      all.filter((one) => matches(one, search, actor.timezone)),
      search,
    )
  })
  return answerOf(dependencies.appUrl(), search, results)
}

type FindIn = (tx: Tx, search: Search) => Promise<Audited<Results>>

const searchWith = async (
  { db, appUrl }: FhirDependencies,
  actor: PracticeActor,
  search: Search,
  find: FindIn,
): Promise<FileAnswer> => answerOf(appUrl(), search, await view(db, actor, (tx) => find(tx, search)))

const detailOf = (type: FhirType, total: number) => ({ fhir: type, count: total })

export const searchPatients = (dependencies: FhirDependencies, actor: PracticeActor, wish: SearchWish) =>
  searchWith(dependencies, actor, readSearch('Patient', wish.query, wish.strict), async (tx, search) => {
    const found = await searchPatientResources(tx, actor, search, dependencies.appUrl())
    return audited({ action: 'patient.list', detail: detailOf('Patient', found.total) }, found)
  })

export const searchAppointments = (dependencies: FhirDependencies, actor: PracticeActor, wish: SearchWish) =>
  searchWith(dependencies, actor, readSearch('Appointment', wish.query, wish.strict), async (tx, search) => {
    const found = await searchAppointmentResources(tx, actor, search)
    return audited({ action: 'appointment.list', detail: detailOf('Appointment', found.total) }, found)
  })

const soleOf = (numbers: readonly number[]): number => {
  const [first, ...others] = [...new Set(numbers)]
  if (first === undefined) throw new AppError('not_found')
  if (others.length > 0) throw invalidField('patient', 'field_option')
  return first
}

/** Whose file is searched: said by `patient` or `subject`, or by the ids that are looked for. Without any of it nobody's is. */
const patientOf = async (tx: Tx, actor: PracticeActor, { wishes }: Search): Promise<number> => {
  const named = [...(wishes.get('patient') ?? []), ...(wishes.get('subject') ?? [])].flat()
  if (named.length > 0) {
    const numbers = numbersOf('patient', named)
    if (numbers.length < named.length) throw invalidField('patient', 'field_option')
    const patientId = soleOf(numbers)
    await requirePatient(tx, actor, patientId)
    return patientId
  }
  const ids = (wishes.get('_id') ?? []).flat()
  if (ids.length === 0) throw invalidField('patient', 'field_required')
  const owners = []
  for (const id of ids) owners.push(await ownerOf(tx, actor, idOfReference(id)))
  return soleOf(owners)
}

/** Looks through one file; which one has to be said. */
export const searchOfFile = (
  dependencies: FhirDependencies,
  actor: PracticeActor,
  type: FileType,
  { query, strict, language }: SearchWish,
) =>
  searchWith(dependencies, actor, readSearch(type, query, strict), async (tx, search) => {
    refuseNoDates(search, actor.timezone)
    const patientId = await patientOf(tx, actor, search)
    const all = await fileResources(tx, actor, dependencies, { patientId, type, language })
    const found = all.filter((one) => matches(one, search, actor.timezone))
    const { search: action } = fhirResources[type].audit
    return audited({ action, patientId, detail: detailOf(type, found.length) }, pageIn(found, search))
  })
