import type { ImportBatch, ImportNames, ImportSummary } from '@ulna/contract/imports/imports'
import type { ImportField } from '@ulna/contract/imports/imports.fields'
import type { Around, StoredImport } from './imports.repository.ts'
import type { Matching } from './matching/imports.cells.ts'
import { likelyRule, splitName } from './matching/imports.names.ts'
import { noWords, valuesOf } from './matching/imports.words.ts'

/** An import as a list shows it. */
export const summaryOf = (stored: StoredImport): ImportSummary => ({
  id: stored.id,
  kind: stored.kind,
  source: stored.source,
  fileName: stored.fileName,
  size: stored.size,
  sha256: stored.sha256,
  state: stored.state,
  failure: stored.failure,
  counts: stored.counts,
  done: stored.done,
  toDo: stored.toDo,
  created: stored.created,
  spared: stored.spared,
  startedBy: stored.startedByName,
  createdAt: stored.createdAt.toISOString(),
  endedAt: stored.endedAt?.toISOString() ?? null,
  undoUntil: stored.undoUntil?.toISOString() ?? null,
})

/** How many rows of whole names are shown as they are split. */
const shownNames = 5

/** How the whole names of a file are split: as a person said, else as their column seems to be. */
export const namesOf = ({
  matching: { columns, nameRule = null },
  language,
}: Pick<StoredImport, 'matching' | 'language'>): Matching['names'] => {
  const column = columns.find(({ field }) => field === 'fullName')
  return { rule: nameRule ?? likelyRule(column?.header ?? '', language), chosen: nameRule !== null }
}

const shownNamesOf = (stored: StoredImport): ImportNames | null => {
  const { columns, preview } = stored.matching
  const column = columns.findIndex(({ field }) => field === 'fullName')
  if (column < 0) return null
  const names = namesOf(stored)
  const wholes = preview.map((row) => row[column] ?? '').filter(Boolean)
  return {
    ...names,
    commas: wholes.filter((whole) => whole.includes(',')).length,
    preview: wholes.slice(0, shownNames).map((whole) => {
      const { firstName, lastName } = splitName(whole, names.rule)
      return { whole, firstName, lastName }
    }),
  }
}

/** Fields that hold a number which a source gave: another one gives the same to somebody else. */
const numbered: readonly (ImportField | null)[] = ['patientRef', 'externalId']

/** From which source a file may be whose rows are told apart by its numbers, while nobody said it; none of one alone. */
export const sourceChoices = (
  { kind, matching: { columns, isSourceSaid } }: Pick<StoredImport, 'kind' | 'matching'>,
  { sources }: Around,
): string[] => {
  const isClear = kind === 'patients' || isSourceSaid === true || sources.length < 2
  return isClear || !columns.some(({ field }) => numbered.includes(field)) ? [] : [...sources]
}

/** An import whole. */
export const batchOf = (stored: StoredImport, around: Around): ImportBatch => {
  const { members } = around
  const { sheets, ...reading } = stored.reading
  const { columns, preset, preview, dates, found = noWords, said = [] } = stored.matching
  return {
    ...summaryOf(stored),
    reading,
    sheets: [...sheets],
    columns: [...columns],
    preset,
    preview: preview.map((row) => [...row]),
    dates: [...dates],
    names: shownNamesOf(stored),
    values: stored.kind === 'appointments' ? valuesOf(found, said, members) : [],
    sourceChoices: sourceChoices(stored, around),
    hanging: [...around.hanging],
    practitioners: stored.kind === 'appointments' ? [...members] : [],
  }
}
