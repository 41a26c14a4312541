import { randomUUID } from 'node:crypto'
import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { recordEndpoints } from '@ulna/contract/records/records'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { callEndpoint } from '../client.ts'
import { createPatient, historyInput } from '../factories/clinical.ts'
import { testPractice } from '../test-practice.ts'

let patientId: number

const { app, owner } = await testPractice()

beforeAll(async () => {
  patientId = (await createPatient(app, owner)).id
})

const body = {
  appointment: () => ({
    doctorId: owner.doctorId,
    start: '2027-03-01T10:00:00Z',
    end: '2027-03-01T10:30:00Z',
  }),
  record: () => historyInput(patientId),
  patient: () => ({ firstName: 'Mariana', lastName: 'Gómez' }),
}

const writes = [
  {
    what: 'appointment',
    table: 'appointments',
    endpoint: appointmentEndpoints.create,
    input: body.appointment,
  },
  { what: 'record', table: 'records', endpoint: recordEndpoints.create, input: body.record },
  { what: 'patient', table: 'patients', endpoint: patientEndpoints.create, input: body.patient },
] as const

/** Cancels whatever waits for a lock, as a timeout of the database would. */
const cancelWaiting = async (): Promise<number> => {
  const { rows } = await sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.owner.queries)
  return rows.length
}

const countRows = async (table: string): Promise<number> => {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${sql.table(table)}`.execute(app.owner.queries)
  return rows[0]?.count ?? 0
}

it.each(writes)(
  'A6 a new $what whose wait for the trail is cut off is answered 503 with Retry-After, and leaves nothing',
  async ({ table, endpoint, input }) => {
    const before = await countRows(table)
    const holder = await app.owner.raw.connect()
    await holder.query('begin')
    await holder.query('select 1 from audit_heads for update')
    const call = { token: owner.token, headers: { 'idempotency-key': randomUUID() }, body: input() }
    const answering = callEndpoint(app, endpoint, call)
    await expect.poll(cancelWaiting).toBeGreaterThan(0)
    const answer = await answering
    await holder.query('rollback')
    holder.release()
    expect(answer).toMatchObject({ status: 503, errors: [{ message: 'service_unavailable' }] })
    expect(answer.headers['retry-after']).toBeDefined()
    expect(await countRows(table)).toBe(before)
    expect((await callEndpoint(app, endpoint, call)).status).toBe(201)
  },
)
