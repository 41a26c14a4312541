import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { prepared } from '../../platform/prepared.ts'
import { joinBytes, joinWire, type WireBytes, type WireParts, type WireRow } from '../../platform/wire.ts'
import { isUnlocked, patientRowWire, patientWire } from './patients.wire.ts'

/** A page of rows as a wire array, with the number of all rows. */
export interface WirePage {
  readonly rows: string | WireParts
  readonly total: number
}

export interface PageWish {
  readonly limit: number
  readonly offset: number
}

/** The stored columns a service decides by. */
export interface PatientState {
  readonly id: number
  readonly version: number
  readonly unlocked: boolean
  readonly profileImageKey: string | null
  readonly firstName: string
  readonly lastName: string
}

interface PageRow extends WireRow {
  readonly total: number
}

const countPatients = async (tx: Tx, practiceId: number, where: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from patients p where p.practice_id = ${practiceId} and ${where}`.execute(
    tx,
  )
  return rows[0]?.total ?? 0
}

const page = async (
  tx: Tx,
  practiceId: number,
  where: RawBuilder<unknown>,
  { limit, offset }: PageWish,
  total: RawBuilder<number> = sql`count(*) over ()::int`,
): Promise<WirePage> => {
  const { rows } = await sql<PageRow>`
    select ${patientRowWire} as wire, ${total} as total
    from patients p where p.practice_id = ${practiceId} and ${where}
    order by p.sort_name, p.id limit ${limit} offset ${offset}`.execute(tx)
  const [first] = rows
  if (first) return { rows: joinWire(rows), total: first.total }
  // Behind the last page no row says how many there are.
  return { rows: '[]', total: offset === 0 ? 0 : await countPatients(tx, practiceId, where) }
}

/** All patients by name, a page of them. Counts by the index, reads only the page. */
export const findPatients = (tx: Tx, practiceId: number, wish: PageWish): Promise<WirePage> =>
  page(
    tx,
    practiceId,
    sql`true`,
    wish,
    sql`(select count(*)::int from patients where practice_id = ${practiceId})`,
  )

const likePattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

type Placeholder = RawBuilder<unknown>

const holdsAll = (patterns: readonly Placeholder[]): RawBuilder<unknown> =>
  sql.join(
    patterns.map((pattern) => sql`p.search_text like ${pattern}::text`),
    sql` and `,
  )

interface FoundRow extends WireBytes {
  readonly total: number
}

/** The page in one text: its rows are few. Rows are rendered when it is known which ones are on it. */
const found = (
  practice: Placeholder,
  limit: Placeholder,
  offset: Placeholder,
  patterns: Placeholder[],
) => sql<FoundRow>`
  with hits as materialized (
    select p.wire_row, p.unlocked_until, p.sort_name, p.id
    from patients p where p.practice_id = ${practice} and ${holdsAll(patterns)}
  )
  select coalesce(string_agg(${patientRowWire}, ',' order by p.sort_name, p.id), '') as bytes,
    (select count(*)::int from hits) as total
  from (select * from hits order by sort_name, id limit ${limit} offset ${offset}) p`

type Find<W extends string[]> = [practiceId: number, limit: number, offset: number, ...patterns: W]

const findOneWord = prepared<FoundRow, Find<[string]>>((practice, limit, offset, a) =>
  found(practice, limit, offset, [a]),
)
const findTwoWords = prepared<FoundRow, Find<[string, string]>>((practice, limit, offset, a, b) =>
  found(practice, limit, offset, [a, b]),
)
const findThreeWords = prepared<FoundRow, Find<[string, string, string]>>(
  (practice, limit, offset, a, b, c) => found(practice, limit, offset, [a, b, c]),
)

/** Without three letters in a row the trigram index has nothing to look up, and only a plan for these words is good. */
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
  if (b === undefined) return findOneWord(tx, practiceId, limit, offset, a)
  if (c === undefined) return findTwoWords(tx, practiceId, limit, offset, a, b)
  return findThreeWords(tx, practiceId, limit, offset, a, b, c)
}

/** Patients whose name, e-mail or social id contains every word of the text, without regard to case and accents. */
export const searchPatients = async (
  tx: Tx,
  practiceId: number,
  text: string,
  wish: PageWish,
): Promise<WirePage> => {
  const words = wordsOf(text)
  if (words.length === 0) return findPatients(tx, practiceId, wish)
  const [one] = (await findPrepared(tx, practiceId, words, wish)) ?? []
  if (one) return { rows: joinBytes([one]), total: one.total }
  const matches = words.map((word) => sql`p.search_text like fold(${likePattern(word)}::text)`)
  return page(tx, practiceId, sql.join(matches, sql` and `), wish)
}

/** Patients with a control, newest first: from one record to the next that is of nobody seen before. */
export const findLatestPatients = async (tx: Tx, practiceId: number, limit: number): Promise<WirePage> => {
  const newest = (condition: RawBuilder<unknown>) => sql`
    select r.patient_id, r.occurred_at from records r
    where r.practice_id = ${practiceId} and r.type = 'control' and r.voided_at is null and ${condition}
    order by r.occurred_at desc limit 1`
  const { rows } = await sql<WireRow>`
    with recursive latest as (
      select first.*, array[first.patient_id] as seen from (${newest(sql`true`)}) first
      union all
      select next.*, l.seen || next.patient_id from latest l,
        lateral (${newest(sql`r.occurred_at <= l.occurred_at and r.patient_id <> all (l.seen)`)}) next
      where cardinality(l.seen) < ${limit}
    )
    select ${patientRowWire} as wire
    from latest join patients p on p.practice_id = ${practiceId} and p.id = latest.patient_id
    order by p.last_control desc, p.id desc`.execute(tx)
  return { rows: joinWire(rows), total: rows.length }
}

export interface Likeness {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly birthDate?: string | undefined
  readonly socialId?: string | undefined
  readonly exceptId?: number | undefined
}

/** At most 10 patients with the same social id, or the same normalised name and birth date. */
export const findLikePatients = (tx: Tx, practiceId: number, like: Likeness): Promise<WirePage> => {
  const sameSocialId = like.socialId
    ? sql`p.social_id is not null and fold(p.social_id) = fold(${like.socialId}::text)`
    : sql`false`
  const sameName =
    like.firstName && like.lastName && like.birthDate
      ? sql`p.sort_name = fold(${`${like.firstName} ${like.lastName}`}::text) and p.birth_date = ${like.birthDate}::date`
      : sql`false`
  const other = like.exceptId === undefined ? sql`true` : sql`p.id <> ${like.exceptId}`
  return page(tx, practiceId, sql`((${sameSocialId}) or (${sameName})) and ${other}`, {
    limit: 10,
    offset: 0,
  })
}

const readPatientWire = (clinical: boolean) =>
  prepared<WireRow, [practiceId: number, id: number]>(
    (practiceId, id) => sql`
      select ${patientWire(clinical)} as wire from patients p where p.practice_id = ${practiceId} and p.id = ${id}`,
  )
const readWhole = readPatientWire(true)
const readWithoutContent = readPatientWire(false)

/** One patient as wire JSON; undefined when there is none in this practice. */
export const findPatientWire = async (
  tx: Tx,
  practiceId: number,
  id: number,
  clinical: boolean,
): Promise<string | undefined> => {
  const [row] = await (clinical ? readWhole : readWithoutContent)(tx, practiceId, id)
  return row?.wire
}

const lockState = prepared<PatientState, [practiceId: number, id: number]>(
  (practiceId, id) => sql`
    select p.id, p.version, ${isUnlocked} as unlocked, p.profile_image_key as "profileImageKey",
      p.first_name as "firstName", p.last_name as "lastName"
    from patients p where p.practice_id = ${practiceId} and p.id = ${id} for update`,
)

/** The state of a patient, locked until the transaction ends. */
export const lockPatientRow = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<PatientState | undefined> => (await lockState(tx, practiceId, id))[0]

/** The next number of the practice that no file has yet, five digits at least. */
export const nextFileId = async (tx: Tx, practiceId: number): Promise<string> => {
  const { rows } = await sql<{ number: number }>`
    update practices set next_file_number = next_file_number + 1 where id = ${practiceId}
    returning next_file_number - 1 as number`.execute(tx)
  const candidate = String(rows[0]?.number ?? 0).padStart(5, '0')
  const taken = await tx
    .selectFrom('patients')
    .select('id')
    .where('practice_id', '=', practiceId)
    .where('file_id', '=', candidate)
    .executeTakeFirst()
  return taken ? nextFileId(tx, practiceId) : candidate
}

/** Columns a caller may write. */
export interface PatientColumns {
  readonly first_name?: string
  readonly last_name?: string
  readonly file_id?: string
  readonly birth_date?: string | null
  readonly social_id?: string | null
  readonly phone?: string | null
  readonly mobile?: string | null
  readonly email?: string | null
  readonly address?: string | null
  readonly note?: string | null
  readonly clinic_summary?: string | null
  readonly profile_image_key?: string | null
}

export const insertPatient = async (
  tx: Tx,
  practiceId: number,
  columns: PatientColumns & {
    readonly first_name: string
    readonly last_name: string
    readonly file_id: string
  },
): Promise<number> => {
  const row = await tx
    .insertInto('patients')
    .values({ practice_id: practiceId, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export interface LockChange {
  /** Null locks; a number unlocks for that many hours. */
  readonly unlockHours: number | null
}

const lockColumns = (lock: LockChange) =>
  lock.unlockHours === null
    ? { unlocked_until: null, last_locked_at: sql<Date>`now()` }
    : {
        unlocked_until: sql<Date>`now() + make_interval(secs => ${lock.unlockHours * 3600})`,
        last_unlocked_at: sql<Date>`now()`,
      }

/** Writes the columns, counts the version up and answers the new version. */
export const updatePatientRow = async (
  tx: Tx,
  practiceId: number,
  id: number,
  columns: PatientColumns,
  lock: LockChange | null,
): Promise<number> => {
  const row = await tx
    .updateTable('patients')
    .set((set) => ({
      ...columns,
      ...(lock ? lockColumns(lock) : {}),
      version: set('version', '+', 1),
      updated_at: sql<Date>`now()`,
    }))
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

/** Keeps the content a patient has now as the version it has now. */
export const keepPatientVersion = async (
  tx: Tx,
  practiceId: number,
  id: number,
  userId: number,
): Promise<void> => {
  await sql`
    insert into patient_versions (practice_id, patient_id, version, author_user_id, body)
    select p.practice_id, p.id, p.version, ${userId}, ${patientWire(true)}
    from patients p where p.practice_id = ${practiceId} and p.id = ${id}`.execute(tx)
}

/** True when anything of the practice refers to the patient. */
export const isPatientInUse = async (tx: Tx, practiceId: number, id: number): Promise<boolean> => {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select 1 from records where practice_id = ${practiceId} and patient_id = ${id})
      or exists (select 1 from appointments where practice_id = ${practiceId} and patient_id = ${id}) as used`.execute(
    tx,
  )
  return rows[0]?.used === true
}

export const deletePatientRow = async (tx: Tx, practiceId: number, id: number): Promise<void> => {
  await sql`delete from drafts where practice_id = ${practiceId} and patient_id = ${id}`.execute(tx)
  await tx.deleteFrom('patients').where('practice_id', '=', practiceId).where('id', '=', id).execute()
}

const setLastControl = prepared<never, [practiceId: number, patientId: number]>(
  (practiceId, patientId) => sql`
    update patients set last_control = (
      select max(occurred_at) from records
      where practice_id = ${practiceId} and patient_id = ${patientId} and type = 'control' and voided_at is null
    ) where practice_id = ${practiceId} and id = ${patientId}`,
)

const raiseLastControl = prepared<never, [practiceId: number, patientId: number, at: string | null]>(
  (practiceId, patientId, at) => sql`
    update patients set last_control = greatest(last_control, coalesce(${at}::timestamptz, now()))
    where practice_id = ${practiceId} and id = ${patientId}`,
)

/** `lastControl` after a new case or follow-up at an instant; null is now. */
export const noteNewControl = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
  at: string | null,
): Promise<void> => {
  await raiseLastControl(tx, practiceId, patientId, at)
}

/** Sets `lastControl` to the newest case or follow-up that counts. */
export const refreshLastControl = async (tx: Tx, practiceId: number, patientId: number): Promise<void> => {
  await setLastControl(tx, practiceId, patientId)
}
