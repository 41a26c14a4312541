import type { Patient } from '@ulna/contract/patients/patients'
import type { PracticeConfigurations } from '@ulna/contract/practices/practices.configurations'
import { type RawBuilder, sql } from 'kysely'
import type { Queries, Tx } from '../../platform/database/database.ts'
import { wire, wireObject } from '../../platform/database/wire.ts'

/** What an installation is used for so far. */
export type InstallationUse = 'nothing' | 'demo' | 'practice'

/**
 * Other loaders wait here until the transaction ends. Between its statements the demo is planned and its passwords are
 * hashed, which takes longer on a busy machine than a transaction may be idle elsewhere.
 */
export const lockInstallation = async (tx: Tx): Promise<void> => {
  await sql`set local idle_in_transaction_session_timeout = '2min'`.execute(tx)
  await sql`select only_row from installation for update`.execute(tx)
}

/** `practice` as soon as there is any practice, or any user, that no demo has made. */
export const findUse = async (queries: Queries): Promise<InstallationUse> => {
  const { rows } = await sql<{ foreign: boolean; demo: boolean }>`
    select
      exists (select 1 from practices where not demo) or exists (
        select 1 from users u where not exists (
          select 1 from memberships m join practices p on p.id = m.practice_id where m.user_id = u.id and p.demo
        )
      ) as foreign,
      exists (select 1 from practices where demo) as demo`.execute(queries)
  if (rows[0]?.foreign !== false) return 'practice'
  return rows[0].demo ? 'demo' : 'nothing'
}

export const findDemoPractice = async (queries: Queries): Promise<number> => {
  const row = await queries
    .selectFrom('practices')
    .select('id')
    .where('demo', '=', true)
    .executeTakeFirstOrThrow()
  return row.id
}

export interface ColleagueRow {
  readonly practiceId: number
  readonly userId: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly color: number
  readonly role: string
  readonly clinical: boolean
}

/** Makes somebody a member; only clinical members have an agenda. Answers the id of the profile. */
export const insertColleague = async (tx: Tx, colleague: ColleagueRow): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    with profile as (
      insert into doctors (practice_id, user_id, first_name, last_name, email, color, bookable)
      values (${colleague.practiceId}, ${colleague.userId}, ${colleague.firstName}, ${colleague.lastName},
        ${colleague.email}, ${colleague.color}, ${colleague.clinical})
      returning id
    ), member as (
      insert into memberships (practice_id, user_id, doctor_id, role, clinical)
      select ${colleague.practiceId}, ${colleague.userId}, id, ${colleague.role}, ${colleague.clinical} from profile
      returning 1
    )
    select id from profile`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the profile was not stored')
  return id
}

export interface PracticeRow {
  readonly id: number
  readonly openedAt: string
  readonly slogan: string
  readonly nextFileNumber: number
  readonly configurations: PracticeConfigurations
}

/** Marks practice and installation as the demo's. */
export const markDemo = async (tx: Tx, practice: PracticeRow): Promise<void> => {
  await sql`
    update practices set demo = true, slogan = ${practice.slogan}, created_at = ${practice.openedAt},
      configurations = ${JSON.stringify(practice.configurations)}::jsonb
    where id = ${practice.id}`.execute(tx)
  await sql`
    insert into file_counters (practice_id, next_number) values (${practice.id}, ${practice.nextFileNumber})`.execute(
    tx,
  )
  await sql`update installation set demo = true`.execute(tx)
}

/** Ids of rows that are about to be stored, ascending. */
export const takeIds = async (tx: Tx, count: number): Promise<number[]> => {
  const { rows } = await sql<{
    id: number
  }>`select nextval('global_id') as id from generate_series(1, ${count})`.execute(tx)
  return rows.map((row) => row.id)
}

const mostRows = 1000

// One statement for many rows, but none so long that the statement timeout of a slow machine ends it.
export const inChunks = async <T>(
  rows: readonly T[],
  store: (chunk: RawBuilder<unknown>) => Promise<unknown>,
): Promise<void> => {
  for (let from = 0; from < rows.length; from += mostRows) {
    await store(sql`${JSON.stringify(rows.slice(from, from + mostRows))}::json`)
  }
}

// The day goes on after 10:26, but nothing can have been written before it happens.
export const past = (column: string): RawBuilder<unknown> => sql`least(${sql.ref(column)}, now())`

export interface PatientRow {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly file_id: string
  readonly birth_date: string
  readonly social_id: string
  readonly phone: string | null
  readonly mobile: string
  readonly email: string | null
  readonly address: string
  readonly note: string | null
  readonly clinic_summary: string | null
  readonly created_at: string
  /** When the summary was written. */
  readonly updated_at: string | null
}

/** A patient as registered; the summary came with the second version. */
const patientWire = (version: number): RawBuilder<string> =>
  wireObject<Patient>({
    id: wire.number('p.id'),
    uid: wire.plain('p.uid'),
    version: sql.lit(version),
    practiceId: wire.number('p.practice_id'),
    firstName: wire.text('p.first_name'),
    lastName: wire.text('p.last_name'),
    fileId: wire.text('p.file_id'),
    birthDate: wire.optionalPlain('p.birth_date'),
    socialId: wire.optionalText('p.social_id'),
    phone: wire.optionalText('p.phone'),
    mobile: wire.optionalText('p.mobile'),
    email: wire.optionalText('p.email'),
    address: wire.optionalText('p.address'),
    language: wire.optionalPlain('p.language'),
    mailReminders: wire.flag('p.mail_reminders'),
    note: wire.optionalText('p.note'),
    clinicSummary: version === 1 ? wire.nothing : wire.optionalText('p.clinic_summary'),
    lastControl: wire.nothing,
    unlocked: sql`'false'`,
    lastUnlockedDate: wire.nothing,
    lastLockedDate: wire.nothing,
    unlockedUntil: wire.nothing,
    profileImgData: wire.nothing,
    archivedAt: wire.nothing,
    archiveReason: wire.nothing,
    otherFiles: sql.lit('[]'),
    createdAt: wire.instant('p.created_at'),
    updatedAt: version === 1 ? wire.nothing : wire.optionalInstant('p.updated_at'),
  })

export interface Writers {
  readonly practiceId: number
  /** User who registers patients and books. */
  readonly receptionist: number
  /** User who writes summaries. */
  readonly owner: number
}

/** Stores patients with their versions. */
export const insertPatients = async (
  tx: Tx,
  writers: Writers,
  rows: readonly PatientRow[],
): Promise<void> => {
  const { practiceId } = writers
  await inChunks(rows, (chunk) =>
    sql`insert into patients (practice_id, id, version, first_name, last_name, file_id, birth_date, social_id, phone, mobile,
        email, address, note, clinic_summary, created_at, updated_at)
      select ${practiceId}::bigint, r.id, case when r.updated_at is null then 1 else 2 end, r.first_name, r.last_name, r.file_id,
        r.birth_date, r.social_id, r.phone, r.mobile, r.email, r.address, r.note, r.clinic_summary,
        ${past('r.created_at')}, ${past('r.updated_at')}
      from json_to_recordset(${chunk}) as r(id bigint, first_name text, last_name text, file_id text, birth_date date,
        social_id text, phone text, mobile text, email text, address text, note text, clinic_summary text,
        created_at timestamptz, updated_at timestamptz)
      returning 1`.execute(tx),
  )
  await sql`
    insert into patient_versions (practice_id, patient_id, version, author_user_id, at, body)
    select p.practice_id, p.id, 1, ${writers.receptionist}::bigint, p.created_at, ${patientWire(1)}
    from patients p where p.practice_id = ${practiceId}
    union all
    select p.practice_id, p.id, 2, ${writers.owner}::bigint, p.updated_at, ${patientWire(2)}
    from patients p where p.practice_id = ${practiceId} and p.version = 2
    returning 1`.execute(tx)
}

export interface RecordRow {
  readonly id: number
  readonly patient_id: number
  readonly author_id: number
  readonly type: string
  readonly subtype: string | null
  readonly class_id: string
  readonly class_version: number
  readonly name: string | null
  readonly occurred_at: string
  readonly created_at: string
  readonly data: unknown
  readonly case_id: number | null
  readonly session_number: number | null
  readonly case_status: string | null
  readonly case_outcome: string | null
  readonly case_closed_on: string | null
  /** When a record was changed, if it was, and who wrote it first and what it said then. */
  readonly updated_at: string | null
  readonly first_author_id: number
  readonly first_data: unknown
}

const recordRows = sql`r(id bigint, patient_id bigint, author_id bigint, type text, subtype text, class_id text, class_version int,
  name text, occurred_at timestamptz, created_at timestamptz, data json, case_id bigint, session_number int, case_status text,
  case_outcome text, case_closed_on date, updated_at timestamptz, first_author_id bigint, first_data json)`

/** Stores records with their versions. A case must be stored before its follow-ups, or with them. */
export const insertRecords = async (
  tx: Tx,
  practiceId: number,
  rows: readonly RecordRow[],
): Promise<void> => {
  await inChunks(rows, (chunk) =>
    sql`with given as materialized (select * from json_to_recordset(${chunk}) as ${recordRows}),
      written as (
        insert into records (practice_id, id, version, patient_id, author_id, type, subtype, class_id, class_version, name,
          occurred_at, created_at, updated_at, data, case_id, session_number, case_status, case_outcome, case_closed_on)
        select ${practiceId}::bigint, r.id, case when r.updated_at is null then 1 else 2 end, r.patient_id, r.author_id, r.type,
          r.subtype, r.class_id, r.class_version, r.name, ${past('r.occurred_at')}, ${past('r.created_at')}, ${past('r.updated_at')}, r.data,
          r.case_id, r.session_number, r.case_status, r.case_outcome, r.case_closed_on
        from given r
        returning 1
      )
      insert into record_versions (practice_id, record_id, version, change, author_id, at, occurred_at, class_id, class_version,
        data, case_status, case_outcome, case_closed_on)
      select ${practiceId}::bigint, r.id, 1, 'content', r.first_author_id, ${past('r.created_at')}, ${past('r.occurred_at')}, r.class_id,
        r.class_version, r.first_data, case when r.case_status is not null then 'active' end, null, null
      from given r
      union all
      select ${practiceId}::bigint, r.id, 2, case when r.case_status = 'closed' then 'case_closed' else 'content' end, r.author_id,
        ${past('r.updated_at')}, ${past('r.occurred_at')}, r.class_id, r.class_version, r.data, r.case_status, r.case_outcome, r.case_closed_on
      from given r where r.updated_at is not null
      returning 1`.execute(tx),
  )
  await sql`
    update patients p set last_control = newest.at from (
      select patient_id, max(occurred_at) as at from records where practice_id = ${practiceId} and type = 'control' group by patient_id
    ) newest where p.practice_id = ${practiceId} and p.id = newest.patient_id`.execute(tx)
}
