import type { ImportColumn, ImportDates } from '@ulna/contract/imports/imports'
import { importLimits } from '@ulna/contract/imports/imports.fields'
import type { Authorized } from '../../platform/authorized.ts'
import { reading as readingTx, type Tx } from '../../platform/database/database.ts'
import { databaseToday } from '../../platform/database/database-clock.ts'
import { Pace } from '../../platform/jobs/pace.ts'
import type { ImportDependencies } from './imports.dependencies.ts'
import { refuseErased } from './imports.erased.service.ts'
import { countWritten, decideFates } from './imports.fates.repository.ts'
import {
  findImport,
  findMembers,
  findPracticeWays,
  type ImportKey,
  type StoredImport,
  updateImport,
} from './imports.repository.ts'
import { countFates, insertRows, lastRow, type StagedRow } from './imports.rows.repository.ts'
import { namesOf } from './imports.wire.ts'
import { breath, step } from './imports.work.ts'
import { decideItems } from './items/imports.decide.service.ts'
import { itemsKeyOf } from './items/imports.items.run.service.ts'
import type { Matching } from './matching/imports.cells.ts'
import { PracticeClock } from './matching/imports.clock.ts'
import { DateEvidence } from './matching/imports.dates.ts'
import { readItem } from './matching/imports.items.ts'
import { oddLetters } from './matching/imports.letters.ts'
import { readPatient } from './matching/imports.values.ts'
import { type FoundWords, lookUps, noWords, valuesOf, WordFinder } from './matching/imports.words.ts'
import { ImportFileError } from './reading/imports.faults.ts'
import { dataRows } from './reading/imports.rows.ts'

/** Rows that are kept in one transaction. */
const chunk = 200

const isDate = (field: ImportColumn['field']): boolean =>
  field === 'birthDate' || field === 'date' || field === 'expires'

const dateColumns = (columns: readonly ImportColumn[]): number[] =>
  columns.flatMap(({ field }, column) => (isDate(field) ? [column] : []))

interface Found {
  readonly dates: ImportDates[]
  readonly words: FoundWords
  readonly rows: number
}

/** What all rows say together: one order of dates for each column, and the words that stand for something here. */
const lookThrough = async (
  { files }: ImportDependencies,
  storageKey: string,
  { reading, matching }: StoredImport,
): Promise<Found> => {
  const words = new WordFinder(matching.columns.map(({ field }) => field))
  const evidences = new Map(dateColumns(matching.columns).map((column) => [column, new DateEvidence()]))
  const pace = new Pace(breath)
  let rows = 0
  for await (const { cells } of dataRows(files, storageKey, { reading })) {
    rows += 1
    words.take(cells)
    for (const [column, evidence] of evidences) evidence.take(cells[column] ?? '')
    await pace.keep()
  }
  if (words.isTooMany) throw new ImportFileError('import_too_many_values', { max: importLimits.values })
  const dates = [...evidences].map(([column, evidence]): ImportDates => {
    const chosen = matching.chosen[String(column)]
    const decided = evidence.decide()
    // A file of what is left of another proves nothing by itself: its columns were proved there.
    const before = evidence.either > 0 ? matching.proven?.[String(column)] : undefined
    const found = decided.evidence === null && before ? before : decided
    return {
      column,
      order: chosen ?? found.order,
      evidence: chosen ? null : found.evidence,
      chosen: chosen !== undefined,
      either: evidence.either,
    }
  })
  return { dates, words: words.found(), rows }
}

const isUnproven = ({ evidence, chosen }: ImportDates): boolean => evidence === null && !chosen

const matchingOf = async (
  { db }: ImportDependencies,
  { practiceId }: ImportKey,
  stored: StoredImport,
): Promise<Matching> =>
  readingTx(db.queries, { practiceId, userId: 0 }, async (tx) => {
    const { matching } = stored
    const { timezone, ...ways } = await findPracticeWays(tx, practiceId)
    const { found = noWords, said = [] } = matching
    return {
      ...ways,
      kind: stored.kind,
      headers: matching.columns.map(({ header }) => header),
      fields: matching.columns.map(({ field }) => field),
      orders: new Map(matching.dates.map(({ column, order }) => [column, order])),
      unproven: new Set(matching.dates.filter(isUnproven).map(({ column }) => column)),
      names: namesOf(stored),
      today: await databaseToday(tx, timezone),
      clock: new PracticeClock(timezone),
      ...lookUps(valuesOf(found, said, await findMembers(tx, practiceId))),
    }
  })

const readRow = (matching: Matching, cells: readonly string[], row: number): StagedRow['read'] => {
  const odd = oddLetters(matching, cells, row)
  const isLost = odd.faults.length > 0
  const remarksOf = (read: StagedRow['read']) => ({
    faults: [...read.faults, ...odd.faults],
    hints: [...read.hints, ...odd.hints],
  })
  if (matching.kind === 'patients') {
    const read = readPatient(matching, cells)
    return { ...read, input: isLost ? null : read.input, ...remarksOf(read) }
  }
  const read = readItem(matching.kind, matching, cells)
  return { ...read, item: isLost ? null : read.item, ...remarksOf(read) }
}

const keepRows = (dependencies: ImportDependencies, key: ImportKey, rows: readonly StagedRow[]) =>
  step(dependencies.db, key, 'examining', async (tx, stored) => {
    await Promise.all([
      insertRows(tx, key, rows),
      updateImport(tx, key.practiceId, stored, { done: stored.done + rows.length }),
    ])
    return { more: true }
  })

/** Decides what becomes of each row, once it is known how many there are. */
const decide = (dependencies: ImportDependencies, key: ImportKey) =>
  step(dependencies.db, key, 'examining', async (tx, stored) => {
    await countWritten(tx, stored.done, stored.done)
    if (stored.kind === 'patients') {
      await decideFates(tx, key, stored.source)
      await refuseErased(tx, dependencies.erasedKeys, key)
    } else await decideItems(tx, itemsKeyOf(key, stored), (await findPracticeWays(tx, key.practiceId)).now)
    const counts = await countFates(tx, key)
    await updateImport(tx, key.practiceId, stored, { counts, state: 'examined', ended: true })
    return { more: false }
  })

/** Keeps every row below those that are kept, then decides what becomes of each. */
const stageRows = async (
  dependencies: ImportDependencies,
  key: ImportKey,
  stored: StoredImport,
  storageKey: string,
): Promise<void> => {
  const matching = await matchingOf(dependencies, key, stored)
  const { db, files } = dependencies
  const after = await readingTx(db.queries, { practiceId: key.practiceId, userId: 0 }, (tx) =>
    lastRow(tx, key),
  )
  const pace = new Pace(breath)
  let rows: StagedRow[] = []
  for await (const { row, cells } of dataRows(files, storageKey, { reading: stored.reading, after })) {
    rows.push({ row, cells, read: readRow(matching, cells, row) })
    if (rows.length === chunk) {
      if (!(await keepRows(dependencies, key, rows))) return
      rows = []
    }
    await pace.keep()
  }
  if (rows.length > 0 && !(await keepRows(dependencies, key, rows))) return
  await decide(dependencies, key)
}

const fail = (dependencies: ImportDependencies, key: ImportKey, { key: reason, params }: ImportFileError) =>
  step(dependencies.db, key, 'examining', async (tx: Tx, stored: Authorized<StoredImport>) => {
    const failure = { key: reason, params: params as Record<string, string | number> }
    await updateImport(tx, key.practiceId, stored, { failure, state: 'failed', ended: true })
    return { more: false }
  })

const currentOf = ({ db }: ImportDependencies, { practiceId, importId }: ImportKey) =>
  readingTx(db.queries, { practiceId, userId: 0 }, (tx) => findImport(tx, practiceId, importId))

/**
 * The trial: reads all rows of a file, keeps what each would be and decides what would become of it. It writes nothing
 * but that. Whoever is interrupted is followed by another, who goes on below the last row that was kept.
 */
export const examineRows = async (dependencies: ImportDependencies, key: ImportKey): Promise<void> => {
  const stored = await currentOf(dependencies, key)
  if (stored?.state !== 'examining' || stored.storageKey === null) return
  try {
    if (stored.toDo === 0) {
      const { dates, words, rows } = await lookThrough(dependencies, stored.storageKey, stored)
      if (rows === 0) throw new ImportFileError('import_file_empty')
      await step(dependencies.db, key, 'examining', async (tx, locked) => {
        await updateImport(tx, key.practiceId, locked, {
          matching: { ...locked.matching, dates, found: words },
          toDo: rows,
        })
        return { more: true }
      })
    }
    const withOrders = await currentOf(dependencies, key)
    if (withOrders) await stageRows(dependencies, key, withOrders, stored.storageKey)
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    await fail(dependencies, key, error)
  }
}
