import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { KeyRing } from '../../platform/tokens.ts'

/** What a person is recognised by, as the search folds it. */
export interface Likeness {
  readonly document: string | null
  readonly name: string | null
  /** YYYY-MM-DD */
  readonly birthDate: string | null
}

export interface Digests {
  readonly document: Buffer | null
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
  { document, name, birthDate }: Likeness,
): Digests => ({
  document: document ? digestOf(key, practiceId, 'document', document) : null,
  person: name && birthDate ? digestOf(key, practiceId, 'person', name, birthDate) : null,
})

/** What a patient is recognised by. */
export const findLikeness = async (tx: Tx, practiceId: number, patientId: number): Promise<Likeness> => {
  const { rows } = await sql<Likeness>`
    select fold(social_id) as document, sort_name as name, to_char(birth_date, 'YYYY-MM-DD') as "birthDate"
    from patients where practice_id = ${practiceId} and id = ${patientId}`.execute(tx)
  return rows[0] ?? { document: null, name: null, birthDate: null }
}

interface KnownErasure {
  readonly day: string
  readonly document: Buffer | null
  readonly person: Buffer | null
}

/** Recognises who was erased in a practice, or is about to be; null where nobody was. */
export interface Recognised {
  /** The day on which somebody like that was erased; undefined where nobody was. */
  dayOf(likeness: Likeness): string | undefined
}

export const recognisedIn = async (tx: Tx, keys: KeyRing, practiceId: number): Promise<Recognised | null> => {
  const { rows } = await sql<KnownErasure>`
    select to_char(coalesce(destroyed_at, decided_at), 'YYYY-MM-DD') as day, document_digest as document,
      person_digest as person
    from erasures where practice_id = ${practiceId} and scope = 'whole' and state <> 'taken_back'`.execute(tx)
  if (rows.length === 0) return null
  const days = new Map<string, string>()
  for (const { day, document, person } of rows)
    for (const digest of [document, person]) if (digest) days.set(digest.toString('hex'), day)
  const dayOf = (likeness: Likeness): string | undefined => {
    for (const key of keys) {
      const { document, person } = digestsOf(key, practiceId, likeness)
      for (const digest of [document, person]) {
        const day = digest && days.get(digest.toString('hex'))
        if (day) return day
      }
    }
    return undefined
  }
  return { dayOf }
}
