import type { TFunction } from 'i18next'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { isOfFile } from '../../../platform/patient-aliases.ts'

interface Place {
  readonly practiceId: number
  readonly timezone: string
}

interface Movement {
  readonly day: string
  readonly package: string
  readonly cause: string
  readonly sessions: number
  readonly balance: number
  readonly reason: string | null
}

interface Bought {
  readonly day: string
  readonly package: string
  readonly sessions: number
  readonly price: string | null
  readonly expires: string | null
  readonly notes: string | null
  readonly cancelled: string | null
}

interface Paid {
  readonly number: string
  readonly day: string
  readonly payer: string
  readonly lines: string
  readonly total: string
  readonly method: string
  readonly notes: string | null
  readonly reason: string | null
}

interface Waiting {
  readonly day: string
  readonly earliest: string | null
  readonly latest: string | null
  readonly note: string | null
  readonly status: string
}

/** What a patient bought, paid and waits for; `notes` are the practice’s own. */
export interface Accounts {
  readonly packages: readonly Bought[]
  readonly movements: readonly Movement[]
  readonly receipts: readonly Paid[]
  readonly waiting: readonly Waiting[]
}

const packagesOf = async (tx: Tx, { practiceId, timezone }: Place, patientId: number): Promise<Bought[]> => {
  const { rows } = await sql<Bought>`
    select (created_at at time zone ${timezone})::date::text as day, coalesce(description, '') as package,
      num_sessions as sessions, (price_minor / 10 ^ price_digits)::numeric(20, 4)::float8 || ' ' || currency as price,
      expires_on::text as expires, notes, case when cancelled_at is not null then coalesce(cancel_reason, '') end as cancelled
    from session_packages where practice_id = ${practiceId} and patient_id = ${patientId} order by id`.execute(
    tx,
  )
  return rows
}

/** Of packages that are the patient's, and of what was used for them of others'. */
const movementsOf = async (
  tx: Tx,
  { practiceId, timezone }: Place,
  patientId: number,
): Promise<Movement[]> => {
  const { rows } = await sql<Movement>`
    select (coalesce(m.occurred_at, m.at) at time zone ${timezone})::date::text as day,
      coalesce(s.description, '') as package, m.cause, m.sessions, m.balance, m.reason
    from session_package_movements m
      join session_packages s on s.practice_id = ${practiceId} and s.id = m.package_id
    where m.practice_id = ${practiceId}
      and (${isOfFile(sql`m.patient_id`, practiceId, patientId)} or m.patient_id is null and s.patient_id = ${patientId})
    order by m.id`.execute(tx)
  return rows
}

const receiptsOf = async (tx: Tx, { practiceId }: Place, patientId: number): Promise<Paid[]> => {
  const { rows } = await sql<Paid>`
    select r.series || '-' || lpad(r.sequence::text, 5, '0') as number, r.issued_on::text as day,
      concat_ws(', ', r.payer->>'name', r.payer->>'taxId', r.payer->>'address') as payer,
      (select string_agg(concat(line->>'quantity', ' × ', line->>'description'), '; ')
        from json_array_elements(r.lines) line) as lines,
      (r.total_minor / 10 ^ r.digits)::numeric(20, 4)::float8 || ' ' || r.currency as total, r.method, r.notes, r.reason
    from receipts r where r.practice_id = ${practiceId} and ${isOfFile(sql`r.patient_id`, practiceId, patientId)} order by r.id`.execute(
    tx,
  )
  return rows
}

const waitingOf = async (tx: Tx, { practiceId, timezone }: Place, patientId: number): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select (created_at at time zone ${timezone})::date::text as day, earliest::text, latest::text, note, status
    from wait_list where practice_id = ${practiceId} and patient_id = ${patientId} order by id`.execute(tx)
  return rows
}

/** Without what the practice noted for itself. What stands on a receipt is no note of that kind. */
export const withoutNotes = (accounts: Accounts): Accounts => ({
  ...accounts,
  packages: accounts.packages.map((one) => ({ ...one, notes: null })),
  waiting: accounts.waiting.map((one) => ({ ...one, note: null })),
})

export const hasNotes = ({ packages, waiting }: Accounts): boolean =>
  packages.some(({ notes }) => Boolean(notes)) || waiting.some(({ note }) => Boolean(note))

export const findAccountsOf = async (tx: Tx, place: Place, patientId: number): Promise<Accounts> => ({
  packages: await packagesOf(tx, place, patientId),
  movements: await movementsOf(tx, place, patientId),
  receipts: await receiptsOf(tx, place, patientId),
  waiting: await waitingOf(tx, place, patientId),
})

/** Causes that take a session and give one back, by another word each. */
const bothWays = new Set(['visit_cancelled_late', 'by_hand', 'package_cancelled'])

const causeText = (t: TFunction, cause: string, sessions: number): string => {
  const way = bothWays.has(cause) ? `.${sessions < 0 ? 'taken' : 'given'}` : ''
  return t(`sessionPackage:movement.${cause}${way}`, { what: t('copies:session') })
}

/** Where the picture of a patient lies in the store; undefined where there is none. */
export const findPictureKey = async (
  tx: Tx,
  { practiceId }: Pick<Place, 'practiceId'>,
  patientId: number,
): Promise<string | undefined> => {
  const { rows } = await sql<{ key: string | null }>`
    select profile_image_key || '_hires.webp' as key from patients
    where practice_id = ${practiceId} and id = ${patientId}`.execute(tx)
  return rows[0]?.key ?? undefined
}

type Table = readonly (readonly string[])[]

const tableOf = (t: TFunction, columns: readonly string[], rows: Table): Table => [
  columns.map((name) => t(`copies:column.${name}`)),
  ...rows,
]

/** The tables of what a patient bought, paid and waits for, by the name of their file; none where nothing is in one. */
export const accountTables = (
  { packages, movements, receipts, waiting }: Accounts,
  t: TFunction,
): Readonly<Record<'packages' | 'movements' | 'receipts' | 'waiting', Table>> => ({
  packages: tableOf(
    t,
    ['day', 'package', 'sessions', 'price', 'expires', 'notes', 'cancelled'],
    packages.map((one) => [
      ...[one.day, one.package, String(one.sessions), one.price ?? '', one.expires ?? ''],
      ...[one.notes ?? '', one.cancelled ?? ''],
    ]),
  ),
  movements: tableOf(
    t,
    ['day', 'package', 'what', 'sessions', 'left', 'why'],
    movements.map(({ day, package: name, cause, sessions, balance, reason }) => [
      ...[day, name, causeText(t, cause, sessions), String(sessions), String(balance), reason ?? ''],
    ]),
  ),
  receipts: tableOf(
    t,
    ['number', 'day', 'payer', 'what', 'total', 'method', 'notes', 'why'],
    receipts.map(({ number, day, payer, lines, total, method, notes, reason }) => [
      ...[number, day, payer, lines, total, t(`receipts:method.${method}`), notes ?? '', reason ?? ''],
    ]),
  ),
  waiting: tableOf(
    t,
    ['day', 'earliest', 'latest', 'notes', 'status'],
    waiting.map(({ day, earliest, latest, note, status }) => [
      ...[day, earliest ?? '', latest ?? '', note ?? '', t(`copies:waiting.${status}`)],
    ]),
  ),
})
