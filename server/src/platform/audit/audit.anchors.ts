import type { Tx } from '../database/database.ts'
import { emptyContent, moreContent } from './audit.seams.ts'
import { readTrail } from './audit.verify.ts'

/** Digests over all rows of each strand of a practice, with the key of those that will follow. */
export const contentsOfStrands = async (
  tx: Tx,
  key: Buffer,
  practiceId: number,
): Promise<ReadonlyMap<number, Buffer>> => {
  const contents = new Map<number, Buffer>()
  const last = new Map<number, number>()
  await readTrail(tx, practiceId, (row) => {
    // A second row in one place is none of the chain's.
    if (row.seq <= (last.get(row.strand) ?? 0)) return
    last.set(row.strand, row.seq)
    const content = contents.get(row.strand) ?? emptyContent(key, practiceId, row.strand)
    contents.set(row.strand, moreContent(key, content, row))
  })
  return contents
}
