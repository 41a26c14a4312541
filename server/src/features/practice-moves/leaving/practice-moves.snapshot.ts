import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { type Queries, reading, type Tx, transaction } from '../../../platform/database/database.ts'
import type { ArchivedFile } from '../../../platform/files/archive-writer.ts'
import { csvLines } from '../../../platform/files/csv-file.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import {
  type AttestedStrand,
  readOrigins,
  type Statement,
  statementFiles,
} from '../../../platform/origins/origins.ts'
import { deriveKeys, type Secrets } from '../../../platform/tokens.ts'
import { attestSeals } from '../../signatures/signatures.attest.service.ts'
import {
  type ArchivedTable,
  dataFileOf,
  formerOriginsFile,
  type TrailHead,
  tableFileOf,
} from '../practice-moves.format.ts'
import { goesOnBehind } from '../practice-moves.unchanging.ts'
import { type LeavingTable, leavingTables } from './practice-moves.rows.ts'
import { attestTrail } from './practice-moves.statement.ts'
import { type StoredPlace, storedPlacesOf } from './practice-moves.stored-files.ts'

/** Everything of the database, as it was in one moment, in files of a folder. */
export interface Snapshot {
  /** Instant. */
  readonly at: string
  readonly product: string
  readonly practice: { readonly id: number; readonly uid: string; readonly name: string }
  readonly tables: Readonly<Record<string, ArchivedTable>>
  readonly files: Readonly<Record<string, ArchivedFile>>
  readonly stored: readonly StoredPlace[]
  /** How much of what was verified is not as it should be. */
  readonly faults: { readonly trail: number; readonly seals: number }
}

export interface Leaving {
  readonly queries: Queries
  readonly files: FileStore
  readonly secrets: Secrets
  readonly practiceId: number
  readonly product: string
  readonly tell: (stage: 'table' | 'trail' | 'seals' | 'files', done: number, of: number) => void
}

/** A file of the folder that is written piece by piece. */
class Written {
  private readonly hash = createHash('sha256')
  private size = 0
  private readonly handle: Awaited<ReturnType<typeof open>>

  private constructor(handle: Awaited<ReturnType<typeof open>>) {
    this.handle = handle
  }

  static async begin(folder: string, name: string): Promise<Written> {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    return new Written(await open(file, 'w', 0o600))
  }

  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    this.hash.update(bytes)
    this.size += bytes.length
    await this.handle.writeFile(bytes)
  }

  async end(): Promise<ArchivedFile> {
    await this.handle.sync()
    await this.handle.close()
    return { sha256: this.hash.digest('hex'), size: this.size }
  }
}

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

interface WrittenTable {
  readonly rows: number
  readonly data: ArchivedFile
  readonly csv: ArchivedFile
}

const writeTable = async (folder: string, { table, columns, lines }: LeavingTable): Promise<WrittenTable> => {
  const data = await Written.begin(folder, dataFileOf(table))
  const csv = await Written.begin(folder, tableFileOf(table))
  await csv.write(csvLines([columns], true))
  let rows = 0
  for await (const batch of lines) {
    await data.write(`${batch.join('\n')}\n`)
    const read = batch.map((line) => JSON.parse(line) as Record<string, unknown>)
    await csv.write(
      csvLines(
        read.map((row) => columns.map((column) => cell(row[column]))),
        false,
      ),
    )
    rows += batch.length
  }
  return { rows, data: await data.end(), csv: await csv.end() }
}

const writeText = async (folder: string, name: string, text: string): Promise<ArchivedFile> => {
  const file = await Written.begin(folder, name)
  await file.write(text)
  return file.end()
}

/** Reading a large practice takes longer than any request may, and files are looked at in between. */
const takeTime = async (tx: Tx): Promise<void> => {
  await sql`select set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
}

/** The practice, and the moment that the transaction sees. */
export const findPractice = async (
  tx: Tx,
  practiceId: number,
): Promise<Snapshot['practice'] & { readonly at: string }> => {
  const { rows } = await sql<Snapshot['practice'] & { readonly at: string }>`
    select id, uid, name, iso(now()::timestamptz(3)) as at from practices where id = ${practiceId}`.execute(
    tx,
  )
  if (!rows[0]) throw new Error(`There is no practice ${practiceId} here.`)
  return rows[0]
}

const lineOf = ({ signature, ...origin }: Statement): string =>
  JSON.stringify({ ...origin, signature: signature.toString('base64') })

const writeOrigins = async (tx: Tx, folder: string, practiceId: number): Promise<ArchivedFile> => {
  const origins = await readOrigins(tx, practiceId)
  const lines = origins.map(({ id, arrivedAt, ...statement }) => `${lineOf(statement)}\n`)
  return writeText(folder, formerOriginsFile, lines.join(''))
}

const collect = async <T>(some: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const one of some) all.push(one)
  return all
}

const writeAll = async (tx: Tx, folder: string, leaving: Leaving): Promise<Snapshot> => {
  const { practiceId, product, secrets, files: store, tell } = leaving
  await takeTime(tx)
  const { at, ...practice } = await findPractice(tx, practiceId)
  const tables: Record<string, ArchivedTable> = {}
  const files: Record<string, ArchivedFile> = {}
  for await (const leavingTable of leavingTables(tx, practiceId)) {
    const { table, columns } = leavingTable
    const { rows, data, csv } = await writeTable(folder, leavingTable)
    tables[table] = { columns, rows }
    files[dataFileOf(table)] = data
    files[tableFileOf(table)] = csv
    tell('table', Object.keys(tables).length, rows)
  }
  const trail = await attestTrail(tx, deriveKeys(secrets, 'audit chain'), practiceId)
  files[statementFiles.trail] = await writeText(folder, statementFiles.trail, JSON.stringify(trail))
  const seals = await attestSeals(tx, { secrets, files: store }, practiceId)
  files[statementFiles.seals] = await writeText(folder, statementFiles.seals, JSON.stringify(seals))
  files[formerOriginsFile] = await writeOrigins(tx, folder, practiceId)
  const faulty = [...seals.signatures, ...seals.withdrawals].filter(({ state }) => state === 'altered')
  const faults = {
    trail: trail.reduce((sum, strand) => sum + strand.faults, 0),
    seals: faulty.length,
  }
  return {
    at,
    product,
    practice,
    tables,
    files,
    stored: await collect(storedPlacesOf(tx, practiceId)),
    faults,
  }
}

const doneFile = 'snapshot.json'

/** The last row of each strand that a snapshot vouches for. */
export const headsIn = async (folder: string): Promise<readonly TrailHead[]> => {
  const strands = JSON.parse(
    await readFile(path.join(folder, statementFiles.trail), 'utf8'),
  ) as AttestedStrand[]
  return strands.map(({ strand, seq }) => ({ strand, seq }))
}

/** Minutes after which nothing is gone on with, as not everything that changes leaves a row in the trail. */
const goodForMinutes = 60

/** Whether everything is still as a snapshot shows it: who was erased since must not be in what leaves. */
const isCurrent = async (folder: string, { at }: Snapshot, { queries, practiceId }: Leaving) => {
  const heads = JSON.stringify(await headsIn(folder))
  return reading(queries, { practiceId, userId: 0 }, async (tx) => {
    const { rows } = await sql<{ current: boolean }>`
      select ${at}::timestamptz > now() - make_interval(mins => ${goodForMinutes})
        and not ${goesOnBehind(practiceId, sql`${heads}`)} as current`.execute(tx)
    return rows[0]?.current === true
  })
}

/** The snapshot that a process before this one finished; undefined where there is none that this one would write. */
const readFinished = async (folder: string, leaving: Leaving): Promise<Snapshot | undefined> => {
  const text = await readFile(path.join(folder, doneFile), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const found = JSON.parse(text) as Snapshot
  const isSame = found.practice.id === leaving.practiceId && found.product === leaving.product
  return isSame && (await isCurrent(folder, found, leaving)) ? found : undefined
}

/**
 * Writes everything that the database holds of a practice into a folder, in the moment that one transaction sees. What a
 * process that was killed had finished is gone on with while it is current.
 */
export const takeSnapshot = async (
  folder: string,
  leaving: Leaving,
): Promise<{ readonly snapshot: Snapshot; readonly isFormer: boolean }> => {
  const former = await readFinished(folder, leaving)
  if (former) return { snapshot: former, isFormer: true }
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { practiceId } = leaving
  // What is blocked waits to be destroyed, and may be handed to a court until then: it leaves too.
  const scope = { practiceId, userId: 0, seesBlocked: true } as const
  const snapshot = await transaction(leaving.queries, scope, 'snapshot', (tx) =>
    writeAll(tx, folder, leaving),
  )
  await writeFile(path.join(folder, doneFile), JSON.stringify(snapshot), { mode: 0o600, flush: true })
  return { snapshot, isFormer: false }
}
