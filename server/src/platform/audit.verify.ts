import { sql } from 'kysely'
import { type AuditRow, chainStart, linkMac } from './audit.ts'
import { type Queries, type Tx, transaction } from './database.ts'

/** What is wrong with a chain, and where. */
export interface ChainFault {
  readonly practiceId: number
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

const readBatch = async (tx: Tx, practiceId: number, after: number): Promise<StoredRow[]> => {
  const { rows } = await sql<StoredRow>`
    select practice_id, seq, iso(at) as at, action, user_id, session_id, patient_id, subject_type, subject_id, detail,
      request_id, ip, mac
    from audit_events where practice_id = ${practiceId} and seq > ${after} order by seq limit ${batchSize}`.execute(
    tx,
  )
  return rows
}

interface Walk {
  seq: number
  mac: Buffer
  rows: number
  readonly faults: ChainFault[]
}

/** One step along the chain. After a fault the stored mac is believed, so that each fault is told once. */
const step = (key: Buffer, walk: Walk, row: StoredRow): void => {
  const { mac, ...content } = row
  const { practice_id: practiceId, seq } = content
  if (seq !== walk.seq + 1) walk.faults.push({ practiceId, seq: walk.seq + 1, kind: 'gap' })
  else if (!linkMac(key, walk.mac, content).equals(mac))
    walk.faults.push({ practiceId, seq, kind: 'altered' })
  walk.seq = seq
  walk.mac = mac
  walk.rows += 1
}

const checkHead = async (tx: Tx, practiceId: number, walk: Walk): Promise<void> => {
  const head = await tx
    .selectFrom('audit_heads')
    .select(['seq', 'mac'])
    .where('practice_id', '=', practiceId)
    .executeTakeFirst()
  if (!head && walk.rows === 0) return
  if (!head || head.seq !== walk.seq || !head.mac.equals(walk.mac))
    walk.faults.push({ practiceId, seq: walk.seq, kind: 'tail' })
}

const verifyChain = (queries: Queries, key: Buffer, practiceId: number): Promise<ChainReport> =>
  transaction(queries, { practiceId, userId: 0 }, 'snapshot', async (tx) => {
    const walk: Walk = { seq: 0, mac: chainStart(key, practiceId), rows: 0, faults: [] }
    for (
      let batch = await readBatch(tx, practiceId, 0);
      batch.length > 0;
      batch = await readBatch(tx, practiceId, walk.seq)
    ) {
      for (const row of batch) step(key, walk, row)
    }
    await checkHead(tx, practiceId, walk)
    return { practiceId, rows: walk.rows, faults: walk.faults }
  })

/** Walks the chain of every practice, and of the installation (practice 0), from its first link to its head. */
export const verifyChains = async (queries: Queries, key: Buffer): Promise<ChainReport[]> => {
  const practices = await queries.selectFrom('practices').select('id').orderBy('id').execute()
  const reports: ChainReport[] = []
  for (const id of [0, ...practices.map((practice) => practice.id)])
    reports.push(await verifyChain(queries, key, id))
  return reports
}
