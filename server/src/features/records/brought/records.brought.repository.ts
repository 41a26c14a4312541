import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

/** A note of another system as a record: its data is that of the class `imported_note`. */
export interface BroughtNote {
  readonly row: number
  readonly patientId: number
  /** Instant. */
  readonly at: string
  /** JSON text. */
  readonly data: string
  readonly title: string | null
}

export interface NoteClass {
  readonly classId: string
  readonly version: number
}

/** Stores notes with the first version of each; answers the id of each row. `authorId` stands for where they are from. */
export const insertBrought = async (
  tx: Tx,
  practiceId: number,
  { classId, version }: NoteClass,
  authorId: number,
  notes: readonly BroughtNote[],
): Promise<ReadonlyMap<number, number>> => {
  const { rows: ids } = await sql<{ id: number }>`
    select nextval('global_id') as id from generate_series(1, ${notes.length}::int)`.execute(tx)
  const withIds = notes.map((note, index) => ({ ...note, id: Number(ids[index]?.id) }))
  await sql`
    insert into records (practice_id, id, patient_id, author_id, type, subtype, class_id, class_version, name, occurred_at,
      data)
    select ${practiceId}, n.id, n."patientId", ${authorId}, 'test', ${classId}, ${classId}, ${version}, n.title, n.at,
      n.data::json
    from json_to_recordset(${JSON.stringify(withIds)}::json) as n (id bigint, "patientId" bigint, at timestamptz,
      data text, title text) returning 1`.execute(tx)
  await sql`
    insert into record_versions (practice_id, record_id, version, author_id, occurred_at, class_id, class_version, data)
    select r.practice_id, r.id, r.version, r.author_id, r.occurred_at, r.class_id, r.class_version, r.data
    from records r where r.practice_id = ${practiceId} and r.id = any(${withIds.map(({ id }) => id)}::bigint[])
    returning 1`.execute(tx)
  return new Map(withIds.map(({ row, id }) => [row, id]))
}

/** The newest version of the class that notes of other systems are kept with. */
export const findNoteClass = async (tx: Tx, classId: string): Promise<NoteClass> => {
  const { rows } = await sql<NoteClass>`
    select class_id as "classId", version from record_classes where class_id = ${classId}
    order by version desc limit 1`.execute(tx)
  const [found] = rows
  if (!found) throw new Error(`the class ${classId} ships with the product`)
  return found
}

/** Takes back notes of these that nobody has touched since an import brought them; answers which. */
export const deleteUntouchedNotes = async (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
): Promise<readonly number[]> => {
  const { rows } = await sql<{
    id: number
  }>`select take_back_notes(${practiceId}, ${[...ids]}::bigint[]) as id`.execute(tx)
  return rows.map(({ id }) => Number(id))
}
