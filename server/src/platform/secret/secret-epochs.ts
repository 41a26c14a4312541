import { sql } from 'kysely'
import { type AuditRow, chainStart, linkMac, strandCount } from '../audit/audit.strands.ts'
import { enterScope, type Tx } from '../database/database.ts'
import { deriveKey, type Secrets } from '../tokens.ts'

/** How the secret that an installation has came to be its secret. */
export type Beginning = 'first' | 'replaced' | 'lost'

/** What the database tells about whose it is. */
export interface Epoch {
  readonly epoch: number
  readonly fingerprint: string
}

/** Tells a secret from others and tells nothing of it. */
export const fingerprintOf = (secret: string): string =>
  deriveKey(secret, 'fingerprint of the secret').toString('hex')

/** The secret that the database was used with last; undefined where no process has said yet. */
export const readEpoch = async (tx: Tx): Promise<Epoch | undefined> => {
  const { rows } = await sql<{
    there: boolean
  }>`select to_regclass('secret_epochs') is not null as there`.execute(tx)
  if (!rows[0]?.there) return undefined
  const { rows: epochs } = await sql<Epoch>`
    select epoch, fingerprint from secret_epochs order by epoch desc limit 1`.execute(tx)
  return epochs[0]
}

export const beginEpoch = async (
  tx: Tx,
  { epoch, fingerprint, began }: Epoch & { readonly began: Beginning },
): Promise<void> => {
  await sql`
    insert into secret_epochs (epoch, fingerprint, began) values (${epoch}, ${fingerprint}, ${began})`.execute(
    tx,
  )
}

interface LastRow extends AuditRow {
  readonly strand: number
  readonly mac: Buffer
  readonly previous: Buffer | null
}

// Asked of an installation as it was before this version's migrations: its trail may know nothing of keys yet.
const columns = sql`e.practice_id, e.strand, e.seq, iso(e.at) as at, e.action, e.user_id, e.session_id, e.patient_id,
  e.subject_type, e.subject_id, e.detail, e.request_id, e.ip, e.mac,
  (to_jsonb(e) ->> 'practice_key_id')::bigint as practice_key_id`

/**
 * The row of the trail that was written last, with the link in front of it; undefined where nobody has done anything.
 * The end of each strand is looked up: a database from before has no index that begins with the practice and goes by time.
 */
const lastRow = async (tx: Tx): Promise<LastRow | undefined> => {
  const { rows: practices } = await sql<{ id: number }>`select id from practices order by id`.execute(tx)
  let last: LastRow | undefined
  for (const id of [0, ...practices.map((practice) => practice.id)]) {
    await enterScope(tx, { practiceId: id, userId: 0 })
    const { rows } = await sql<LastRow>`
      select ${columns}, (select b.mac from audit_events b
        where b.practice_id = ${id} and b.strand = e.strand and b.seq = e.seq - 1) as previous
      from generate_series(0, ${strandCount - 1}::int) as strands (strand) cross join lateral (
        select * from audit_events a where a.practice_id = ${id} and a.strand = strands.strand
        order by a.seq desc limit 1) e
      order by e.at desc limit 1`.execute(tx)
    if (rows[0] && (!last || rows[0].at > last.at)) [last] = rows
  }
  return last
}

const wrote = (secret: string, row: LastRow): boolean => {
  const key = deriveKey(secret, 'audit chain')
  return linkMac(key, row.previous ?? chainStart(key, row.practice_id, row.strand), row).equals(row.mac)
}

/**
 * The secret of an installation from before fingerprints: the one that the last row of its trail was written with.
 * `free` where nothing was ever written, so that any secret will do; undefined where none of these wrote it.
 */
export const provenSecret = async (tx: Tx, secrets: Secrets): Promise<string | 'free' | undefined> => {
  const { rows } = await sql<{
    there: boolean
  }>`select to_regclass('audit_events') is not null as there`.execute(tx)
  const row = rows[0]?.there ? await lastRow(tx) : undefined
  return row ? secrets.find((secret) => wrote(secret, row)) : 'free'
}
