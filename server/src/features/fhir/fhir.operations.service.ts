import { fhirPage } from '@ulna/contract/fhir/fhir.resources'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { FhirResource } from 'fhir/r4'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, view } from '../../platform/use-case.ts'
import { fhirAnswer, fhirDocument, searchBundle } from './fhir.answers.ts'
import type { FhirDependencies } from './fhir.dependencies.ts'
import type { SearchWish } from './fhir.search.service.ts'
import { resourcesOfPatient, summaryOfPatient } from './fhir.service.ts'
import { readResourceId } from './mapping/base/fhir.names.ts'
import { type MappedType, mappedTypes } from './mapping/fhir.file-resources.ts'
import { stretchOf } from './search/fhir.dates.ts'
import { pageOf, refuseOtherFormats, refuseUnknown } from './search/fhir.parameters.ts'

const patientIn = (id: string): number => {
  const named = readResourceId(id)
  if (named?.kind !== 'patient' || id !== `patient-${named.number}`) throw new AppError('not_found')
  return named.number
}

interface EverythingWish {
  readonly types: ReadonlySet<string> | null
  /** Milliseconds. */
  readonly since: number | null
  readonly limit: number
  readonly offset: number
  readonly understood: readonly (readonly [string, string])[]
}

const textIn = (query: SearchWish['query'], name: string): string | undefined => {
  const value = query[name]
  if (Array.isArray(value)) throw invalidField(name, 'field_type', { type: 'string' })
  return typeof value === 'string' && value !== '' ? value : undefined
}

const typesIn = (text: string | undefined): ReadonlySet<string> | null => {
  if (text === undefined) return null
  const types = text.split(',')
  if (types.some((one) => !mappedTypes.includes(one as MappedType)))
    throw invalidField('_type', 'field_option')
  return new Set(types)
}

const readEverything = ({ query, strict }: SearchWish, timezone: string): EverythingWish => {
  refuseUnknown(query, ['_type', '_since', '_count', '_offset', '_format'], strict)
  refuseOtherFormats(query)
  const [types, since] = [textIn(query, '_type'), textIn(query, '_since')]
  const stretch = since === undefined ? null : stretchOf(since, timezone)
  if (since !== undefined && !stretch) throw invalidField('_since', 'field_date')
  const { limit, offset } = pageOf({ _count: String(fhirPage.most), ...query })
  const understood: (readonly [string, string])[] = []
  if (types !== undefined) understood.push(['_type', types])
  if (since !== undefined) understood.push(['_since', since])
  return { types: typesIn(types), since: stretch?.from ?? null, limit, offset, understood }
}

const isWanted = (resource: FhirResource, { types, since }: EverythingWish): boolean => {
  if (types && !types.has(resource.resourceType)) return false
  const changed = resource.meta?.lastUpdated
  return since === null || changed === undefined || Date.parse(changed) >= since
}

/** The whole file of a patient, a page of it: opening it in the app leaves the same row. */
export const readEverythingOf = async (
  dependencies: FhirDependencies,
  actor: PracticeActor,
  id: string,
  wish: SearchWish,
): Promise<FileAnswer> => {
  const asked = readEverything(wish, actor.timezone)
  const patientId = patientIn(id)
  const all = await view(dependencies.db, actor, async (tx) => {
    const found: FhirResource[] = []
    const seals = { keys: dependencies.sealKeys, files: null }
    for await (const one of resourcesOfPatient(
      tx,
      actor,
      { ...dependencies, seals },
      {
        patientId,
        language: wish.language,
      },
    ))
      if (isWanted(one, asked)) found.push(one)
    const detail = { fhir: '$everything', count: found.length }
    return audited({ action: 'patient.file_opened', patientId, detail }, found)
  })
  const { limit, offset, understood } = asked
  return fhirAnswer(
    searchBundle(dependencies.appUrl(), {
      ...{ limit, offset, understood },
      path: `Patient/${id}/$everything`,
      resources: all.slice(offset, offset + limit),
      total: all.length,
    }),
  )
}

/** The International Patient Summary, in a language. */
export const readSummaryOf = async (
  dependencies: FhirDependencies,
  actor: PracticeActor,
  id: string,
  language: Language,
): Promise<FileAnswer> => {
  const patientId = patientIn(id)
  const summary = await view(dependencies.db, actor, async (tx) =>
    audited(
      { action: 'patient.file_opened', patientId, detail: { fhir: '$summary' } },
      await summaryOfPatient(tx, actor, dependencies, { patientId, language }),
    ),
  )
  return fhirDocument(summary)
}
