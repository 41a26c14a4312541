import { sql } from 'kysely'
import { type Queries, reading, type Tx } from '../../platform/database/database.ts'
import { installationScope } from '../../platform/database/entering.ts'
import { contentOfSeals, findAnchor, type SealAnchor } from './signatures.anchors.ts'
import { type ErasedSeal, findErasedSeals, isErasedByUs } from './signatures.erased.ts'
import {
  findSignaturesAfter,
  findWithdrawals,
  type StoredSignature,
  type StoredWithdrawal,
} from './signatures.repository.ts'
import { chainStart } from './signatures.seals.ts'
import {
  type AlteredPlace,
  checkSeal,
  isKnownWithdrawal,
  type SealChecks,
  type SealVerdict,
} from './signatures.verify.ts'

export interface SealFault {
  /** Place in the chain of the practice; 0 where it is of no link. */
  readonly sequence: number
  readonly sealId: string | null
  /** chain: a link is missing or does not follow the one before; tail: the end is gone; unsigned: closed by no signature; erased: a link that we did not leave; anchor: what a lost key sealed is not as it was then. */
  readonly kind: AlteredPlace | 'anchor' | 'erased' | 'chain' | 'withdrawal' | 'tail' | 'unsigned'
}

/** What was found of the seals of one practice. */
export interface SealReport {
  readonly practiceId: number
  readonly seals: number
  /** Links besides that erased patients left. */
  readonly erased: number
  /** How many of them were taken back, or have addenda. */
  readonly superseded: number
  /** How many a lost key sealed: they are as they were then, and before then nobody can prove them. */
  readonly unproved: number
  /** Instant of that loss. */
  readonly anchoredAt: string | null
  /** How many the installation proved that the practice came from, by its address. */
  readonly attested: ReadonlyMap<string, number>
  readonly faults: readonly SealFault[]
}

interface Walk {
  readonly practiceId: number
  sequence: number
  previous: Buffer
  seals: number
  erased: number
  superseded: number
  unproved: number
  readonly attested: Map<string, number>
  readonly anchor: SealAnchor | undefined
  /** Places of erased signatures and withdrawals. */
  readonly gone: ErasedSeal[]
  readonly withdrawals: StoredWithdrawal[]
  readonly faults: SealFault[]
}

interface AnyLink {
  readonly sequence: number
  readonly previous: Buffer
  readonly seal: Buffer
}

const pageSize = 200

const step = (walk: Walk, link: AnyLink, sealId: string | null): void => {
  const follows = link.sequence === walk.sequence + 1 && link.previous.equals(walk.previous)
  if (!follows) walk.faults.push({ sequence: walk.sequence + 1, sealId, kind: 'chain' })
  walk.sequence = link.sequence
  walk.previous = link.seal
}

const walkWithdrawal = async (
  tx: Tx,
  walk: Walk,
  checks: SealChecks,
  one: StoredWithdrawal,
): Promise<void> => {
  const { sequence } = one
  if (!(await isKnownWithdrawal(tx, checks, one, walk.anchor)))
    walk.faults.push({ sequence, sealId: null, kind: 'withdrawal' })
  step(walk, one, null)
}

const walkErased = (walk: Walk, { keys }: SealChecks, one: ErasedSeal): void => {
  const { sequence, sealId } = one
  if (!isErasedByUs(keys, one)) walk.faults.push({ sequence, sealId, kind: 'erased' })
  step(walk, one, sealId)
  walk.erased += 1
}

const placeOf = (one: AnyLink | undefined): number => one?.sequence ?? Number.POSITIVE_INFINITY

/** The withdrawals and erased links that come before a place of the chain. */
const walkOthers = async (tx: Tx, walk: Walk, checks: SealChecks, before: number): Promise<void> => {
  const { withdrawals, gone } = walk
  while (Math.min(placeOf(withdrawals[0]), placeOf(gone[0])) < before) {
    const isErased = placeOf(gone[0]) < placeOf(withdrawals[0])
    const [erased, withdrawal] = isErased ? [gone.shift(), undefined] : [undefined, withdrawals.shift()]
    if (erased) walkErased(walk, checks, erased)
    if (withdrawal) await walkWithdrawal(tx, walk, checks, withdrawal)
  }
}

const note = (walk: Walk, { sequence, sealId }: StoredSignature, verdict: SealVerdict): void => {
  const { state, places, origin } = verdict
  for (const kind of places) walk.faults.push({ sequence, sealId, kind })
  walk.seals += 1
  if (state === 'superseded') walk.superseded += 1
  if (state === 'unproved') walk.unproved += 1
  if (origin) walk.attested.set(origin.address, (walk.attested.get(origin.address) ?? 0) + 1)
}

/** Links up to the head as it was read before: what is sealed meanwhile is looked at another time. */
const walkChain = async (tx: Tx, checks: SealChecks, walk: Walk, end: number): Promise<void> => {
  const { practiceId } = walk
  let some = await findSignaturesAfter(tx, practiceId, 0, pageSize)
  while (some.length > 0) {
    for (const one of some.filter(({ sequence }) => sequence <= end)) {
      const { sequence, sealId } = one
      await walkOthers(tx, walk, checks, sequence)
      note(walk, one, await checkSeal(tx, checks, one))
      step(walk, one, sealId)
    }
    some = await findSignaturesAfter(tx, practiceId, some.at(-1)?.sequence ?? end, pageSize)
  }
  await walkOthers(tx, walk, checks, end + 1)
}

interface End {
  readonly sequence: number | null
  readonly seal: Buffer | null
  /** What the trail, a chain of its own, tells of the last seal. */
  readonly told: number
  readonly unsigned: number
}

const findEnd = async (tx: Tx, practiceId: number): Promise<End> => {
  const { rows } = await sql<End>`
    select (select sequence from seal_heads where practice_id = ${practiceId}) as sequence,
      (select seal from seal_heads where practice_id = ${practiceId}) as seal,
      (select coalesce(max((detail::json->>'sequence')::int), 0) from audit_events
        where practice_id = ${practiceId} and action in ('signature.sign', 'signature.withdraw')) as told,
      (select count(*)::int from records r where r.practice_id = ${practiceId} and r.signed and not exists (
        select from signatures s where s.practice_id = ${practiceId} and s.record_id = r.id and not exists (
          select from signature_withdrawals w where w.practice_id = ${practiceId} and w.signature_id = s.id)))
        as unsigned`.execute(tx)
  return rows[0] ?? { sequence: null, seal: null, told: 0, unsigned: 0 }
}

const checkEnd = (walk: Walk, { sequence, seal, told, unsigned }: End): void => {
  const isWhole =
    sequence === null ? walk.sequence === 0 : sequence === walk.sequence && seal?.equals(walk.previous)
  if (!isWhole || told > walk.sequence)
    walk.faults.push({ sequence: walk.sequence, sealId: null, kind: 'tail' })
  for (let one = 0; one < unsigned; one += 1)
    walk.faults.push({ sequence: 0, sealId: null, kind: 'unsigned' })
}

/** What a lost key sealed is as it was when that was noted. */
const checkAnchor = async (tx: Tx, { keys }: SealChecks, walk: Walk): Promise<void> => {
  const { anchor, practiceId } = walk
  if (!anchor) return
  const key = keys.all.get(anchor.keyId)
  const content = key && (await contentOfSeals(tx, key, practiceId, anchor.sequence))
  if (content?.equals(anchor.content) !== true)
    walk.faults.push({ sequence: anchor.sequence, sealId: null, kind: 'anchor' })
}

const verifyOnce = (queries: Queries, checks: SealChecks, practiceId: number): Promise<SealReport> =>
  reading(queries, { practiceId, userId: 0, seesBlocked: true }, async (tx) => {
    const end = await findEnd(tx, practiceId)
    const walk: Walk = {
      practiceId,
      sequence: 0,
      previous: chainStart(practiceId),
      seals: 0,
      erased: 0,
      superseded: 0,
      unproved: 0,
      attested: new Map(),
      anchor: await findAnchor(tx, practiceId),
      withdrawals: await findWithdrawals(tx, practiceId),
      gone: await findErasedSeals(tx, practiceId),
      faults: [],
    }
    await walkChain(tx, checks, walk, end.sequence ?? Number.MAX_SAFE_INTEGER)
    checkEnd(walk, end)
    await checkAnchor(tx, checks, walk)
    const { seals, erased, superseded, unproved, attested, anchor, faults } = walk
    const anchoredAt = anchor?.at ?? null
    return { practiceId, seals, erased, superseded, unproved, anchoredAt, attested, faults }
  })

/** Files may take long to read, so this is no one moment of the database: what is found is looked at once more. */
const verifyPractice = async (
  queries: Queries,
  checks: SealChecks,
  practiceId: number,
): Promise<SealReport> => {
  const report = await verifyOnce(queries, checks, practiceId)
  return report.faults.length === 0 ? report : verifyOnce(queries, checks, practiceId)
}

/** Counts every seal of every practice again and walks their chains; nothing of it is trusted to the database. */
export const verifySeals = async (queries: Queries, checks: SealChecks): Promise<SealReport[]> => {
  const practices = await reading(queries, installationScope, (tx) =>
    tx.selectFrom('practices').select('id').orderBy('id').execute(),
  )
  const reports: SealReport[] = []
  for (const { id } of practices) reports.push(await verifyPractice(queries, checks, id))
  return reports.filter(({ seals, erased, faults }) => seals + erased > 0 || faults.length > 0)
}
