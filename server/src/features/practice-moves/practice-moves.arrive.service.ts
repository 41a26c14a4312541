import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { contentsOfStrands } from '../../platform/audit/audit.anchors.ts'
import { sewStrands } from '../../platform/audit/audit.seams.ts'
import { appendAudit, openStrands, strandCount } from '../../platform/audit/audit.strands.ts'
import { enterScope, type Tx } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { type AskedJob, gatherJobs } from '../../platform/jobs/jobs.ts'
import { fingerprintOf, insertOrigin, isGenuine, type Statement } from '../../platform/origins/origins.ts'
import { readEpoch } from '../../platform/secret/secret-epochs.ts'
import { deriveKey } from '../../platform/tokens.ts'
import { anchorArrivedSeals } from '../signatures/signatures.attest.service.ts'
import { insertRows, raiseIds, requireEnough, requireKnownShape } from './arriving/practice-moves.insert.ts'
import { ArchiveError, ArchiveReader, type CheckedArchive } from './arriving/practice-moves.reader.ts'
import { formerOriginsFile, type Manifest, rowsOf } from './practice-moves.format.ts'
import { freshScratch } from './practice-moves.work.service.ts'

export interface Arrival {
  readonly file: string
  /** Where it may be decrypted. */
  readonly workDirectory: string
  /** The key that opens it, where it is encrypted (`AGE-SECRET-KEY-1…`). */
  readonly identity: string | undefined
  readonly files: FileStore
  readonly secret: string
  /** Runs in one transaction of the owner of the tables, outside every practice. */
  readonly asOwner: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Asks again for what was waiting to be done for a practice, in the transaction that brings it. */
  readonly goOnWithWork: (tx: Tx, practiceId: number) => Promise<void>
  /** Queues it, as whoever may reach the queue. */
  readonly queue: (jobs: readonly AskedJob[]) => Promise<void>
  /** Whether the list outside the database says that a practice was deleted here. */
  readonly wasDeleted: (practice: Manifest['practice']) => Promise<boolean>
  /** Blocks whoever that list says was erased and is back; answers how many there were. */
  readonly eraseAgain: () => Promise<number>
  readonly tell: (stage: 'checked' | 'files' | 'rows', done: number, of: number) => void
}

export interface Arrived {
  readonly practice: { readonly id: number; readonly name: string }
  readonly origin: string
  /** Instant of the moment that the archive shows. */
  readonly at: string
  /** Of the certificate that it is signed with. */
  readonly fingerprint: string
  /** SHA-256 of its manifest, hexadecimal: proves at the origin that it arrived. */
  readonly manifestSha256: string
  readonly rows: number
  readonly files: number
  /** How many patients came back who were erased before: they are blocked, and destroyed by the server. */
  readonly erasedAgain: number
  /** Who may sign in first: an owner as they were one there. */
  readonly owner: { readonly userId: number; readonly email: string; readonly name: string }
}

/** Reading and writing a whole practice takes longer than any request may. */
const takeTime = (tx: Tx): Promise<unknown> =>
  sql`select set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)

/** The lock that whoever takes a practice in has on the database. */
const arrivingLock = 8611751

/** Two at once would copy into one store, and remove what the other one copied. */
const alone = async <T>({ asOwner }: Arrival, work: () => Promise<T>): Promise<T> => {
  let done: { readonly value: T } | undefined
  await asOwner(async (tx) => {
    await takeTime(tx)
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(${arrivingLock}) as free`.execute(tx)
    if (!rows[0]?.free)
      throw new ArchiveError('Another import is under way in this installation: wait until it has ended.')
    done = { value: await work() }
  }).catch((error: unknown) => {
    // The connection that held the lock may have broken while files were copied: what arrived has arrived.
    if (!done) throw error
  })
  if (!done) throw new Error('nothing was taken in')
  return done.value
}

/** Only who is alone here may keep the ids that seals, papers and chains name. */
const requireEmpty = async (tx: Tx): Promise<void> => {
  await sql`select id from installation for update`.execute(tx)
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from users) or exists (select from practices) as used`.execute(tx)
  if (rows[0]?.used)
    throw new ArchiveError(
      'This installation holds a practice or an account already. A practice arrives in an empty one: choose another DATA_DIR, or another DATABASE_URL with a file store of its own.',
    )
}

const requireNotDeleted = async ({ practice }: Manifest, { wasDeleted }: Arrival): Promise<void> => {
  if (await wasDeleted(practice))
    throw new ArchiveError(
      `${practice.name} was deleted: the list of erasures in DATA_DIR says so, and whatever came back of it would be destroyed when the server starts.`,
    )
}

const copyFiles = async (
  archive: ArchiveReader,
  { stored }: CheckedArchive,
  arrival: Arrival,
  written: string[],
): Promise<void> => {
  for (const [index, { path, key, size }] of stored.entries()) {
    // One that is there already may be of another installation that has the same store: it is nobody's to remove.
    if ((await arrival.files.sizeOf(key)) === undefined) written.push(key)
    await arrival.files.put(key, { size, bytes: await archive.read(path) })
    arrival.tell('files', index + 1, stored.length)
  }
}

/** Of a practice that did not arrive no file stays. One that did, whatever was heard of it, keeps them. */
const removeCopied = async (
  { manifest }: CheckedArchive,
  { asOwner, files }: Arrival,
  written: readonly string[],
): Promise<void> => {
  const isHere = await asOwner(async (tx) => {
    const { rows } = await sql`select 1 from practices
      where id = ${manifest.practice.id} and uid = ${manifest.practice.uid}::uuid`.execute(tx)
    return rows.length > 0
  })
  if (isHere) return
  for (const key of written) await files.remove(key)
}

interface FormerOrigin extends Omit<Statement, 'signature'> {
  readonly signature: string
}

const keepOrigins = async (
  tx: Tx,
  archive: ArchiveReader,
  { manifest, statement }: CheckedArchive,
): Promise<void> => {
  const practiceId = manifest.practice.id
  for await (const line of archive.lines(formerOriginsFile)) {
    const former = JSON.parse(line) as FormerOrigin
    const one = { ...former, signature: Buffer.from(former.signature, 'base64') }
    if (!isGenuine(one)) throw new ArchiveError(`What ${one.origin} said is not as it was signed.`)
    await insertOrigin(tx, practiceId, one)
  }
  await insertOrigin(tx, practiceId, statement)
}

/** Names a key as long as others, which no key has: that of the installation where the rows were written. */
const foreignKeyId = 'elsewhere'

/** Strands go on behind a seam with a key of ours; a digest over everything before it is kept (decision 0037). */
const goOnWithChains = async (
  tx: Tx,
  { manifest, statement }: CheckedArchive,
  { secret }: Arrival,
): Promise<void> => {
  const practiceId = manifest.practice.id
  const key = deriveKey(secret, 'audit chain')
  await openStrands(tx, key, practiceId)
  await sql`
    update audit_heads h set seq = last.seq, mac = last.mac
    from generate_series(0, ${strandCount - 1}::int) as s (strand) cross join lateral (
      select e.seq, e.mac from audit_events e where e.practice_id = ${practiceId} and e.strand = s.strand
      order by e.seq desc limit 1) last
    where h.practice_id = ${practiceId} and h.strand = s.strand`.execute(tx)
  const { rows } = await sql<{ at: string }>`select iso(now()::timestamptz(3)) as at`.execute(tx)
  const at = rows[0]?.at ?? ''
  const epoch = (await readEpoch(tx))?.epoch ?? 1
  const contents = await contentsOfStrands(tx, key, practiceId)
  await sewStrands(tx, { practiceId, epoch, key, formerKeyId: foreignKeyId, at, contents })
  await anchorArrivedSeals(tx, secret, { practiceId, epoch, at, seals: statement.seals })
}

const findOwner = async (tx: Tx, practiceId: number): Promise<Arrived['owner']> => {
  const { rows } = await sql<Arrived['owner']>`
    select u.id as "userId", u.email, u.first_name || ' ' || u.last_name as name
    from memberships m join users u on u.id = m.user_id
    where m.practice_id = ${practiceId} and m.role = 'owner' and m.ended_at is null
    order by m.id limit 1`.execute(tx)
  if (!rows[0]) throw new ArchiveError('Nobody owns the practice of the archive.')
  return rows[0]
}

const writeAll = async (
  tx: Tx,
  archive: ArchiveReader,
  checked: CheckedArchive,
  arrival: Arrival,
): Promise<Omit<Arrived, 'erasedAgain'>> => {
  const { manifest, statement, stored } = checked
  const { practice, origin, at } = manifest
  await takeTime(tx)
  await requireEmpty(tx)
  await enterScope(tx, { practiceId: practice.id, userId: 0, seesBlocked: true })
  await insertRows(
    tx,
    { practiceId: practice.id, storageType: arrival.files.type },
    archive,
    manifest,
    (done, of) => arrival.tell('rows', done, of),
  )
  await keepOrigins(tx, archive, checked)
  await goOnWithChains(tx, checked, arrival)
  const jobs = gatherJobs(tx)
  await arrival.goOnWithWork(tx, practice.id)
  await raiseIds(tx, practice.id)
  const owner = await findOwner(tx, practice.id)
  const rows = rowsOf(manifest)
  const actor = {
    practiceId: practice.id,
    userId: null,
    sessionId: null,
    requestId: `import-${randomUUID()}`,
    ip: null,
  }
  const entry = {
    action: 'practice.arrive',
    detail: { from: origin, at, rows, files: stored.length },
  } as const
  await appendAudit(tx, deriveKey(arrival.secret, 'audit chain'), practice.id, [{ actor, entry }])
  // Last: whoever is killed before leaves none, and begins again.
  await arrival.queue(jobs)
  return {
    practice: { id: practice.id, name: practice.name },
    origin,
    at,
    fingerprint: fingerprintOf(statement.certificate),
    manifestSha256: createHash('sha256').update(statement.manifest).digest('hex'),
    rows,
    files: stored.length,
    owner,
  }
}

const copyAndWrite = async (
  archive: ArchiveReader,
  checked: CheckedArchive,
  arrival: Arrival,
): Promise<Omit<Arrived, 'erasedAgain'>> => {
  const written: string[] = []
  try {
    await copyFiles(archive, checked, arrival, written)
    return await arrival.asOwner((tx) => writeAll(tx, archive, checked, arrival))
  } catch (error) {
    await removeCopied(checked, arrival, written).catch(() => undefined)
    throw error
  }
}

const takeIn = async (archive: ArchiveReader, arrival: Arrival): Promise<Arrived> => {
  const checked = await archive.check((done, of) => arrival.tell('checked', done, of))
  requireKnownShape(checked.manifest)
  await arrival.asOwner((tx) => requireEnough(tx, arrival.files.type, checked.manifest))
  await requireNotDeleted(checked.manifest, arrival)
  const arrived = await copyAndWrite(archive, checked, arrival)
  return { ...arrived, erasedAgain: await arrival.eraseAgain() }
}

/**
 * Takes a practice in from an archive that another installation made, into an empty one, where everything keeps its id.
 * Signature and digests of the whole archive are looked at before anything is written; files go into the store first,
 * rows in one transaction after them, so that whoever is killed leaves no practice behind and may begin again.
 */
export const arriveFrom = (arrival: Arrival): Promise<Arrived> =>
  alone(arrival, async () => {
    await arrival.asOwner(requireEmpty)
    const scratch = await freshScratch(arrival.workDirectory)
    const archive = await ArchiveReader.open(arrival.file, scratch, arrival.identity)
    try {
      return await takeIn(archive, arrival)
    } finally {
      await archive.close()
    }
  })
