import type { DueFile, DueState } from '@ulna/contract/retention/retention'
import type { RetentionTerm } from '@ulna/contract/retention/retention.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import {
  joinWire,
  jsonOf,
  type PageWish,
  type WireList,
  type WireRow,
  wire,
  wireObject,
} from '../../platform/database/wire.ts'

export interface DueWish extends PageWish {
  readonly state?: DueState | undefined
}

export interface DuePlace {
  readonly practiceId: number
  readonly timezone: string
}

const dueWire = wireObject<DueFile>({
  patientId: wire.number('f.id'),
  firstName: wire.text('f.first_name'),
  lastName: wire.text('f.last_name'),
  fileId: wire.text('f.file_id'),
  archived: wire.flag('f.archived'),
  lastAttention: wire.plain('f.last_attention'),
  lastDischarge: wire.optionalPlain('f.last_discharge'),
  from: wire.plain('f.term_from'),
  dueSince: wire.plain('f.due_since'),
  state: wire.plain('f.state'),
  holdReason: wire.optionalText('f.hold_reason'),
})

/**
 * What a file is judged by, one row each: the last day of attention, discharges, open diagnoses. A visit counts unless it
 * was cancelled or missed, since not everybody notes that a patient came. Who has a visit to come is in nobody's list.
 */
const lastDays = ({ practiceId, timezone }: DuePlace, only: RawBuilder<unknown>) => sql`
  attention as (
    select patient_id, (min(at) at time zone ${timezone}::text)::date as first_attention,
      (max(at) at time zone ${timezone}::text)::date as last_attention,
      max(closed_on) as last_discharge, bool_or(is_open) as is_open, bool_or(is_ahead) as is_ahead
    from (
      select patient_id, occurred_at as at, case when voided_at is null then case_closed_on end as closed_on,
        coalesce(case_status = 'active' and voided_at is null, false) as is_open, false as is_ahead
      from records where practice_id = ${practiceId} and ${only}
      union all
      select patient_id, start_at, null, false, start_at > now() from appointments
      where practice_id = ${practiceId} and patient_id is not null and ${only} and status in ('booked', 'arrived', 'attended')
    ) each_of group by patient_id
  )`

/** Every file with its term (`counted`), of one patient or of all. */
const counted = (place: DuePlace, { years, from }: RetentionTerm, only: RawBuilder<unknown> = sql`true`) => {
  const start =
    from === 'discharge' ? sql`greatest(a.last_attention, a.last_discharge)` : sql`a.last_attention`
  const isOpen = from === 'discharge' ? sql`a.is_open` : sql`false`
  return sql`
    ${lastDays(place, only)}, counted as (
      select p.id, p.first_name, p.last_name, p.file_id, p.archived, a.first_attention, a.last_attention,
        a.last_discharge, ${start} as term_from,
        (${start} + make_interval(years => ${years}::int))::date + 1 as due_since,
        ${isOpen} as is_open, h.reason as hold_reason
      from attention a
        join patients p on p.practice_id = ${place.practiceId} and p.id = a.patient_id
        left join lateral (
          select reason from patient_holds h
          where h.practice_id = ${place.practiceId} and h.patient_id = p.id and h.lifted_at is null
          order by h.placed_at desc, h.id desc limit 1
        ) h on true
      where not a.is_ahead
    )`
}

const judged = (place: DuePlace, term: RetentionTerm) => sql`
    with ${counted(place, term)}, f as (
      select *, case when hold_reason is not null then 'held' when is_open then 'open' else 'due' end as state
      from counted where due_since <= (now() at time zone ${place.timezone}::text)::date
    )`

/** When the term of one file is over, and whether something keeps it beyond. */
export interface FileTerm {
  /** The first day after it. */
  readonly dueSince: string
  readonly isOver: boolean
  /** A diagnosis that nobody closed keeps it. */
  readonly isOpen: boolean
  /** The first and the last day of attention. */
  readonly firstAttention: string
  readonly lastAttention: string
}

/** The term of one file; undefined where it holds nothing that one counts from, or a visit is to come. */
export const findFileTerm = async (
  tx: Tx,
  place: DuePlace,
  term: RetentionTerm,
  patientId: number,
): Promise<FileTerm | undefined> => {
  const { rows } = await sql<FileTerm>`
    with ${counted(place, term, sql`patient_id = ${patientId}`)}
    select to_char(due_since, 'YYYY-MM-DD') as "dueSince", is_open as "isOpen",
      due_since <= (now() at time zone ${place.timezone}::text)::date as "isOver",
      to_char(first_attention, 'YYYY-MM-DD') as "firstAttention",
      to_char(last_attention, 'YYYY-MM-DD') as "lastAttention"
    from counted`.execute(tx)
  return rows[0]
}

interface DueRow extends WireRow<DueFile> {
  readonly total: number
}

/** Files whose term is over, longest first, with what keeps some of them. */
export const findDueFiles = async (
  tx: Tx,
  place: DuePlace,
  term: RetentionTerm,
  { state, limit, offset }: DueWish,
): Promise<WireList<DueFile>> => {
  const where = state === undefined ? sql`true` : sql`f.state = ${state}`
  const { rows } = await sql<DueRow>`
    ${judged(place, term)} select ${dueWire} as wire, count(*) over ()::int as total from f where ${where}
    order by f.due_since, f.id limit ${limit} offset ${offset}`.execute(tx)
  const [first] = rows
  if (first || offset === 0) return { rows: joinWire(rows), total: first?.total ?? 0 }
  // Behind the last page no row says how many there are.
  const { rows: counted } = await sql<{ total: number }>`
    ${judged(place, term)} select count(*)::int as total from f where ${where}`.execute(tx)
  return { rows: jsonOf([]), total: counted[0]?.total ?? 0 }
}

/** What the terms of all files of a practice come to. */
export interface PracticeTerms {
  /** Files whose term runs, and the last day of the longest. */
  readonly running: number
  readonly until: string | null
  /** Files that a diagnosis keeps which nobody closed, whatever their term. */
  readonly open: number
  /** Files with anything that one counts from. */
  readonly files: number
  readonly held: number
}

/** How many files are kept by what. A visit to come counts as attention: nobody knows yet that it does not take place. */
export const findPracticeTerms = async (
  tx: Tx,
  place: DuePlace,
  term: RetentionTerm | null,
): Promise<PracticeTerms> => {
  const { years, from } = term ?? { years: 0, from: 'discharge' }
  const start =
    from === 'discharge' ? sql`greatest(a.last_attention, a.last_discharge)` : sql`a.last_attention`
  const isOpen = from === 'discharge' ? sql`a.is_open` : sql`false`
  const { rows } = await sql<PracticeTerms>`
    with ${lastDays(place, sql`true`)}, terms as (
      select ${isOpen} as is_open, (${start} + make_interval(years => ${years}::int))::date as last_day from attention a)
    select count(*) filter (where is_running)::int as running,
      to_char(max(last_day) filter (where is_running), 'YYYY-MM-DD') as until,
      count(*) filter (where is_open)::int as open, count(*)::int as files,
      (select count(distinct patient_id)::int from patient_holds
        where practice_id = ${place.practiceId} and lifted_at is null) as held
    from (select *, not is_open and last_day >= (now() at time zone ${place.timezone}::text)::date as is_running
      from terms) t`.execute(tx)
  return rows[0] ?? { running: 0, until: null, open: 0, files: 0, held: 0 }
}
