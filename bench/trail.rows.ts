import { randomUUID } from 'node:crypto'
import { appendAudit } from '../server/src/platform/audit/audit.strands.ts'
import type { UnchainedRow } from '../server/src/platform/audit/audit.ts'
import { type Queries, transaction } from '../server/src/platform/database/database.ts'
import type { Scope } from '../server/src/platform/database/entering.ts'

const rowsATime = 1000
const writers = 8

/** What a practice does most: it opens files and writes into them. */
const actions = [
  'patient.read',
  'record.read',
  'patient.list',
  'record.create',
  'appointment.update',
] as const

const unchainedRowOf = (practiceId: number, n: number): UnchainedRow => {
  const action = actions[n % actions.length] ?? 'patient.read'
  const detail = action === 'patient.list' ? { count: n % 50, filters: ['search'] } : {}
  return {
    actor: {
      practiceId,
      userId: 1000 + (n % 20),
      sessionId: 5000 + (n % 300),
      requestId: randomUUID(),
      ip: `192.0.2.${n % 250}`,
    },
    entry: {
      action,
      patientId: 100_000 + (n % 20_000),
      subject: { type: 'record', id: 900_000 + n },
      detail,
    },
  }
}

/** Fills the trail of a practice the way the product does, many rows to a transaction. */
export const appendMany = async (
  queries: Queries,
  key: Buffer,
  practiceId: number,
  count: number,
): Promise<void> => {
  const scope: Scope = { practiceId, userId: 0 }
  let next = 0
  const write = async (): Promise<void> => {
    while (next < count) {
      const from = next
      next += rowsATime
      const unchained = Array.from({ length: Math.min(rowsATime, count - from) }, (_, n) =>
        unchainedRowOf(practiceId, from + n),
      )
      await transaction(queries, scope, 'read write', (tx) => appendAudit(tx, key, practiceId, unchained))
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
}

/** A patient is registered, with its row in the trail or without. */
export const writePatient = (
  queries: Queries,
  key: Buffer,
  { practiceId, n, isTold }: { practiceId: number; n: number; isTold: boolean },
): Promise<void> =>
  transaction(queries, { practiceId, userId: 0 }, 'read write', async (tx) => {
    await tx
      .insertInto('patients')
      .values({
        practice_id: practiceId,
        first_name: 'Mariana',
        last_name: `Gómez ${n}`,
        file_id: `${isTold ? 'T' : 'U'}${n}`,
      })
      .execute()
    if (isTold) await appendAudit(tx, key, practiceId, [unchainedRowOf(practiceId, n)])
  })
