import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { hmacSha256, keyId } from '../tokens.ts'
import { type AuditRow, linkMac } from './audit.strands.ts'

/** Where a strand goes on with the key of another secret (docs/decisions/0037-one-secret.md). */
export interface Seam {
  readonly strand: number
  readonly epoch: number
  /** The last row before it, and the link that it had. */
  readonly seq: number
  readonly head: Buffer
  /** Id of the key that the rows before it are chained with. */
  readonly keyId: string
  /** Instant. */
  readonly at: string
  /** Where that key was lost: a digest over all rows before, made with the key of those behind. */
  readonly content: Buffer | null
  readonly mac: Buffer
}

/** The link that a seam is, made with the key of the rows behind it. */
export const seamMac = (key: Buffer, practiceId: number, seam: Omit<Seam, 'mac'>): Buffer =>
  hmacSha256(key)
    .update(seam.head)
    .update(
      JSON.stringify([
        'seam',
        practiceId,
        ...[seam.strand, seam.epoch, seam.seq, seam.keyId, seam.at],
        seam.content?.toString('hex') ?? null,
      ]),
    )
    .digest()

/** The last seam of a strand that a digest over all rows before belongs to, and the name of the key that it is made with. */
export const anchorOf = (
  seams: readonly Seam[],
): { readonly seam: Seam; readonly keyId: string | undefined } | undefined => {
  const index = seams.findLastIndex(({ content }) => content !== null)
  const seam = seams[index]
  return seam && { seam, keyId: seams[index + 1]?.keyId }
}

/** The digest over no row. */
export const emptyContent = (key: Buffer, practiceId: number, strand: number): Buffer =>
  hmacSha256(key).update(`ulna anchor of practice ${practiceId} strand ${strand}`).digest()

/** The digest over one row more: what it says, and the link that nobody can make again. */
export const moreContent = (key: Buffer, content: Buffer, row: AuditRow & { readonly mac: Buffer }): Buffer =>
  linkMac(key, Buffer.concat([content, row.mac]), row)

/** Reads seams in the order in which strands go through them. */
export const readSeams = async (tx: Tx, practiceId: number): Promise<Seam[]> => {
  const { rows } = await sql<Seam>`
    select strand, epoch, seq, head_mac as head, key_id as "keyId", iso(at) as at, content, mac
    from audit_seams where practice_id = ${practiceId} order by strand, epoch`.execute(tx)
  return rows
}

export interface SeamSettings {
  readonly practiceId: number
  readonly epoch: number
  /** Key of the rows behind the seams. */
  readonly key: Buffer
  /** Id of the key that was used until now. */
  readonly formerKeyId: string
  readonly at: string
  /** Digests over the rows of each strand, where the former key was lost. */
  readonly contents: ReadonlyMap<number, Buffer> | null
}

interface Head {
  readonly strand: number
  readonly seq: number
  readonly mac: Buffer
}

/** Has every strand of a practice go on with another key. Runs as the owner of the tables. */
export const sewStrands = async (tx: Tx, settings: SeamSettings): Promise<void> => {
  const { practiceId, epoch, key, formerKeyId, at, contents } = settings
  const { rows: heads } = await sql<Head>`
    select strand, seq, mac from audit_heads where practice_id = ${practiceId} order by strand for update`.execute(
    tx,
  )
  for (const { strand, seq, mac: head } of heads) {
    const content = contents === null ? null : (contents.get(strand) ?? emptyContent(key, practiceId, strand))
    const seam = { strand, epoch, seq, head, keyId: formerKeyId, at, content }
    const mac = seamMac(key, practiceId, seam)
    await sql`
      insert into audit_seams (practice_id, strand, epoch, seq, head_mac, key_id, at, content, mac)
      values (${practiceId}, ${strand}, ${epoch}, ${seq}, ${head}, ${formerKeyId}, ${at}::timestamptz, ${content}, ${mac})`.execute(
      tx,
    )
    await sql`
      update audit_heads set mac = ${mac} where practice_id = ${practiceId} and strand = ${strand}`.execute(
      tx,
    )
  }
}

/** The keys that chains were made with, by their names. */
export const keysById = (keys: readonly Buffer[]): ReadonlyMap<string, Buffer> =>
  new Map(keys.map((key) => [keyId(key), key]))
