import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AuditRow, chainStart, linkMac, strandCount } from './audit.strands.ts'
import { type Queries, send, type Tx, transaction } from './database.ts'

/** What is wrong with a chain, and where. */
export interface ChainFault {
  readonly practiceId: number
  readonly strand: number
  /** The first row that it is about, and the last. */
  readonly seq: number
  readonly through: number
  /**
   * `gap`: rows are missing, and the one behind them cannot be checked; `altered`: rows do not fit their macs;
   * `surplus`: a row that has no place in the chain; `tail`: the last row is not the head's; `rewound`: the chain ends
   * before a head that was noted, or goes on from there as another.
   */
  readonly kind: 'gap' | 'altered' | 'surplus' | 'tail' | 'rewound'
}

/** The last link of a strand. */
export interface StrandHead {
  readonly strand: number
  readonly seq: number
  readonly mac: Buffer
}

/** Heads that were noted outside the database, by practice: no row in front of them may ever be missing. */
export type NotedHeads = ReadonlyMap<number, readonly StrandHead[]>

export interface ChainReport {
  readonly practiceId: number
  readonly rows: number
  readonly faults: readonly ChainFault[]
  readonly heads: readonly StrandHead[]
}

interface StoredRow extends AuditRow {
  readonly strand: number
  readonly mac: Buffer
}

const batchSize = 2000

/** Whatever is stored for a practice, in the order of its chains; places that no chain has are not left out. */
const openTrail = (tx: Tx, practiceId: number): Promise<unknown> =>
  send(tx, {
    text: `declare trail no scroll cursor for
      select practice_id, strand, seq, iso(at) as at, action, user_id, session_id, patient_id, subject_type, subject_id,
        detail, request_id, ip, mac
      from audit_events where practice_id = ${Number(practiceId)} order by strand, seq`,
  })

const readBatch = (tx: Tx): Promise<StoredRow[]> =>
  send<StoredRow>(tx, { name: 'read trail', text: `fetch ${batchSize} from trail` })

/** Rows in batches, of which the next is on its way while one is looked at. */
const readTrail = async (tx: Tx, practiceId: number, look: (row: StoredRow) => void): Promise<void> => {
  await openTrail(tx, practiceId)
  let batch = await readBatch(tx)
  while (batch.length > 0) {
    const coming = batch.length < batchSize ? Promise.resolve([]) : readBatch(tx)
    coming.catch(() => undefined)
    await nextTurn()
    for (const row of batch) look(row)
    batch = await coming
  }
}

class Walk {
  readonly faults: ChainFault[] = []
  rows = 0
  private seq = 0
  private mac: Buffer
  /** The link in front of the last row. */
  private before: Buffer
  private readonly key: Buffer
  private readonly practiceId: number
  private readonly strand: number
  private readonly noted: StrandHead | undefined

  constructor(key: Buffer, practiceId: number, strand: number, noted: StrandHead | undefined) {
    this.key = key
    this.practiceId = practiceId
    this.strand = strand
    this.noted = noted
    this.mac = chainStart(key, practiceId, strand)
    this.before = this.mac
  }

  /** One step along the chain. After a fault the stored mac is believed, so that each fault is told once. */
  step(row: StoredRow): void {
    this.rows += 1
    if (row.seq <= this.seq) {
      this.stepAside(row)
      return
    }
    if (row.seq > this.seq + 1) this.tell('gap', this.seq + 1, row.seq - 1)
    else if (!linkMac(this.key, this.mac, row).equals(row.mac)) this.tell('altered', row.seq)
    this.before = this.mac
    this.mac = row.mac
    this.seq = row.seq
    if (this.noted?.seq === row.seq && !this.noted.mac.equals(row.mac)) this.tell('rewound', row.seq)
  }

  end(head: StrandHead | undefined): StrandHead {
    const { strand, seq, mac, noted } = this
    if (head?.seq !== seq || !head.mac.equals(mac)) this.tell('tail', seq)
    if (noted && noted.seq > seq) this.tell('rewound', seq)
    return { strand, seq, mac }
  }

  /** Of two rows in one place the chain goes on from the one that fits. */
  private stepAside(row: StoredRow): void {
    this.tell('surplus', row.seq)
    if (row.seq === this.seq && linkMac(this.key, this.before, row).equals(row.mac)) this.mac = row.mac
  }

  /** Faults of one kind in rows that follow each other are one fault. */
  private tell(kind: ChainFault['kind'], seq: number, through = seq): void {
    const { practiceId, strand, faults } = this
    const last = faults.at(-1)
    const goesOn = last?.kind === kind && last.through === seq - 1
    if (goesOn) faults.pop()
    faults.push({ practiceId, strand, seq: goesOn ? last.seq : seq, through, kind })
  }
}

const readHeads = (tx: Tx, practiceId: number): Promise<StrandHead[]> =>
  tx
    .selectFrom('audit_heads')
    .select(['strand', 'seq', 'mac'])
    .where('practice_id', '=', practiceId)
    .execute()

const allStrands = Array.from({ length: strandCount }, (_, strand) => strand)

const verifyChain = (
  queries: Queries,
  key: Buffer,
  practiceId: number,
  noted: readonly StrandHead[],
): Promise<ChainReport> =>
  transaction(queries, { practiceId, userId: 0 }, 'snapshot', async (tx) => {
    const ofStrand = (heads: readonly StrandHead[], strand: number) =>
      heads.find((head) => head.strand === strand)
    const walks = new Map<number, Walk>()
    const walkOf = (strand: number): Walk => {
      const known = walks.get(strand)
      if (known) return known
      const walk = new Walk(key, practiceId, strand, ofStrand(noted, strand))
      walks.set(strand, walk)
      return walk
    }
    const heads = await readHeads(tx, practiceId)
    await readTrail(tx, practiceId, (row) => walkOf(row.strand).step(row))
    // A practice begins with a row, and all its heads are written with it; the installation has none until it needs one.
    const isUnused = practiceId === 0 && heads.length === 0 && walks.size === 0 && noted.length === 0
    for (const strand of isUnused ? [] : [...allStrands, ...heads.map((head) => head.strand)]) walkOf(strand)
    const inOrder = [...walks].sort(([a], [b]) => a - b)
    const ends = inOrder.map(([strand, walk]) => walk.end(ofStrand(heads, strand)))
    return {
      practiceId,
      rows: inOrder.reduce((sum, [, walk]) => sum + walk.rows, 0),
      faults: inOrder.flatMap(([, walk]) => walk.faults),
      heads: ends,
    }
  })

/**
 * Walks every strand of each practice, and of the installation (practice 0), from its first link to its head. Where
 * heads were `noted` before, every chain must still go through them: whoever owns the database can cut the end of a
 * chain off and set its head back, and nothing inside the database tells.
 */
export const verifyChains = async (
  queries: Queries,
  key: Buffer,
  noted: NotedHeads = new Map(),
): Promise<ChainReport[]> => {
  const practices = await queries.selectFrom('practices').select('id').execute()
  const ids = new Set([0, ...practices.map(({ id }) => id), ...noted.keys()])
  const reports: ChainReport[] = []
  for (const id of [...ids].sort((a, b) => a - b))
    reports.push(await verifyChain(queries, key, id, noted.get(id) ?? []))
  return reports
}
