import type { Patient } from '@ulna/contract/patients/patients'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { joinWire, jsonOf, type PageWish, type WireList, type WireRow } from '../../platform/database/wire.ts'
import { patientWire } from './patients.wire.ts'

/** A span of time or of days: from the first to before the second, open where one is missing. */
export interface Span {
  readonly from?: string | undefined
  readonly before?: string | undefined
}

/** What a program looks for; every part that is given holds. */
export interface PatientCriteria {
  readonly ids?: readonly number[] | undefined
  readonly archived?: boolean | undefined
  /** Number of the file, a former one too, social id or uid; of each list one. */
  readonly identifiers?: readonly (readonly PatientIdentifier[])[] | undefined
  /** Beginnings of words, without regard to case and accents; of each list one. */
  readonly names?: readonly (readonly string[])[] | undefined
  readonly familyNames?: readonly (readonly string[])[] | undefined
  readonly givenNames?: readonly (readonly string[])[] | undefined
  /** Days of birth, one of these spans for each list. */
  readonly born?: readonly (readonly Span[])[] | undefined
  readonly changed?: readonly (readonly Span[])[] | undefined
  /** As the medical history has it, for who may read that; of each list one. */
  readonly genders?: readonly (readonly string[])[] | undefined
  /** Numbers to call and addresses to write to; of each list one. */
  readonly contacts?: readonly (readonly PatientContact[])[] | undefined
}

/** A number, in digits alone, or an address. */
export type PatientContact = { readonly digits: string } | { readonly email: string }

/** What patients are sorted by. */
export interface PatientOrder {
  readonly by: 'id' | 'changed' | 'born' | 'name' | 'familyName' | 'givenName'
  readonly descending: boolean
}

export interface PatientIdentifier {
  /** Any of them where nothing is said. */
  readonly of?: 'uid' | 'file_id' | 'social_id' | undefined
  /** Whoever has one at all where nothing is said. */
  readonly value?: string | undefined
}

/** Who asks: in which practice, and whether they may read what the medical history says. */
interface Reader {
  readonly practiceId: number
  readonly clinical: boolean
}

type Condition = RawBuilder<unknown>

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)

const any = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join([...conditions], sql` or `)})`

const escaped = (word: string): string => word.replaceAll(/[\\%_]/g, '\\$&')

/** The index of searches finds the letters anywhere; whether a word begins with them is asked of those alone. */
const wordBegins = (folded: Condition, word: string): Condition => sql`
  p.search_text like '%' || fold(${escaped(word)}::text) || '%'
  and (' ' || ${folded}) like '% ' || fold(${escaped(word)}::text) || '%'`

/** A paper may have the number of a file that became part of this one. */
const formerNumber = (practiceId: number, value: string): Condition => sql`exists (
  select from patient_aliases x
  where x.practice_id = ${practiceId} and x.patient_id = p.id and x.file_id = ${value})`

const identified = (practiceId: number, { of, value }: PatientIdentifier): Condition => {
  const columns = (['uid', 'file_id', 'social_id'] as const).filter((one) => of === undefined || of === one)
  if (value === undefined) return any(columns.map((column) => sql`p.${sql.ref(column)} is not null`))
  return any([
    ...columns.map((column) => sql`p.${sql.ref(column)}::text = ${value}`),
    ...(columns.includes('file_id') ? [formerNumber(practiceId, value)] : []),
  ])
}

const reached = (contact: PatientContact): Condition =>
  'email' in contact
    ? sql`(p.search_text like '%' || fold(${escaped(contact.email)}::text) || '%' and lower(p.email) = lower(${contact.email}))`
    : sql`p.phone_digits like ${`% ${contact.digits} %`}`

/** What the medical history says that counts. Without clinical access it says nothing. */
const isGender = ({ practiceId, clinical }: Reader, genders: readonly string[]): Condition =>
  clinical
    ? sql`exists (
        select from records r
        where r.practice_id = ${practiceId} and r.patient_id = p.id and r.type = 'med_hist' and r.voided_at is null
          and not r.former and r.data ->> 'gender' = any(${[...genders]}::text[]))`
    : sql`false`

const within = (column: Condition, type: Condition, { from, before }: Span): Condition =>
  all([
    ...(from === undefined ? [] : [sql`${column} >= ${from}::${type}`]),
    ...(before === undefined ? [] : [sql`${column} < ${before}::${type}`]),
  ])

/** When what is told of a patient changed last: for those with clinical access their medical history counts too. */
const lastChange = ({ practiceId, clinical }: Reader): Condition =>
  clinical
    ? sql`greatest(coalesce(p.updated_at, p.created_at), p.archived_at, (
        select coalesce(r.updated_at, r.created_at) from records r
        where r.practice_id = ${practiceId} and r.patient_id = p.id and r.type = 'med_hist' and r.voided_at is null and not r.former))`
    : sql`greatest(coalesce(p.updated_at, p.created_at), p.archived_at)`

const conditionsOf = (reader: Reader, criteria: PatientCriteria): Condition[] => {
  const { ids, archived, identifiers = [], names = [], familyNames = [], givenNames = [] } = criteria
  const { born = [], changed = [], genders = [], contacts = [] } = criteria
  const begins = (lists: readonly (readonly string[])[], folded: Condition) =>
    lists.map((words) => any(words.map((word) => wordBegins(folded, word))))
  return [
    ...(ids === undefined ? [] : [sql`p.id = any(${[...ids]}::bigint[])`]),
    ...(archived === undefined ? [] : [sql`p.archived = ${archived}`]),
    ...identifiers.map((list) => any(list.map((one) => identified(reader.practiceId, one)))),
    ...genders.map((list) => isGender(reader, list)),
    ...contacts.map((list) => any(list.map(reached))),
    ...begins(names, sql`p.sort_name`),
    ...begins(familyNames, sql`fold(p.last_name)`),
    ...begins(givenNames, sql`fold(p.first_name)`),
    ...born.map((spans) => any(spans.map((span) => within(sql`p.birth_date`, sql`date`, span)))),
    ...changed.map((spans) => any(spans.map((span) => within(lastChange(reader), sql`timestamptz`, span)))),
  ]
}

const orders = (reader: Reader): Readonly<Record<PatientOrder['by'], Condition>> => ({
  id: sql`p.id`,
  changed: lastChange(reader),
  born: sql`p.birth_date`,
  name: sql`p.sort_name`,
  familyName: sql`fold(p.last_name)`,
  givenName: sql`fold(p.first_name)`,
})

/** Whatever says nothing comes last, and what is alike in the order it was registered. */
const orderOf = (reader: Reader, order: readonly PatientOrder[]): Condition =>
  sql.join([
    ...order.map(
      ({ by, descending }) => sql`${orders(reader)[by]} ${descending ? sql`desc` : sql`asc`} nulls last`,
    ),
    sql`p.id`,
  ])

interface FoundRow extends WireRow<Patient> {
  readonly total: number
}

const countFound = async (tx: Tx, practiceId: number, where: Condition): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from patients p where p.practice_id = ${practiceId} and ${where}`.execute(
    tx,
  )
  return rows[0]?.total ?? 0
}

/** A page of the patients that meet some criteria, each whole, in the order they were registered unless another is wanted. */
export const findPatientsBy = async (
  tx: Tx,
  reader: Reader,
  criteria: PatientCriteria,
  { limit, offset, order = [] }: PageWish & { readonly order?: readonly PatientOrder[] | undefined },
): Promise<WireList<Patient>> => {
  const { practiceId, clinical } = reader
  const where = all(conditionsOf(reader, criteria))
  const { rows } = await sql<FoundRow>`
    select ${patientWire(practiceId, clinical)} as wire, count(*) over ()::int as total
    from patients p where p.practice_id = ${practiceId} and ${where}
    order by ${orderOf(reader, order)} limit ${limit} offset ${offset}`.execute(tx)
  const [first] = rows
  if (first) return { rows: joinWire(rows), total: first.total }
  return { rows: jsonOf([]), total: await countFound(tx, practiceId, where) }
}
