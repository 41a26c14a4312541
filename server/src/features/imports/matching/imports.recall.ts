import type { DateOrder, ImportField, ImportKind } from '@ulna/contract/imports/imports.fields'
import type { FormerImport, StoredMatching } from '../imports.repository.ts'
import { eachOnce, suggestFields } from './imports.suggest.ts'

/** The same names in the same order; one more at the end is what to put right, in a file with faults that comes back. */
export const hasNamesOf = ({ matching: { columns } }: FormerImport, header: readonly string[]): boolean =>
  header.length - columns.length <= 1 && columns.every((column, index) => column.header === header[index])

/** Column of a former import for each of a file; -1 where it had none of that name. */
type Places = readonly number[]

/** Columns of the same place where all names are the same, else of the same name where it stands once. */
const placesIn = (former: FormerImport, header: readonly string[]): Places => {
  const names = former.matching.columns.map((column) => column.header)
  if (hasNamesOf(former, header)) return header.map((_, column) => (column < names.length ? column : -1))
  const isOne = (all: readonly string[], name: string): boolean =>
    name !== '' && all.filter((one) => one === name).length === 1
  return header.map((name) => (isOne(header, name) && isOne(names, name) ? names.indexOf(name) : -1))
}

interface Known {
  readonly former: FormerImport
  readonly places: Places
}

const sharedOf = ({ places }: Known): number => places.filter((place) => place >= 0).length

/** The import whose columns most are of: the latest with the same, else one that has most of them. */
const knownOf = (header: readonly string[], former: readonly FormerImport[]): Known | undefined => {
  const all = former.map((one) => ({ former: one, places: placesIn(one, header) }))
  const same = all.find((one) => hasNamesOf(one.former, header))
  if (same) return same
  const [nearest] = all.toSorted((one, other) => sharedOf(other) - sharedOf(one))
  return nearest && sharedOf(nearest) * 2 > header.length ? nearest : undefined
}

const byColumn = <T>(places: Places, valueAt: (former: number) => T | undefined): Record<string, T> =>
  Object.fromEntries(
    places.flatMap((place, column) => {
      const value = place < 0 ? undefined : valueAt(place)
      return value === undefined ? [] : [[String(column), value] as const]
    }),
  )

export interface Recalled extends Pick<StoredMatching, 'preset' | 'chosen' | 'proven' | 'nameRule' | 'said'> {
  readonly fields: readonly (ImportField | null)[]
  /** Where a file with the same columns was from; undefined where the practice imported none. */
  readonly source: string | undefined
}

/**
 * What the columns of a file are: as the practice chose for columns of the same names, with what was chosen or proved of
 * their dates; of others what we know.
 */
export const recall = (
  kind: ImportKind,
  header: readonly string[],
  former: readonly FormerImport[],
): Recalled => {
  const { fields, preset } = suggestFields(kind, header)
  const known = knownOf(header, former)
  if (!known) return { fields, preset, chosen: {}, proven: {}, nameRule: null, said: [], source: undefined }
  const { places } = known
  const { matching, source } = known.former
  const isSame = hasNamesOf(known.former, header)
  const own = places.map((place) => (place < 0 ? undefined : (matching.columns[place]?.field ?? null)))
  // What the practice chose goes before what a column that it never had seems to be.
  const taken = new Set(own)
  const whole = own.map((field, column) => {
    if (field !== undefined) return field
    const guess = isSame ? null : (fields[column] ?? null)
    return taken.has(guess) ? null : guess
  })
  const provenAt = (column: number) => {
    const date = matching.dates.find((one) => one.column === column)
    const { order, evidence } = date ?? {}
    return order && evidence ? { order, evidence } : undefined
  }
  return {
    fields: eachOnce(whole),
    preset: isSame ? matching.preset : preset,
    chosen: byColumn<DateOrder>(places, (column) => matching.chosen[String(column)]),
    proven: byColumn(places, (column) => provenAt(column) ?? matching.proven?.[String(column)]),
    nameRule: matching.nameRule ?? null,
    said: matching.said ?? [],
    source: isSame ? source : undefined,
  }
}
