import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'

const lockAgenda = prepared<unknown, { readonly name: string }>(
  ({ name }) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 9))`,
)

/**
 * Bookings of one agenda wait for each other, so that two that race see each other. Agendas are taken in the order of
 * their ids when an appointment moves from one to another. Rows are locked before agendas, everywhere.
 */
export const lockAgendas = async (
  tx: Tx,
  practiceId: number,
  doctorIds: readonly number[],
): Promise<void> => {
  const inOrder = [...new Set(doctorIds)].sort((a, b) => a - b)
  await Promise.all(inOrder.map((doctorId) => lockAgenda(tx, { name: `agenda ${practiceId} ${doctorId}` })))
}
