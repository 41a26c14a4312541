import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Queries, send, type Tx, transaction } from '../database/database.ts'
import type { KeyRing } from '../tokens.ts'
import { readErasedLinks } from './audit.erased-links.ts'
import { keysById, readSeams, type Seam } from './audit.seams.ts'
import { strandCount } from './audit.strands.ts'
import { type ChainFault, type StoredRow, type StrandHead, Walk } from './audit.walk.ts'

/** Heads that were noted outside the database, by practice: no row in front of them may ever be missing. */
export type NotedHeads = ReadonlyMap<number, readonly StrandHead[]>

/** Rows of a secret that was lost: they are as they were then, and before then nobody can prove them. */
export interface Anchored {
  readonly rows: number
  /** When the last such loss was noted. */
  readonly at: string
}

export interface ChainReport {
  readonly practiceId: number
  readonly rows: number
  /** Rows whose detail was erased with a patient, and that say so. */
  readonly erased: number
  readonly anchored: Anchored | null
  readonly faults: readonly ChainFault[]
  readonly heads: readonly StrandHead[]
}

/** Rows that are looked at in one turn of the event loop. */
const batchSize = 500

/** Whatever is stored for a practice, in the order of its chains; places that no chain has are not left out. */
const openTrail = (tx: Tx, practiceId: number): Promise<unknown> =>
  send(tx, {
    text: `declare trail no scroll cursor for
      select practice_id, strand, seq, iso(at) as at, action, user_id, session_id, patient_id, subject_type, subject_id,
        detail, request_id, ip, practice_key_id, mac, erased_mac
      from audit_events where practice_id = ${Number(practiceId)} order by strand, seq`,
  })

const readBatch = (tx: Tx): Promise<StoredRow[]> =>
  send<StoredRow>(tx, { name: 'read trail', text: `fetch ${batchSize} from trail` })

const closeTrail = (tx: Tx): Promise<unknown> => send(tx, { text: 'close trail' })

/**
 * Rows in batches, of which the next is on its way while one is looked at. Whoever has time says how to `rest` behind each:
 * then the next is not asked for before, for to read it is most of the work.
 */
export const readTrail = async (
  tx: Tx,
  practiceId: number,
  look: (row: StoredRow) => void,
  rest?: () => Promise<unknown>,
): Promise<void> => {
  await openTrail(tx, practiceId)
  let batch = await readBatch(tx)
  const next = (): Promise<StoredRow[]> => (batch.length < batchSize ? Promise.resolve([]) : readBatch(tx))
  while (batch.length > 0) {
    const coming = rest ? undefined : next()
    coming?.catch(() => undefined)
    await (rest ?? nextTurn)()
    for (const row of batch) look(row)
    batch = await (coming ?? next())
  }
  await closeTrail(tx)
}

const readHeads = (tx: Tx, practiceId: number): Promise<StrandHead[]> =>
  tx
    .selectFrom('audit_heads')
    .select(['strand', 'seq', 'mac'])
    .where('practice_id', '=', practiceId)
    .execute()

const allStrands = Array.from({ length: strandCount }, (_, strand) => strand)

const anchoredIn = (walks: readonly Walk[], seams: readonly Seam[]): Anchored | null => {
  const at = seams.findLast(({ content }) => content !== null)?.at
  const rows = walks.reduce((sum, walk) => sum + walk.anchored, 0)
  return at === undefined || rows === 0 ? null : { rows, at }
}

interface ChainWishes {
  readonly noted?: readonly StrandHead[] | undefined
  readonly look?: (row: StoredRow) => void
  readonly rest?: () => Promise<unknown>
}

/**
 * Walks every strand of a practice in the moment that the transaction sees. `look` is handed every row, in the order of
 * the chains; `rest` is waited for every few hundred rows, for who has time and lets others go first.
 */
export const verifyChain = async (
  tx: Tx,
  keys: KeyRing,
  practiceId: number,
  { noted = [], look = () => undefined, rest }: ChainWishes = {},
): Promise<ChainReport> => {
  const ofStrand = (heads: readonly StrandHead[], strand: number) =>
    heads.find((head) => head.strand === strand)
  const seams = await readSeams(tx, practiceId)
  const erased = await readErasedLinks(tx, keys, practiceId)
  const known = keysById(keys)
  const walks = new Map<number, Walk>()
  const walkOf = (strand: number): Walk => {
    const begun = walks.get(strand)
    if (begun) return begun
    const ofThis = seams.filter((seam) => seam.strand === strand)
    const walk = new Walk({
      ...{ practiceId, strand, current: keys[0], known, seams: ofThis, erased },
      noted: ofStrand(noted, strand),
    })
    walks.set(strand, walk)
    return walk
  }
  const heads = await readHeads(tx, practiceId)
  const lookAt = (row: StoredRow): void => {
    walkOf(row.strand).step(row)
    look(row)
  }
  await readTrail(tx, practiceId, lookAt, rest)
  // A practice begins with a row, and all its heads are written with it; the installation has none until it needs one.
  const isUnused = practiceId === 0 && heads.length === 0 && walks.size === 0 && noted.length === 0
  for (const strand of isUnused ? [] : [...allStrands, ...heads.map((head) => head.strand)]) walkOf(strand)
  const inOrder = [...walks].sort(([a], [b]) => a - b)
  const ends = inOrder.map(([strand, walk]) => walk.end(ofStrand(heads, strand)))
  return {
    practiceId,
    rows: inOrder.reduce((sum, [, walk]) => sum + walk.rows, 0),
    erased: inOrder.reduce((sum, [, walk]) => sum + walk.erased, 0),
    faults: inOrder.flatMap(([, walk]) => walk.faults),
    anchored: anchoredIn([...walks.values()], seams),
    heads: ends,
  }
}

/**
 * Walks every strand of each practice, and of the installation (practice 0), from its first link to its head. Where
 * heads were `noted` before, every chain must still go through them: whoever owns the database can cut the end of a
 * chain off and set its head back, and nothing inside the database tells. `formerKeys` are of former secrets: what was
 * written with them is proved by them, as far as the seam where the next began.
 */
export const verifyChains = async (
  queries: Queries,
  key: Buffer,
  noted: NotedHeads = new Map(),
  formerKeys: readonly Buffer[] = [],
): Promise<ChainReport[]> => {
  const keys: KeyRing = [key, ...formerKeys]
  const practices = await queries.selectFrom('practices').select('id').execute()
  const ids = new Set([0, ...practices.map(({ id }) => id), ...noted.keys()])
  const reports: ChainReport[] = []
  for (const id of [...ids].sort((a, b) => a - b))
    reports.push(
      await transaction(queries, { practiceId: id, userId: 0 }, 'snapshot', (tx) =>
        verifyChain(tx, keys, id, { noted: noted.get(id) }),
      ),
    )
  return reports
}
