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
import { patientsIdentifiedBy, patientsWith, searchPatientResources } from './fhir.people.service.ts'
import { formResources, type PracticeType, practiceResources } from './fhir.practice.service.ts'
import { type FileType, fileReader, proveAll } from './fhir.read.service.ts'
import { isMapped } from './mapping/fhir.file-resources.ts'
import { includedBy, type Load, leadingTo } from './search/fhir.includes.ts'
import { matches, refuseNoDates } from './search/fhir.matching.ts'
import { idOfReference, numbersOf, readSearch, type Search } from './search/fhir.parameters.ts'
import { withElements } from './search/fhir.results.ts'
import { sorted } from './search/fhir.sorting.ts'

export interface SearchWish {
  /** The query as it came. */
  readonly query: Readonly<Record<string, unknown>>
  readonly strict: boolean
  readonly language: Language
}

type Results = Pick<Found, 'resources' | 'total' | 'included'>

const answerOf = (appUrl: string, search: Search, results: Results): FileAnswer => {
  const subset = (resources: Found['resources'] = []) =>
    resources.map((one) => withElements(one, search.elements))
  const told = { ...results, resources: subset(results.resources), included: subset(results.included) }
  return fhirAnswer(searchBundle(appUrl, { ...search, ...told, path: search.type }))
}

/** The page of what was found in memory, in the order that is asked for. */
const pageIn = (resources: Found['resources'], search: Search, timezone: string): Results => ({
  resources: sorted(resources, search, timezone).slice(search.offset, search.offset + search.limit),
  total: resources.length,
})

/** Nothing by its ids: all that there is of a kind. */
const anyId: ReadonlySet<string> = new Set()

/** The same with what the page leads to, and with what leads to it, where that is asked for. */
const withIncluded = async (
  results: Results,
  { includes, revIncludes }: Search,
  load: Load,
): Promise<Results> => {
  if (includes.length + revIncludes.length === 0) return results
  const { resources } = results
  const included = await includedBy(resources, includes, load)
  const present = [...resources, ...included]
  const leading = await leadingTo(resources, present, revIncludes, (type) => load(type, anyId))
  return { ...results, included: [...included, ...leading] }
}

const isOfPractice = (type: string): type is PracticeType =>
  Object.hasOwn(fhirResources, type) && fhirResources[type as FhirType].source === 'practice'

/** Ids that a search of forms names, by themselves or in their address. */
const formsNamed = ({ wishes }: Search): string[] =>
  ['_id', 'url'].flatMap((name) =>
    (wishes.get(name) ?? []).flat().map((wish) => idOfReference(wish.split('|')[0] ?? '')),
  )

export const searchOfPractice = async (
  dependencies: FhirDependencies,
  actor: PracticeActor,
  type: PracticeType,
  wish: SearchWish,
): Promise<FileAnswer> => {
  const search = readSearch(type, wish.query, wish.strict)
  refuseNoDates(search, actor.timezone)
  const results = await lookUp(dependencies.db, actor, async (tx) => {
    const load: Load = async (kind) =>
      isOfPractice(kind) ? practiceResources(tx, actor, dependencies, kind) : []
    const all =
      type === 'Questionnaire'
        ? await formResources(tx, actor, dependencies, formsNamed(search))
        : await practiceResources(tx, actor, dependencies, type)
    const found = all.filter((one) => matches(one, search, actor.timezone))
    return withIncluded(pageIn(found, search, actor.timezone), search, load)
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

/** What is included is read along: the row says which references were followed. */
const detailOf = ({ type, includes, revIncludes }: Search, total: number) => ({
  ...{ fhir: type, count: total },
  ...(includes.length === 0 ? {} : { include: includes.map(({ name }) => name) }),
  ...(revIncludes.length === 0
    ? {}
    : { revinclude: revIncludes.map(({ source, name }) => `${source}:${name}`) }),
})

export const searchPatients = (dependencies: FhirDependencies, actor: PracticeActor, wish: SearchWish) =>
  searchWith(dependencies, actor, readSearch('Patient', wish.query, wish.strict), async (tx, search) => {
    const found = await searchPatientResources(tx, actor, search, dependencies.appUrl())
    return audited({ action: 'patient.list', detail: detailOf(search, found.total) }, found)
  })

export const searchAppointments = (dependencies: FhirDependencies, actor: PracticeActor, wish: SearchWish) =>
  searchWith(dependencies, actor, readSearch('Appointment', wish.query, wish.strict), async (tx, search) => {
    const found = await searchAppointmentResources(tx, actor, search)
    const load: Load = async (type, ids) => {
      if (type === 'Practitioner') return practiceResources(tx, actor, dependencies, type)
      return type === 'Patient' ? patientsWith(tx, actor, ids, dependencies.appUrl()) : []
    }
    const detail = detailOf(search, found.total)
    return audited({ action: 'appointment.list', detail }, await withIncluded(found, search, load))
  })

const soleOf = (numbers: readonly number[], name = 'patient'): number => {
  const [first, ...others] = [...new Set(numbers)]
  if (first === undefined) throw new AppError('not_found')
  if (others.length > 0) throw invalidField(name, 'field_option')
  return first
}

/** Whose file is named by `patient` or `subject`, or by an identifier of theirs; undefined where it is by neither. */
const namedPatient = async (
  tx: Tx,
  actor: PracticeActor,
  { wishes, identifiers }: Search,
): Promise<number | undefined> => {
  const named = [...(wishes.get('patient') ?? []), ...(wishes.get('subject') ?? [])].flat()
  const numbers = numbersOf('patient', named)
  if (numbers.length < named.length) throw invalidField('patient', 'field_option')
  if (identifiers.length > 0)
    numbers.push(soleOf(await patientsIdentifiedBy(tx, actor, identifiers), 'patient.identifier'))
  return numbers.length === 0 ? undefined : soleOf(numbers)
}

/** Whose file is searched: said by who it is, or by the ids that are looked for. Without any of it nobody's is. */
const patientOf = async (tx: Tx, actor: PracticeActor, search: Search): Promise<number> => {
  const { wishes } = search
  const patientId = await namedPatient(tx, actor, search)
  if (patientId !== undefined) {
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
    const prove = proveAll(dependencies)
    const resourcesIn = await fileReader(tx, actor, dependencies, { patientId, language, prove })
    const found = (await resourcesIn(type)).filter((one) => matches(one, search, actor.timezone))
    const load: Load = async (kind) => (isMapped(kind) ? await resourcesIn(kind) : [])
    const page = await withIncluded(pageIn(found, search, actor.timezone), search, load)
    const { search: action } = fhirResources[type].audit
    return audited({ action, patientId, detail: detailOf(search, found.length) }, page)
  })
