import type { CopyPart } from '@ulna/contract/patient-copies/patient-copies'
import {
  fileParts,
  isFilePart,
  partKey,
  thingKey,
  visitTextsPart,
} from '@ulna/contract/patient-copies/patient-copies.reserved'
import type { ReservedReason } from '@ulna/contract/record-class/record-class'
import type { TFunction } from 'i18next'
import type { PatientFile } from '../../fhir/fhir.file.service.ts'
import type { HandOutWish } from '../../fhir/fhir.service.ts'

/** Why parts of a file are kept back where nobody decides, by their key. */
export type Reserved = ReadonlyMap<string, ReservedReason>

export type IsKept = (key: string) => boolean

/** What stays out: what was chosen, and what law reserves where nobody decided to give it. */
export const keptBackBy = (
  { keptBack, given }: { readonly keptBack: readonly string[]; readonly given: readonly string[] | null },
  reserved: Reserved,
): IsKept => {
  const [kept, decided] = [new Set(keptBack), given === null ? null : new Set(given)]
  return (key) => kept.has(key) || (decided !== null && reserved.has(key) && !decided.has(key))
}

export type Withheld = Required<Pick<HandOutWish, 'withholds' | 'withheldParts' | 'withheldThings'>>

const idsOf = <One extends { readonly id: number }>(
  all: readonly One[],
  isOne: (one: One) => boolean,
): ReadonlySet<number> => new Set(all.filter(isOne).map(({ id }) => id))

/** What of a file stays behind, as whoever puts it into words asks for it. */
export const withheldBy = ({ records, files, appointments }: PatientFile, isKept: IsKept): Withheld => ({
  withheldParts: new Set(fileParts.filter(isKept)),
  withholds: (record, field) => isKept(partKey(record.recordClassId, field.id)),
  withheldThings: {
    records: idsOf(records, ({ uid }) => isKept(thingKey('record', uid))),
    files: idsOf(files, ({ uid }) => isKept(thingKey('file', uid))),
    visits: idsOf(appointments, ({ uid }) => isKept(visitTextsPart) || isKept(thingKey('visit', uid))),
  },
})

/** What is kept back: in words that say nothing of it, how many of it there are, and why. */
export interface KeptRow {
  readonly what: string
  /** Null of what is not counted. */
  readonly times: number | null
  readonly why: string
}

const whyOf = (t: TFunction, reserved: ReservedReason | null): string =>
  t(`copies:reason.${reserved ?? 'decided'}`)

const kindRow = (t: TFunction, { key, form, label, count, reserved }: CopyPart): KeptRow => {
  const why = whyOf(t, reserved)
  return isFilePart(key)
    ? { what: t(`copies:filePart.${key}`), times: null, why }
    : { what: `${form}: ${label}`, times: count, why }
}

/** Titles of documents, names of files and texts of visits would say what they are: they are counted by their kind. */
const thingRows = (t: TFunction, things: readonly CopyPart[]): KeptRow[] =>
  [...Map.groupBy(things, ({ kind, form }) => t(`copies:thing.${kind}`, { kind: form }))].map(
    ([what, some]) => ({ what, times: some.length, why: whyOf(t, null) }),
  )

const isThing = ({ kind }: CopyPart): boolean => kind !== 'beside' && kind !== 'answer'

/** A line for each kind of what is kept back. */
export const keptRows = (t: TFunction, kept: readonly CopyPart[]): KeptRow[] => {
  const allVisits = kept.some(({ key }) => key === visitTextsPart)
  const things = kept.filter((one) => isThing(one) && !(allVisits && one.kind === 'visit'))
  return [...kept.filter((one) => !isThing(one)).map((one) => kindRow(t, one)), ...thingRows(t, things)]
}

/** The same where nobody asks why, and how often only of single things. */
export const keptWords = (t: TFunction, kept: readonly CopyPart[]): string[] => {
  const withoutTimes = kept.map((one) => (isThing(one) ? one : { ...one, count: 1 }))
  return keptRows(t, withoutTimes).map(({ what, times }) => ((times ?? 1) > 1 ? `${what} (${times})` : what))
}
