import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

/** What a paper is of: one erasure, or an act. */
export type PaperAbout = { readonly erasureId: number } | { readonly actId: number }

export interface NewErasurePaper {
  readonly practiceId: number
  readonly about: PaperAbout
  /** The part of its number that nobody can guess. */
  readonly secret: string
  readonly content: Buffer
  readonly sha256: Buffer
  readonly pages: number
  readonly signingKeyId: number
  /** Instant. */
  readonly issuedAt: string
}

export const insertErasurePaper = async (tx: Tx, paper: NewErasurePaper): Promise<number> => {
  const { about } = paper
  const { rows } = await sql<{ id: number }>`
    insert into erasure_papers (practice_id, erasure_id, act_id, code, content, sha256, pages, signing_key_id, issued_at)
    values (${paper.practiceId}, ${'erasureId' in about ? about.erasureId : null}, ${'actId' in about ? about.actId : null},
      ${paper.secret}, ${paper.content}, ${paper.sha256}, ${paper.pages}, ${paper.signingKeyId},
      ${paper.issuedAt}::timestamptz)
    returning id`.execute(tx)
  const [written] = rows
  if (!written) throw new Error('the paper was not stored')
  return written.id
}

const of = (about: PaperAbout) =>
  'erasureId' in about ? sql`p.erasure_id = ${about.erasureId}` : sql`p.act_id = ${about.actId}`

/** Whether there is one that was made since an instant. */
export const isPapered = async (
  tx: Tx,
  practiceId: number,
  about: PaperAbout,
  since: string,
): Promise<boolean> => {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from erasure_papers p where p.practice_id = ${practiceId} and ${of(about)}
      and p.issued_at >= ${since}::timestamptz) as there`.execute(tx)
  return rows[0]?.there === true
}

export interface KeptErasurePaper {
  readonly id: number
  readonly content: Buffer
}

/** The newest paper of something, as it was made. */
export const findErasurePaper = async (
  tx: Tx,
  practiceId: number,
  about: PaperAbout,
): Promise<KeptErasurePaper | undefined> => {
  const { rows } = await sql<KeptErasurePaper>`
    select p.id, p.content from erasure_papers p where p.practice_id = ${practiceId} and ${of(about)}
    order by p.issued_at desc, p.id desc limit 1`.execute(tx)
  return rows[0]
}

export interface ErasurePaperProof {
  readonly practiceName: string
  readonly scope: 'erasure' | 'act'
  readonly issuedAt: string
  readonly pages: number
  /** Hexadecimal. */
  readonly sha256: string
  /** PEM. */
  readonly certificate: string
}

/** What proves a paper, by the number that is printed on it. */
export const findErasureProof = async (
  tx: Tx,
  practiceId: number,
  code: string,
): Promise<ErasurePaperProof | undefined> => {
  const secret = code.replaceAll('-', '').slice(-12)
  const { rows } = await sql<ErasurePaperProof>`
    select r.name as "practiceName", case when p.act_id is null then 'erasure' else 'act' end as scope,
      iso(p.issued_at) as "issuedAt", p.pages, encode(p.sha256, 'hex') as sha256, k.certificate
    from erasure_papers p join practices r on r.id = p.practice_id
      join practice_signing_keys k on k.practice_id = ${practiceId} and k.id = p.signing_key_id
    where p.practice_id = ${practiceId} and p.code = ${secret}`.execute(tx)
  return rows[0]
}
