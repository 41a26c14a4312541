import { patientEndpoints } from '@ulna/contract/patients/patients'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { createPatient } from '../../../../test/factories/clinical.ts'
import { addMember } from '../../../../test/factories/people.ts'
import { freshAgenda, weekly } from '../../../../test/factories/series.ts'
import { testServer } from '../../../../test/test-practice.ts'

const app = await testServer({ alone: true })

const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Four weekly visits of which two are over, on one of which nobody noted anything. */
const halfOver = async () => {
  const agenda = await freshAgenda(app)
  await agenda.book({ ...agenda.times(dayFromNow(-10)), every: weekly(4) })
  const own = () => agenda.events(dayFromNow(-20), dayFromNow(30))
  const [attended, unmarked, next] = await own()
  await agenda.move(attended?.id ?? 0, { status: 'arrived' })
  return { ...agenda, own, attended: attended?.id ?? 0, unmarked: unmarked?.id ?? 0, next: next?.id ?? 0 }
}

describe('what is over of a series', () => {
  it('stays what it was when a change of all is asked of it', async () => {
    const { change, own, attended, by } = await halfOver()
    const colleague = await addMember(app, by.practiceId, 'practitioner', true)
    const wish = { status: 'cancelled', cancelReason: 'Viaje', doctorId: colleague.doctorId }
    expect((await change(attended, wish)).status).toBe(200)
    expect((await own()).map(({ status, doctorId }) => [status, doctorId])).toEqual([
      ['arrived', by.doctorId],
      ['booked', by.doctorId],
      ['cancelled', colleague.doctorId],
      ['cancelled', colleague.doctorId],
    ])
  })

  it('stays when the series is deleted, also where nobody noted what became of it', async () => {
    const { remove, own, attended, unmarked, next } = await halfOver()
    expect((await remove(next)).metadata.total).toBe(2)
    expect((await own()).map(({ id }) => id)).toEqual([attended, unmarked])
  })

  it('goes when it is named itself and nobody noted that it took place', async () => {
    const { remove, own, attended, unmarked } = await halfOver()
    expect((await remove(unmarked)).metadata.total).toBe(3)
    expect((await own()).map(({ id }) => id)).toEqual([attended])
  })
})

it('a preview of a series takes no end before its start', async () => {
  const { book, preview, times, local } = await freshAgenda(app)
  const { payload } = await book({ ...times('2027-09-06'), every: weekly(3) })
  for (const end of [local('2027-09-01', '10:00'), '9000-01-01T00:00:00Z']) {
    const { status, errors } = await preview({ id: payload.id, end })
    expect([status, errors[0]?.field]).toEqual([400, 'end'])
  }
})

it('a series of dates to come is booked, and nothing else', async () => {
  const { book, times } = await freshAgenda(app)
  const { status, errors } = await book({ ...times('2027-09-06'), every: weekly(3), status: 'cancelled' })
  expect([status, errors[0]?.field]).toEqual([400, 'status'])
})

it.each(['9999-12-31T23:00:00Z', '0001-01-01T00:30:00Z'])(
  'looks for room no further than the years there are (%s)',
  async (start) => {
    const { preview, by } = await freshAgenda(app)
    const end = new Date(Date.parse(start) + 600_000).toISOString()
    expect((await preview({ doctorId: by.doctorId, start, end })).status).toBe(200)
  },
)

it('what was kept to undo a change goes by itself', async () => {
  const { book, times, by } = await freshAgenda(app)
  await book({ ...times('2027-09-06'), every: weekly(3) })
  const kept = () =>
    app.owner.queries
      .selectFrom('appointment_undos')
      .select('id')
      .where('practice_id', '=', by.practiceId)
      .execute()
  expect(await kept()).toHaveLength(1)
  await app.runJobs()
  expect(await kept()).toHaveLength(1)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.owner.queries)
  await app.runJobs()
  expect(await kept()).toHaveLength(0)
})

it('a series of a patient who was deleted meanwhile does not come back', async () => {
  const { book, remove, takeBack, times, by } = await freshAgenda(app)
  const patient = await createPatient(app, by, { firstName: 'Ana', lastName: 'Ruiz' })
  const { payload } = await book({ ...times('2027-09-06'), patientId: patient.id, every: weekly(3) })
  const { metadata } = await remove(payload.id)
  await callEndpoint(app, patientEndpoints.remove, { params: { id: patient.id }, token: by.token })
  const { status, errors } = await takeBack(metadata.undo?.id)
  expect([status, errors[0]?.message]).toEqual([404, 'not_found'])
})
