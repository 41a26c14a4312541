import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { KeyRing } from '../tokens.ts'
import { type AuditRow, linkMac } from './audit.strands.ts'

/**
 * Whose digest goes over the rows of a strand one after the other: that of the last seam behind a key that nobody has here,
 * or of the installation that the practice came from.
 */
export type DigestOf = 'seam' | 'origin'

/** A place in such a digest: what it was in front of a row, and behind it. */
export interface DigestStep {
  readonly before: Buffer
  readonly behind: Buffer
}

interface ChainedRow extends AuditRow {
  readonly strand: number
  readonly mac: Buffer
}

interface ErasedLink {
  readonly strand: number
  readonly seq: number
  readonly digestOf: DigestOf
  readonly behind: Buffer
  readonly mac: Buffer
}

/** What says that a digest was so behind a row that is emptied since; over the row as it is now. */
export const erasedLinkMac = (
  key: Buffer,
  digestOf: DigestOf,
  { before, behind }: DigestStep,
  row: ChainedRow,
): Buffer => {
  const mark = Buffer.from(`ulna erased row in front of ${digestOf} of strand ${row.strand}`)
  return linkMac(key, Buffer.concat([mark, before, behind, row.mac]), row)
}

const nameOf = ({ strand, seq }: Pick<ErasedLink, 'strand' | 'seq'>, digestOf: DigestOf): string =>
  `${digestOf} ${strand} ${seq}`

/** What digests were behind rows that are emptied since, which nothing can make again from what is left of them. */
export class ErasedLinks {
  readonly #keys: KeyRing
  readonly #links: ReadonlyMap<string, ErasedLink>

  constructor(keys: KeyRing, links: readonly ErasedLink[]) {
    this.#keys = keys
    this.#links = new Map(links.map((link) => [nameOf(link, link.digestOf), link]))
  }

  /** What a digest was behind a row; undefined for a row that was not emptied, or not as it says. */
  behind(digestOf: DigestOf, before: Buffer, row: ChainedRow): Buffer | undefined {
    const link = this.#links.get(nameOf(row, digestOf))
    if (!link) return undefined
    const { behind, mac } = link
    const isOurs = this.#keys.some((key) => erasedLinkMac(key, digestOf, { before, behind }, row).equals(mac))
    return isOurs ? behind : undefined
  }
}

export const readErasedLinks = async (tx: Tx, keys: KeyRing, practiceId: number): Promise<ErasedLinks> => {
  const { rows } = await sql<ErasedLink>`
    select strand, seq, digest_of as "digestOf", behind, mac from audit_erased_links
    where practice_id = ${practiceId}`.execute(tx)
  return new ErasedLinks(keys, rows)
}
