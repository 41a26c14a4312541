import type { Addendum, RecordRow, RecordVersion } from '@ulna/contract/records/records'
import type { QuestionnaireResponse } from 'fhir/r4'
import { extensionUrl } from '../base/fhir.names.ts'
import { formOf, type MappingContext, type PatientFile } from '../base/fhir.patient-file.ts'
import { responseOf } from './fhir.response.ts'

/** A record as it was for a while: a version of its content, and what had been added to it by then. */
interface State {
  readonly versions: readonly RecordVersion[]
  readonly addenda: readonly Addendum[]
}

type Event = { readonly at: string } & ({ readonly version: RecordVersion } | { readonly addendum: Addendum })

/** States one after the other; what is written in one moment is one step each, content first. */
const statesOf = (versions: readonly RecordVersion[], addenda: readonly Addendum[]): State[] => {
  const events: Event[] = [
    ...versions.map((version) => ({ at: version.at, version })),
    ...addenda.map((addendum) => ({ at: addendum.at, addendum })),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const states: State[] = []
  for (const event of events) {
    const last = states.at(-1) ?? { versions: [], addenda: [] }
    states.push(
      'version' in event
        ? { ...last, versions: [...last.versions, event.version] }
        : { ...last, addenda: [...last.addenda, event.addendum] },
    )
  }
  return states.filter((state) => state.versions.length > 0)
}

/** The record as a state of it had it. Its case, its number in it and signatures have no versions: they are told of today's alone. */
const recordIn = (record: RecordRow, { versions }: State): RecordRow | undefined => {
  const [newest, voiding] = [versions.at(-1), versions.find(({ change }) => change === 'voided')]
  if (!newest) return undefined
  const { version, author, date, data, recordClassId, recordClassVersion } = newest
  const { former: _, ...lasting } = record
  return {
    ...{ ...lasting, version, author, date, data, recordClassId, recordClassVersion },
    ...{ caseStatus: newest.caseStatus, caseOutcome: newest.caseOutcome, caseClosedOn: newest.caseClosedOn },
    ...{ caseId: null, sessionNumber: null, versions: versions.length },
    name: typeof data.name === 'string' ? data.name : null,
    voidedAt: voiding?.at ?? null,
    voidReason: voiding?.reason ?? null,
    updatedAt: versions.length > 1 ? newest.at : null,
  }
}

/** Of today's record alone. */
const ofToday: ReadonlySet<string> = new Set(['signed', 'local-day'].map(extensionUrl))

/**
 * What a record said from its first version to its last, oldest first, each with the version that it is asked for by. The file
 * has every form that a version was written with.
 */
export const statedResponses = (
  file: PatientFile,
  record: RecordRow,
  versions: readonly RecordVersion[],
  context: MappingContext,
): QuestionnaireResponse[] => {
  const addenda = file.addenda.filter(({ recordId }) => recordId === record.id)
  return statesOf(versions, addenda).flatMap((state) => {
    const then = recordIn(record, state)
    if (!then?.data) return []
    const written = { record: then, form: formOf(file, then), data: then.data }
    const response = responseOf({ ...file, addenda: state.addenda }, written, context)
    return [{ ...response, extension: response.extension?.filter(({ url }) => !ofToday.has(url)) ?? [] }]
  })
}
