import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { NamedPractitioner } from './mapping/base/fhir.patient-file.ts'

/**
 * Names beside records and visits that are nobody's here: of whom an import told, and who wrote where a file was handed over
 * from.
 */
export const findNamesOfElsewhere = async (tx: Tx, practiceId: number): Promise<NamedPractitioner[]> => {
  const { rows } = await sql<NamedPractitioner>`
    select d.id, d.first_name as "firstName", d.last_name as "lastName", d.full_name as "fullName",
      d.licence_number as "licenceNumber", d.version, iso(d.created_at) as "createdAt",
      iso(d.updated_at) as "updatedAt", false as active
    from doctors d
    where d.practice_id = ${practiceId} and not exists (
      select from memberships m where m.practice_id = ${practiceId} and m.doctor_id = d.id)
    order by d.full_name, d.id`.execute(tx)
  return rows
}

/** Ids of the practitioners who belong to a practice now. */
export const findPresent = async (tx: Tx, practiceId: number): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    select doctor_id as id from memberships where practice_id = ${practiceId} and ended_at is null`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}
