import type { PatientRow } from '@ulna/contract/patients/patients'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { joinBytes, type PageWish, type WireBytes, type WireList } from '../../platform/database/wire.ts'
import { findPatients, findPatientsWhere } from './patients.lists.repository.ts'
import { phoneTexts } from './patients.phone.ts'
import { patientRowWire } from './patients.wire.ts'

const likePattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

type Placeholder = RawBuilder<unknown>

const holdsAll = (patterns: readonly Placeholder[]): RawBuilder<unknown> =>
  sql.join(
    patterns.map((pattern) => sql`p.search_text like ${pattern}::text`),
    sql` and `,
  )

interface FoundRow extends WireBytes<PatientRow> {
  readonly total: number
}

/** The page in one text: its rows are few. Rows are rendered when it is known which ones are on it. */
export const foundPage = (
  { practiceId, limit, offset }: Record<'practiceId' | 'limit' | 'offset', Placeholder>,
  patterns: Placeholder[],
) => sql<FoundRow>`
  with hits as materialized (
    select p.wire_row, p.unlocked_until, p.archived, p.sort_name, p.id
    from patients p where p.practice_id = ${practiceId} and not p.archived and ${holdsAll(patterns)}
  )
  select coalesce(string_agg(${patientRowWire}, ',' order by p.sort_name, p.id), '') as bytes,
    (select count(*)::int from hits) as total
  from (select * from hits order by sort_name, id limit ${limit} offset ${offset}) p`

interface Find {
  readonly practiceId: number
  readonly limit: number
  readonly offset: number
  readonly a: string
}

const findOneWord = prepared<FoundRow, Find>(({ practiceId, limit, offset, a }) =>
  foundPage({ practiceId, limit, offset }, [a]),
)
const findTwoWords = prepared<FoundRow, Find & { readonly b: string }>(
  ({ practiceId, limit, offset, a, b }) => foundPage({ practiceId, limit, offset }, [a, b]),
)
const findThreeWords = prepared<FoundRow, Find & { readonly b: string; readonly c: string }>(
  ({ practiceId, limit, offset, a, b, c }) => foundPage({ practiceId, limit, offset }, [a, b, c]),
)

/** The trigram index needs three letters in a row; without them only a plan for these very words is good. */
const isIndexed = (words: readonly string[]): boolean => words.some((word) => /[a-z0-9]{3}/.test(word))

/**
 * A word as the database's `fold` leaves it, without asking: undefined where more than accents and case stand between
 * it and plain letters (ß, ø).
 */
export const foldedWord = (word: string): string | undefined => {
  const plain = word
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u0362]/g, '')
    .toLowerCase()
  return /^[\x20-\x7e]+$/.test(plain) ? plain : undefined
}

const findPrepared = (
  tx: Tx,
  practiceId: number,
  words: readonly string[],
  { limit, offset }: PageWish,
): Promise<FoundRow[]> | undefined => {
  const folded = words.map(foldedWord).filter((word) => word !== undefined)
  if (folded.length < words.length || !isIndexed(folded)) return undefined
  const [a, b, c, ...more] = folded.map(likePattern)
  if (a === undefined || more.length > 0) return undefined
  const values = { practiceId, limit, offset, a }
  if (b === undefined) return findOneWord(tx, values)
  if (c === undefined) return findTwoWords(tx, { ...values, b })
  return findThreeWords(tx, { ...values, b, c })
}

const holdsEvery = (words: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    words.map((word) => sql`p.search_text like fold(${likePattern(word)}::text)`),
    sql` and `,
  )

interface SearchWish extends PageWish {
  /** Looks among the archived patients, instead of the others. */
  readonly archived: boolean
}

const findByWords = async (
  tx: Tx,
  practiceId: number,
  words: readonly string[],
  { archived, ...wish }: SearchWish,
): Promise<WireList<PatientRow>> => {
  const [one] = archived ? [] : ((await findPrepared(tx, practiceId, words, wish)) ?? [])
  if (one) return { rows: joinBytes([one]), total: one.total }
  return findPatientsWhere(tx, practiceId, {
    where: sql`p.archived = ${archived} and ${holdsEvery(words)}`,
    wish,
  })
}

/**
 * Patients whose name, e-mail or social id contains every word of the text, without regard to case and accents, or
 * whose phone or mobile number contains it, when it is one.
 */
export const searchPatients = (
  tx: Tx,
  practiceId: number,
  text: string,
  { limit, offset, archived = false }: PageWish & Partial<SearchWish>,
): Promise<WireList<PatientRow>> => {
  const words = wordsOf(text)
  const wish = { limit, offset }
  if (words.length === 0) return findPatients(tx, practiceId, wish, archived)
  const numbers = phoneTexts(text)
  if (numbers.length === 0) return findByWords(tx, practiceId, words, { ...wish, archived })
  const phones = numbers.map((digits) => sql`p.phone_digits like ${`%${digits}%`}::text`)
  return findPatientsWhere(tx, practiceId, {
    where: sql`p.archived = ${archived} and ((${holdsEvery(words)}) or ${sql.join(phones, sql` or `)})`,
    wish,
  })
}
