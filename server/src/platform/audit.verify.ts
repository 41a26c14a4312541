import { sql } from 'kysely'
import { type AuditRow, chainStart, linkMac, strandCount } from './audit.strands.ts'
import { type Queries, type Tx, transaction } from './database.ts'

/** What is wrong with a chain, and where. */
export interface ChainFault {
  readonly practiceId: number
  readonly strand: number
  readonly seq: number
  /** `gap`: a row is missing; `altered`: a row does not fit its mac; `tail`: the last row is not the head's. */
  readonly kind: 'gap' | 'altered' | 'tail'
}

export interface ChainReport {
  readonly practiceId: number
  readonly rows: number
  readonly faults: readonly ChainFault[]
}

interface StoredRow extends Omit<AuditRow, 'at'> {
  readonly at: string
  readonly mac: Buffer
}

const batchSize = 5000

const readBatch = async (tx: Tx, practiceId: number, strand: number, after: number): Promise<StoredRow[]> => {
  const { rows } = await sql<StoredRow>`
    select practice_id, seq, iso(at) as at, action, user_id, session_id, patient_id, subject_type, subject_id, detail,
      request_id, ip, mac
    from audit_events where practice_id = ${practiceId} and strand = ${strand} and seq > ${after}
    order by seq limit ${batchSize}`.execute(tx)
  return rows
}

interface Walk {
  readonly practiceId: number
  readonly strand: number
  seq: number
  mac: Buffer
  rows: number
  readonly faults: ChainFault[]
}

/** One step along the chain. After a fault the stored mac is believed, so that each fault is told once. */
const step = (key: Buffer, walk: Walk, row: StoredRow): void => {
  const { mac, ...content } = row
  const { practiceId, strand } = walk
  const { seq } = content
  if (seq !== walk.seq + 1) walk.faults.push({ practiceId, strand, seq: walk.seq + 1, kind: 'gap' })
  else if (!linkMac(key, walk.mac, content).equals(mac))
    walk.faults.push({ practiceId, strand, seq, kind: 'altered' })
  walk.seq = seq
  walk.mac = mac
  walk.rows += 1
}

interface StoredHead {
  readonly strand: number
  readonly seq: number
  readonly mac: Buffer
}

const readHeads = (tx: Tx, practiceId: number): Promise<StoredHead[]> =>
  tx
    .selectFrom('audit_heads')
    .select(['strand', 'seq', 'mac'])
    .where('practice_id', '=', practiceId)
    .execute()

/** All there should be as soon as there is a row or a head, and any that should not be there. */
const strandsOf = async (tx: Tx, practiceId: number, heads: readonly StoredHead[]): Promise<number[]> => {
  const { rows } = await sql<{ strand: number }>`
    select distinct strand from audit_events where practice_id = ${practiceId}`.execute(tx)
  const found = [...rows, ...heads].map(({ strand }) => strand)
  const expected = found.length > 0 ? Array.from({ length: strandCount }, (_, strand) => strand) : []
  return [...new Set([...found, ...expected])].sort((a, b) => a - b)
}

const walkStrand = async (tx: Tx, key: Buffer, practiceId: number, strand: number): Promise<Walk> => {
  const mac = chainStart(key, practiceId, strand)
  const walk: Walk = { practiceId, strand, seq: 0, mac, rows: 0, faults: [] }
  for (
    let batch = await readBatch(tx, practiceId, strand, 0);
    batch.length > 0;
    batch = await readBatch(tx, practiceId, strand, walk.seq)
  ) {
    for (const row of batch) step(key, walk, row)
  }
  return walk
}

const checkHead = (walk: Walk, head: StoredHead | undefined): void => {
  const { practiceId, strand, seq, mac } = walk
  if (head?.seq !== seq || !head.mac.equals(mac)) walk.faults.push({ practiceId, strand, seq, kind: 'tail' })
}

const verifyChain = (queries: Queries, key: Buffer, practiceId: number): Promise<ChainReport> =>
  transaction(queries, { practiceId, userId: 0 }, 'snapshot', async (tx) => {
    const heads = await readHeads(tx, practiceId)
    const walks: Walk[] = []
    for (const strand of await strandsOf(tx, practiceId, heads)) {
      const walk = await walkStrand(tx, key, practiceId, strand)
      checkHead(
        walk,
        heads.find((head) => head.strand === strand),
      )
      walks.push(walk)
    }
    const rows = walks.reduce((sum, walk) => sum + walk.rows, 0)
    return { practiceId, rows, faults: walks.flatMap((walk) => walk.faults) }
  })

/** Walks every strand of each practice, and of the installation (practice 0), from its first link to its head. */
export const verifyChains = async (queries: Queries, key: Buffer): Promise<ChainReport[]> => {
  const practices = await queries.selectFrom('practices').select('id').orderBy('id').execute()
  const reports: ChainReport[] = []
  for (const id of [0, ...practices.map((practice) => practice.id)])
    reports.push(await verifyChain(queries, key, id))
  return reports
}
