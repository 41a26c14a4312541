import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { PaperDependencies } from '../papers/papers.certificate.service.ts'

type LastPaper = NonNullable<PaperDependencies['otherPaper']>
type Proof = Awaited<ReturnType<LastPaper>>

/** What proves the certificate of a practice that is gone, by what is printed on it. */
export const findLastPaper = async (tx: Tx, practiceId: number, code: string): Promise<Proof> => {
  const { rows } = await sql<Omit<NonNullable<Proof>, 'records' | 'scope' | 'isErased'>>`
    select practice_name as "practiceName", iso(paper_issued_at) as "issuedAt", paper_pages as pages,
      encode(paper_sha256, 'hex') as sha256, paper_certificate as certificate
    from practice_deletions where practice = ${practiceId} and paper_code = ${code}`.execute(tx)
  const [found] = rows
  return found && { ...found, scope: 'deletion', records: [], isErased: false }
}
