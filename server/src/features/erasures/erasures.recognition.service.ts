import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { KeyRing } from '../../platform/tokens.ts'

/** What a person is recognised by, as the search folds it. */
export interface Likeness {
  readonly document: string | null
  /** Its letters and digits alone; null of one that says nothing. */
  readonly bareDocument: string | null
  readonly name: string | null
  /** YYYY-MM-DD */
  readonly birthDate: string | null
}

export interface Digests {
  readonly document: Buffer | null
  /** Of one that is written with more than letters and digits. */
  readonly bareDocument: Buffer | null
  readonly person: Buffer | null
}

const digestOf = (key: Buffer, practiceId: number, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([practiceId, ...parts]))
    .digest()

/** Keyed digests by which somebody is recognised who comes again. Without the key nobody tells whose they are. */
export const digestsOf = (
  key: Buffer,
  practiceId: number,
  { document, bareDocument, name, birthDate }: Likeness,
): Digests => ({
  document: document ? digestOf(key, practiceId, 'document', document) : null,
  bareDocument:
    bareDocument && bareDocument !== document ? digestOf(key, practiceId, 'document', bareDocument) : null,
  person: name && birthDate ? digestOf(key, practiceId, 'person', name, birthDate) : null,
})

const likenessColumns = sql`
  fold(p.social_id) as document, document_key(p.social_id) as "bareDocument", p.sort_name as name, to_char(p.birth_date, 'YYYY-MM-DD') as "birthDate"`

/** What a patient is recognised by. */
export const findLikeness = async (tx: Tx, practiceId: number, patientId: number): Promise<Likeness> => {
  const { rows } = await sql<Likeness>`
    select ${likenessColumns} from patients p
    where p.practice_id = ${practiceId} and p.id = ${patientId}`.execute(tx)
  return rows[0] ?? { document: null, bareDocument: null, name: null, birthDate: null }
}

/** What files are recognised by that became part of a patient's; read by who sees them. */
export const findAliasLikenesses = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<readonly Likeness[]> => {
  const { rows } = await sql<Likeness>`
    select ${likenessColumns} from patient_aliases x
    join patients p on p.practice_id = x.practice_id and p.id = x.alias_id
    where x.practice_id = ${practiceId} and x.patient_id = ${patientId} order by p.id`.execute(tx)
  return rows
}

interface KnownErasure {
  readonly day: string
  readonly digests: readonly (Buffer | null)[]
}

/** Recognises who was erased in a practice, or is about to be; null where nobody was. */
export interface Recognised {
  /** The day on which somebody like that was erased; undefined where nobody was. */
  dayOf(likeness: Likeness): string | undefined
}

export const recognisedIn = async (tx: Tx, keys: KeyRing, practiceId: number): Promise<Recognised | null> => {
  const { rows } = await sql<KnownErasure>`
    select to_char(coalesce(destroyed_at, decided_at), 'YYYY-MM-DD') as day,
      alias_digests || document_digest || person_digest as digests
    from erasures where practice_id = ${practiceId} and scope = 'whole' and state <> 'taken_back'`.execute(tx)
  if (rows.length === 0) return null
  const days = new Map<string, string>()
  for (const { day, digests } of rows)
    for (const digest of digests) if (digest) days.set(digest.toString('hex'), day)
  const dayOf = (likeness: Likeness): string | undefined => {
    for (const key of keys) {
      const { document, bareDocument, person } = digestsOf(key, practiceId, likeness)
      for (const digest of [document, bareDocument, person]) {
        const day = digest && days.get(digest.toString('hex'))
        if (day) return day
      }
    }
    return undefined
  }
  return { dayOf }
}
