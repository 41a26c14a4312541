import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { hmacSha256, type KeyRing } from '../../platform/tokens.ts'
import type { FileDigests } from './erasures.repository.ts'

/** What a person is recognised by, as the search folds it. */
export interface Likeness {
  readonly document: string | null
  /** Its letters and digits alone; null of one that says nothing. */
  readonly bareDocument?: string | null
  readonly name: string | null
  /** YYYY-MM-DD */
  readonly birthDate: string | null
  /** Another system, and the number that it knows them by. */
  readonly source?: string | null
  readonly externalId?: string | null
}

const nobody: Likeness = { document: null, name: null, birthDate: null }

interface Digests {
  readonly document: Buffer | null
  /** Of one that is written with more than letters and digits. */
  readonly bareDocument: Buffer | null
  readonly person: Buffer | null
  readonly imported: Buffer | null
}

const digestOf = (key: Buffer, practiceId: number, ...parts: readonly string[]): Buffer =>
  hmacSha256(key)
    .update(JSON.stringify([practiceId, ...parts]))
    .digest()

/** Keyed digests by which somebody is recognised who comes again. Without the key nobody tells whose they are. */
const digestsOf = (
  key: Buffer,
  practiceId: number,
  { document, bareDocument, name, birthDate, source, externalId }: Likeness,
): Digests => ({
  document: document ? digestOf(key, practiceId, 'document', document) : null,
  bareDocument:
    bareDocument && bareDocument !== document ? digestOf(key, practiceId, 'document', bareDocument) : null,
  person: name && birthDate ? digestOf(key, practiceId, 'person', name, birthDate) : null,
  imported: source && externalId ? digestOf(key, practiceId, 'imported', source, externalId) : null,
})

const all = ({ document, bareDocument, person, imported }: Digests): Buffer[] =>
  [document, bareDocument, person, imported].filter((one) => one !== null)

const likenessOf = async (tx: Tx, where: RawBuilder<unknown>): Promise<readonly Likeness[]> => {
  const { rows } = await sql<Likeness>`
    select fold(p.social_id) as document, document_key(p.social_id) as "bareDocument", p.sort_name as name,
      to_char(p.birth_date, 'YYYY-MM-DD') as "birthDate"
    from patients p where ${where} order by p.id`.execute(tx)
  return rows
}

interface ImportedAs {
  readonly source: string
  readonly externalId: string
}

/** What other systems knew a patient by, whose files were imported. */
const findImportedAs = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<readonly ImportedAs[]> => {
  const { rows } = await sql<ImportedAs>`
    select source, external_id as "externalId" from imported_patients
    where practice_id = ${practiceId} and patient_id = ${patientId}`.execute(tx)
  return rows
}

/** Digests of a patient and of the files that became part of theirs; read by who sees those. */
export const digestsOfFile = async (
  tx: Tx,
  key: Buffer,
  practiceId: number,
  patientId: number,
): Promise<FileDigests> => {
  const [own] = await likenessOf(tx, sql`p.practice_id = ${practiceId} and p.id = ${patientId}`)
  const others = await likenessOf(
    tx,
    sql`p.practice_id = ${practiceId} and p.id in (
      select alias_id from patient_aliases where practice_id = ${practiceId} and patient_id = ${patientId})`,
  )
  const imported = await findImportedAs(tx, practiceId, patientId)
  const known = [
    ...others.map((one) => ({ ...nobody, ...one })),
    ...imported.map((one) => ({ ...nobody, ...one })),
  ]
  const { document, bareDocument, person } = digestsOf(key, practiceId, { ...nobody, ...own })
  return {
    documentDigest: document,
    personDigest: person,
    knownDigests: [
      ...(bareDocument ? [bareDocument] : []),
      ...known.flatMap((one) => all(digestsOf(key, practiceId, one))),
    ],
  }
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
      known_digests || document_digest || person_digest as digests
    from erasures where practice_id = ${practiceId} and scope = 'whole' and state <> 'taken_back'`.execute(tx)
  if (rows.length === 0) return null
  const days = new Map<string, string>()
  for (const { day, digests } of rows)
    for (const digest of digests) if (digest) days.set(digest.toString('hex'), day)
  const dayOf = (likeness: Likeness): string | undefined => {
    for (const key of keys) {
      for (const digest of all(digestsOf(key, practiceId, likeness))) {
        const day = days.get(digest.toString('hex'))
        if (day !== undefined) return day
      }
    }
    return undefined
  }
  return { dayOf }
}
