import type { FileMerge } from '@ulna/contract/patient-merges/patient-merges'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

/** Writes down that two files are to become one; answers the id, under which the functions of the database act. */
export const insertMerge = async (
  tx: Tx,
  practiceId: number,
  merge: {
    readonly patientId: number
    readonly aliasId: number
    readonly reason: string
    readonly userId: number
  },
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into patient_merges (practice_id, patient_id, alias_id, reason, merged_by)
    values (${practiceId}, ${merge.patientId}, ${merge.aliasId}, ${merge.reason}, ${merge.userId})
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the merge was not stored')
  return id
}

/** Carries a merge out; answers how many rows followed. */
export const mergeFiles = async (tx: Tx, practiceId: number, mergeId: number): Promise<number> => {
  const { rows } = await sql<{ followed: number | null }>`
    select merge_files(${practiceId}, ${mergeId}) as followed`.execute(tx)
  const followed = rows[0]?.followed ?? null
  if (followed === null) throw new Error('the files were not merged')
  return followed
}

/** A column that a merge changed: what it was and what it became. */
export type ContactChange = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>

/** Keeps with a merge what it changed of the contact data, and the history that was written out of both. */
export const noteOutcome = async (
  tx: Tx,
  practiceId: number,
  id: number,
  { contact, historyId }: { readonly contact: ContactChange; readonly historyId: number | null },
): Promise<void> => {
  await sql`
    update patient_merges set contact = ${JSON.stringify(contact)}, history_id = ${historyId}
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

export interface StandingMerge {
  readonly id: number
  readonly aliasId: number
  readonly contact: ContactChange
}

/** The merges of a file that stand, newest first. */
export const findStanding = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<readonly StandingMerge[]> => {
  const { rows } = await sql<Omit<StandingMerge, 'contact'> & { contact: string }>`
    select id, alias_id as "aliasId", contact from patient_merges
    where practice_id = ${practiceId} and patient_id = ${patientId} and state = 'merged' order by id desc`.execute(
    tx,
  )
  return rows.map((row) => ({ ...row, contact: JSON.parse(row.contact) as ContactChange }))
}

/** Whether a merge of a file was taken back. */
export const isUndone = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
  id: number,
): Promise<boolean> => {
  const { rows } = await sql`
    select from patient_merges
    where practice_id = ${practiceId} and patient_id = ${patientId} and id = ${id} and state = 'undone'`.execute(
    tx,
  )
  return rows.length > 0
}

/** Takes a merge back; false where something was sealed since. */
export const unmergeFiles = async (
  tx: Tx,
  practiceId: number,
  mergeId: number,
  userId: number,
): Promise<boolean> => {
  await sql`
    update patient_merges set undone_by = ${userId} where practice_id = ${practiceId} and id = ${mergeId}`.execute(
    tx,
  )
  const { rows } = await sql<{
    back: number | null
  }>`select unmerge_files(${practiceId}, ${mergeId}) as back`.execute(tx)
  return (rows[0]?.back ?? null) !== null
}

interface MergeRow extends Omit<FileMerge, 'last' | 'sealed' | 'stays' | 'other'> {
  readonly otherId: number
  readonly fileId: string
  readonly fullName: string
  readonly records: number
  readonly visits: number
  readonly packages: number
  readonly history: boolean
}

/** What was sealed or given away in a file since the merge, by kind. */
const findSealed = async (tx: Tx, practiceId: number, mergeId: number): Promise<FileMerge['sealed']> => {
  const { rows } = await sql<FileMerge['sealed'][number]>`
    select kind, count from sealed_since_merge(${practiceId}, ${mergeId})`.execute(tx)
  return rows
}

/** The merges of a file that stand, newest first, with what was written in it since and would stay. */
export const findMerges = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<readonly Omit<FileMerge, 'last'>[]> => {
  const { rows } = await sql<MergeRow>`
    with stood as (
      select m.*, array(select l.row_id from patient_merge_rows l where l.practice_id = ${practiceId}
          and l.merge_id = m.id and l.place = 'records') as entries,
        array(select a.series_id from patient_merge_rows l join appointments a
          on a.practice_id = ${practiceId} and a.id = l.row_id where l.practice_id = ${practiceId}
          and l.merge_id = m.id and l.place = 'appointments' and a.series_id is not null) as series
      from patient_merges m
      where m.practice_id = ${practiceId} and m.patient_id = ${patientId} and m.state = 'merged'
    )
    select m.id, m.alias_id as "otherId", p.file_id as "fileId", p.full_name as "fullName", iso(m.merged_at) as "mergedAt",
      coalesce(d.full_name, u.first_name || ' ' || u.last_name) as "mergedBy", m.reason,
      (select count(*)::int from records r where r.practice_id = ${practiceId} and r.patient_id = m.patient_id
        and (r.id > m.id or r.id = any (m.entries)) and r.id is distinct from m.history_id
        and coalesce(r.case_id, r.id) <> all (m.entries)) as records,
      (select count(*)::int from appointments a where a.practice_id = ${practiceId} and a.patient_id = m.patient_id
        and a.id > m.id and (a.series_id is null or a.series_id <> all (m.series))) as visits,
      (select count(*)::int from session_packages s where s.practice_id = ${practiceId} and s.patient_id = m.patient_id
        and s.id > m.id) as packages,
      exists (select from records r where r.practice_id = ${practiceId} and r.id = m.history_id
        and r.voided_at is null and (r.version > 1 or exists (select from record_addenda a
          where a.practice_id = ${practiceId} and a.record_id = r.id))) as history
    from stood m
    join patients p on p.practice_id = ${practiceId} and p.id = m.alias_id
    join users u on u.id = m.merged_by
    left join doctors d on d.practice_id = ${practiceId} and d.user_id = m.merged_by
    order by m.id desc`.execute(tx)
  const sealed = await Promise.all(rows.map(({ id }) => findSealed(tx, practiceId, id)))
  return rows.map(({ otherId, fileId, fullName, records, visits, packages, history, ...merge }, index) => ({
    ...merge,
    sealed: sealed[index] ?? [],
    other: { id: otherId, fileId, fullName },
    stays: { records, visits, packages, history },
  }))
}
