import type { ErasureKind } from '@ulna/contract/erasures/erasures.rules'
import { type RawBuilder, sql } from 'kysely'
import { hasErasableDetail } from '../../platform/audit/audit.erased.ts'
import type { Tx } from '../../platform/database/database.ts'
import { isOfFile } from '../../platform/patient-aliases.ts'

/** How many things of each kind stand in a file. */
export type FileCounts = Readonly<Record<ErasureKind, number>>

export interface CountedFile {
  readonly archived: boolean
  readonly holdReason: string | null
  /** Whether there is anything clinical, or a visit: what terms are counted from. */
  readonly isTreated: boolean
  readonly counts: FileCounts
  /** The day of the last receipt; null without one. */
  readonly lastReceipt: string | null
}

const rowsOf = (
  practiceId: number,
  table: string,
  besides: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`
  (select count(*)::int from ${sql.table(table)} t
    where t.practice_id = ${practiceId} and ${isOfFile(sql`t.patient_id`, practiceId, sql`p.id`)} and ${besides})`

/** Contact data that no law asks for. */
const contact = sql`num_nonnulls(p.phone, p.mobile, p.email, p.address, p.note, p.profile_image_key)`

interface Row extends FileCounts {
  readonly archived: boolean
  readonly holdReason: string | null
  readonly lastReceipt: string | null
  readonly attended: number
}

/** What stands in a file, counted by kind; undefined when the patient is not here. */
export const countFile = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<CountedFile | undefined> => {
  const count = (table: string, besides?: RawBuilder<unknown>) => rowsOf(practiceId, table, besides)
  const { rows } = await sql<Row>`
    select p.archived, ${count('records')} as records, ${count('signatures')} as signatures, ${count('files')} as files,
      ${count('drafts')} + ${count('uploads')} as drafts, ${count('appointments')} as appointments,
      ${count('appointment_mails')} as mails, ${count('wait_list')} as wait_list,
      ${count('session_package_patients')} as packages, ${count('receipts')} as receipts,
      ${count('issued_papers')} as papers, ${contact} as contact, 1 as identity, ${count('import_rows')} as imports,
      ${count('audit_events', hasErasableDetail('t'))} as trail,
      ${count('appointments', sql`t.status in ('booked', 'arrived', 'attended')`)} as attended,
      (select to_char(max(t.issued_on), 'YYYY-MM-DD') from receipts t
        where t.practice_id = ${practiceId}
          and ${isOfFile(sql`t.patient_id`, practiceId, sql`p.id`)}) as "lastReceipt",
      (select h.reason from patient_holds h
        where h.practice_id = ${practiceId} and h.patient_id = p.id and h.lifted_at is null
        order by h.placed_at desc, h.id desc limit 1) as "holdReason"
    from patients p where p.practice_id = ${practiceId} and p.id = ${patientId}`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { archived, holdReason, lastReceipt, attended, ...counts } = row
  return {
    archived,
    holdReason,
    lastReceipt,
    isTreated: counts.records + attended > 0,
    counts,
  }
}
