import { verifyChain } from '../../../platform/audit/audit.verify.ts'
import type { StoredRow } from '../../../platform/audit/audit.walk.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { type AttestedStrand, moreOfTrail } from '../../../platform/origins/origins.ts'
import type { KeyRing } from '../../../platform/tokens.ts'

interface Running {
  digest: string
  rows: number
  seq: number
}

/** What this installation says of every strand of the trail of a practice, each walked from its first link. */
export const attestTrail = async (tx: Tx, keys: KeyRing, practiceId: number): Promise<AttestedStrand[]> => {
  const running = new Map<number, Running>()
  const look = (row: StoredRow): void => {
    const so = running.get(row.strand) ?? { digest: '', rows: 0, seq: 0 }
    running.set(row.strand, { digest: moreOfTrail(so.digest, row), rows: so.rows + 1, seq: row.seq })
  }
  const report = await verifyChain(tx, keys, practiceId, { look })
  return [...running]
    .sort(([a], [b]) => a - b)
    .map(([strand, so]) => ({
      strand,
      ...so,
      faults: report.faults.filter((fault) => fault.strand === strand).length,
    }))
}
