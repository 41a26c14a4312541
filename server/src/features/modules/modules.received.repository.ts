import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { type Json, parseJson } from '../../platform/database/wire.ts'

/** A form as it was where it came from; undefined where none of this id did. */
export const findOriginalForm = async (
  tx: Tx,
  practiceId: number,
  classId: string,
  version: number,
): Promise<RecordClass | undefined> => {
  const { rows } = await sql<{ body: Json<RecordClass> }>`
    select body from received_forms
    where practice_id = ${practiceId} and class_id = ${classId} and version = ${version}`.execute(tx)
  return rows[0] && parseJson(rows[0].body)
}

/** A form that came from elsewhere, as records here show with it. Nobody writes with it, and it is no consent of ours. */
export const findReceivedForm = async (
  tx: Tx,
  practiceId: number,
  classId: string,
  version: number,
): Promise<RecordClass | undefined> => {
  const original = await findOriginalForm(tx, practiceId, classId, version)
  if (!original) return undefined
  const { consent: _, needsConsent: __, ...shown } = original
  const isDocument = original.type === 'document'
  const kind = {
    type: isDocument ? ('document' as const) : ('test' as const),
    subType: isDocument ? original.subType : classId,
  }
  return { ...shown, ...kind, classId, active: false }
}

/** Keeps a form as it came; answers false where another one has its id already. */
export const keepReceivedForm = async (
  tx: Tx,
  practiceId: number,
  classId: string,
  form: RecordClass,
): Promise<boolean> => {
  const body = JSON.stringify(form)
  await sql`
    insert into received_forms (practice_id, class_id, version, body)
    values (${practiceId}, ${classId}, ${form.version}, ${body}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ same: boolean }>`
    select body::jsonb = ${body}::jsonb as same from received_forms
    where practice_id = ${practiceId} and class_id = ${classId} and version = ${form.version}`.execute(tx)
  return rows[0]?.same === true
}
