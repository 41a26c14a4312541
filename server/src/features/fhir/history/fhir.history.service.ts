import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { RecordRow, RecordVersion } from '@ulna/contract/records/records'
import type { FhirResource } from 'fhir/r4'
import { AppError, invalidField } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { FileAnswer } from '../../../platform/http/route.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, view } from '../../../platform/use-case.ts'
import { versionsOfRecord } from '../../records/records.service.ts'
import { fhirAnswer, historyBundle } from '../fhir.answers.ts'
import type { FhirDependencies } from '../fhir.dependencies.ts'
import { type PatientFile, patientFileOf } from '../fhir.file.service.ts'
import { ownerOf } from '../fhir.owner.service.ts'
import { contextFor, type ReadWish } from '../fhir.read.service.ts'
import type { SearchWish } from '../fhir.search.service.ts'
import { readResourceId, resourceId } from '../mapping/base/fhir.names.ts'
import { resourcesOf } from '../mapping/fhir.file-resources.ts'
import { statedResponses } from '../mapping/records/fhir.versions.ts'
import { stretchOf } from '../search/fhir.dates.ts'
import { pageOf, refuseOtherFormats, refuseUnknown } from '../search/fhir.parameters.ts'

interface Told {
  readonly patientId: number
  readonly recordId: number
  /** Oldest first, the newest as it is read without a version. */
  readonly states: readonly FhirResource[]
}

const recordIn = (id: string): number => {
  const named = readResourceId(id)
  if (named?.kind !== 'record' || id !== resourceId('record', named.number)) throw new AppError('not_found')
  return named.number
}

/** With the forms of earlier versions, which the file has no record of any more. */
const withForms = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  { classes }: FhirDependencies,
  { file, versions }: { readonly file: PatientFile; readonly versions: readonly RecordVersion[] },
): Promise<PatientFile> => {
  const forms: RecordClass[] = [...file.forms]
  for (const { recordClassId: classId, recordClassVersion: version } of versions)
    if (!forms.some((form) => form.classId === classId && form.version === version))
      forms.push(await classes.version(tx, practiceId, classId, version))
  return { ...file, forms }
}

/** What the answers of a record are and were; not_found for what is not here. */
const statesOf = async (
  tx: Tx,
  actor: PracticeActor,
  dependencies: FhirDependencies,
  { id, language }: ReadWish,
): Promise<Told> => {
  const recordId = recordIn(id)
  const patientId = await ownerOf(tx, actor, id)
  const file = await patientFileOf(tx, actor, dependencies.classes, patientId)
  const record = file.records.find((one: RecordRow) => one.id === recordId)
  const context = contextFor(dependencies.appUrl(), language)
  const current = resourcesOf(file, 'QuestionnaireResponse', context).find((one) => one.id === id)
  if (!record || !current) throw new AppError('not_found')
  const versions = await versionsOfRecord(tx, actor, recordId)
  const whole = await withForms(tx, actor, dependencies, { file, versions })
  const stated = statedResponses(whole, record, versions, context)
  const former = stated.filter(({ meta }) => meta?.versionId !== current.meta?.versionId)
  return { patientId, recordId, states: [...former, current] }
}

const audit = ({ patientId, recordId }: Told, detail: Readonly<Record<string, unknown>>) => ({
  ...{ action: 'record.read' as const, patientId, subject: { type: 'record', id: recordId } },
  detail: { fhir: 'QuestionnaireResponse', ...detail },
})

/** What the answers of a record said in a version, by its `meta.versionId`; not_found for one that never was. */
export const readVersionOf = async (
  dependencies: FhirDependencies,
  actor: PracticeActor,
  wish: ReadWish & { readonly version: string },
): Promise<FileAnswer> => {
  const found = await view(dependencies.db, actor, async (tx) => {
    const told = await statesOf(tx, actor, dependencies, wish)
    const state = told.states.findLast(({ meta }) => meta?.versionId === wish.version)
    if (!state) throw new AppError('not_found')
    return audited(audit(told, { version: wish.version }), state)
  })
  return fhirAnswer(found)
}

/** Milliseconds that a history is asked from; null where it is whole. */
const sinceOf = ({ _since: asked }: SearchWish['query'], timezone: string): number | null => {
  if (asked === undefined || asked === '') return null
  const stretch = typeof asked === 'string' ? stretchOf(asked, timezone) : null
  if (!stretch) throw invalidField('_since', 'field_date')
  return stretch.from
}

const isSince = ({ meta }: FhirResource, since: number | null): boolean =>
  since === null || Date.parse(meta?.lastUpdated ?? '') >= since

/** Everything that the answers of a record ever said, newest first. */
export const readHistoryOf = async (
  dependencies: FhirDependencies,
  actor: PracticeActor,
  id: string,
  { query, strict, language }: SearchWish,
): Promise<FileAnswer> => {
  refuseUnknown(query, ['_since', '_count', '_offset', '_format'], strict)
  refuseOtherFormats(query)
  const [{ limit, offset }, since] = [pageOf(query), sinceOf(query, actor.timezone)]
  const states = await view(dependencies.db, actor, async (tx) => {
    const told = await statesOf(tx, actor, dependencies, { id, language })
    return audited(audit(told, { versions: true }), told.states)
  })
  const found = states.filter((one) => isSince(one, since)).toReversed()
  return fhirAnswer(
    historyBundle(dependencies.appUrl(), {
      ...{ limit, offset, total: found.length, first: states[0] },
      path: `QuestionnaireResponse/${id}/_history`,
      understood: since === null ? [] : [['_since', String(query._since)]],
      resources: found.slice(offset, offset + limit),
    }),
  )
}
