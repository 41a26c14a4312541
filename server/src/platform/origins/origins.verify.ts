import { readErasedLinks } from '../audit/audit.erased-links.ts'
import { readTrail } from '../audit/audit.verify.ts'
import { type Queries, reading, type Tx, transaction } from '../database/database.ts'
import { installationScope } from '../database/entering.ts'
import type { KeyRing } from '../tokens.ts'
import { type AttestedStrand, isGenuine, type Origin, readOrigins, trailBehind } from './origins.ts'

/** What was found of what the last installation said that a practice came from. */
export interface OriginReport {
  readonly practiceId: number
  readonly origin: string
  /** Instant of its statement. */
  readonly at: string
  /** Rows of the trail that it vouches for. */
  readonly rows: number
  /** `statement`: it is not as it was signed; `trail`: rows that it vouches for are not as it saw them. */
  readonly faults: readonly ('statement' | 'trail')[]
}

const isSameTrail = async (
  tx: Tx,
  keys: KeyRing,
  practiceId: number,
  strands: readonly AttestedStrand[],
): Promise<boolean> => {
  const erased = await readErasedLinks(tx, keys, practiceId)
  const last = new Map(strands.map(({ strand, seq }) => [strand, seq]))
  const digests = new Map<number, string>()
  await readTrail(tx, practiceId, (row) => {
    if (row.seq > (last.get(row.strand) ?? 0)) return
    digests.set(row.strand, trailBehind(erased, digests.get(row.strand) ?? '', row))
  })
  return strands.every(({ strand, digest }) => digests.get(strand) === digest)
}

const verifyOrigin = async (
  tx: Tx,
  keys: KeyRing,
  practiceId: number,
  one: Origin,
): Promise<OriginReport> => {
  const about = { practiceId, origin: one.origin, at: one.exportedAt }
  if (!isGenuine(one)) return { ...about, rows: 0, faults: ['statement'] }
  const strands = JSON.parse(one.trail) as AttestedStrand[]
  const rows = strands.reduce((sum, strand) => sum + strand.rows, 0)
  return { ...about, rows, faults: (await isSameTrail(tx, keys, practiceId, strands)) ? [] : ['trail'] }
}

/** Checks for every practice that came from elsewhere that it still is what that installation vouched for. */
export const verifyOrigins = async (queries: Queries, keys: KeyRing): Promise<OriginReport[]> => {
  const practices = await reading(queries, installationScope, (tx) =>
    tx.selectFrom('practices').select('id').orderBy('id').execute(),
  )
  const reports: OriginReport[] = []
  for (const { id } of practices) {
    const report = await transaction(queries, { practiceId: id, userId: 0 }, 'snapshot', async (tx) => {
      const [last] = await readOrigins(tx, id)
      return last && verifyOrigin(tx, keys, id, last)
    })
    if (report) reports.push(report)
  }
  return reports
}
