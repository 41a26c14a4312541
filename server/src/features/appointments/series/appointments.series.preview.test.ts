import { absenceEndpoints, scheduleEndpoints } from '@ulna/contract/schedules/schedules'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { createPatient } from '../../../../test/factories/clinical.ts'
import { addMember } from '../../../../test/factories/people.ts'
import { agendaOf, daily, freshAgenda, weekly } from '../../../../test/factories/series.ts'
import { auditTables, fingerprintOfDatabase } from '../../../../test/sweeps/scene/row-fingerprint.ts'
import { testServer } from '../../../../test/test-practice.ts'

const app = await testServer()

describe('a preview of a new series', () => {
  it('names every date, who is in the way, the nearest free time and the colleagues who are free', async () => {
    const { book, preview, times, local, by } = await freshAgenda(app)
    const free = await addMember(app, by.practiceId, 'practitioner', true)
    const busy = await addMember(app, by.practiceId, 'practitioner', true)
    const inTheWay = await book(times('2027-06-08', '10:30', '11:30'))
    await book({ ...times('2027-06-08'), doctorId: busy.doctorId })
    const { payload } = await preview({ doctorId: by.doctorId, ...times('2027-06-01'), every: weekly(3) })
    expect(payload.dates.map(({ on, start }) => [on, start])).toEqual([
      ['2027-06-01', local('2027-06-01', '10:00')],
      ['2027-06-08', local('2027-06-08', '10:00')],
      ['2027-06-15', local('2027-06-15', '10:00')],
    ])
    const [first, second, third] = payload.dates
    expect([first?.clashes, third?.clashes, first?.nearestFree, third?.freeDoctors]).toEqual([
      [],
      [],
      null,
      [],
    ])
    expect(second?.clashes.map(({ id }) => id)).toEqual([inTheWay.payload.id])
    expect(second?.nearestFree).toEqual({
      start: local('2027-06-08', '09:30'),
      end: local('2027-06-08', '10:30'),
    })
    expect(second?.freeDoctors).toEqual([free.doctorId])
    expect(payload).toMatchObject({ removed: [], skipped: [], cut: false })
  })

  it('offers as free colleagues only clinical members whose agenda can be booked, and none who left', async () => {
    const { book, preview, times, by } = await freshAgenda(app)
    const free = await addMember(app, by.practiceId, 'practitioner', true)
    await addMember(app, by.practiceId, 'assistant', false)
    const [unbookable, left] = [
      await addMember(app, by.practiceId, 'practitioner', true),
      await addMember(app, by.practiceId, 'practitioner', true),
    ]
    const { queries } = app.owner
    await queries
      .updateTable('doctors')
      .set({ bookable: false })
      .where('id', '=', unbookable.doctorId)
      .execute()
    await queries
      .updateTable('memberships')
      .set({ ended_at: new Date() })
      .where('doctor_id', '=', left.doctorId)
      .execute()
    await book(times('2027-06-01'))
    const { payload } = await preview({ doctorId: by.doctorId, ...times('2027-06-01') })
    expect(payload.dates.map(({ freeDoctors: freePractitioners }) => freePractitioners)).toEqual([
      [free.doctorId],
    ])
  })

  it('names the months without that day, and the end of a series that has none', async () => {
    const { preview, times, by } = await freshAgenda(app)
    const monthly = { repeat: true, freq: 'month', interval: 1 }
    const counted = await preview({
      doctorId: by.doctorId,
      ...times('2027-01-31'),
      every: { ...monthly, count: 3 },
    })
    expect(counted.payload.dates.map(({ on }) => on)).toEqual(['2027-01-31', '2027-03-31', '2027-05-31'])
    expect(counted.payload.skipped).toEqual([
      { on: '2027-02-31', reason: 'no_such_day' },
      { on: '2027-04-31', reason: 'no_such_day' },
    ])
    const open = await preview({ doctorId: by.doctorId, ...times('2027-01-04'), every: monthly })
    expect([open.payload.cut, open.payload.dates.at(-1)?.on]).toEqual([true, '2032-01-04'])
    const daily400 = await preview({
      doctorId: by.doctorId,
      ...times('2027-01-04'),
      every: { ...monthly, freq: 'day' },
    })
    expect([daily400.payload.cut, daily400.payload.dates.length]).toEqual([true, 400])
  })

  it('says where somebody is away, where it is outside the hours and where the clock skips the time', async () => {
    const { preview, times, local, by } = await freshAgenda(app)
    await callEndpoint(app, scheduleEndpoints.update, {
      params: { doctorId: by.doctorId },
      token: by.token,
      body: { hours: [1, 2, 3, 4].map((weekday) => ({ weekday, from: '08:00', to: '14:00' })) },
    })
    await callEndpoint(app, absenceEndpoints.create, {
      token: by.token,
      body: { doctorId: null, ...times('2027-05-05', '00:00', '12:00'), title: 'Inventario' },
    })
    const shown = await preview({ doctorId: by.doctorId, ...times('2027-05-03'), every: daily(5) })
    expect(shown.payload.dates.map(({ on, absence, outsideHours }) => [on, absence, outsideHours])).toEqual([
      ['2027-05-03', null, false],
      ['2027-05-04', null, false],
      ['2027-05-05', 'Inventario', false],
      ['2027-05-06', null, false],
      ['2027-05-07', null, true],
    ])
    const night = await preview({
      doctorId: by.doctorId,
      start: local('2027-03-27', '02:30'),
      end: local('2027-03-27', '03:00'),
      every: daily(3),
    })
    expect(night.payload.dates.map(({ start, shifted }) => [start, shifted])).toEqual([
      [local('2027-03-27', '02:30'), false],
      [local('2027-03-28', '03:30'), true],
      [local('2027-03-29', '02:30'), false],
    ])
  })

  it('warns of the same patient elsewhere, and that is no clash', async () => {
    const { book, preview, times, by } = await freshAgenda(app)
    const colleague = await addMember(app, by.practiceId, 'practitioner', true)
    const patient = await createPatient(app, by)
    const other = await book({ ...times('2027-06-08'), patientId: patient.id, doctorId: colleague.doctorId })
    const wish = { doctorId: by.doctorId, ...times('2027-06-01'), every: weekly(2) }
    const { payload } = await preview({ ...wish, patientId: patient.id })
    expect(payload.dates.map(({ patientClashes }) => patientClashes.map(({ id }) => id))).toEqual([
      [],
      [other.payload.id],
    ])
    expect(payload.dates.flatMap(({ clashes }) => clashes)).toEqual([])
  })

  it('of one appointment names its day on the clock of the practice, and wants the times', async () => {
    const { preview, local, by } = await freshAgenda(app, 'Pacific/Auckland')
    const start = local('2027-06-08', '08:00')
    const { payload } = await preview({ doctorId: by.doctorId, start, end: local('2027-06-08', '09:00') })
    expect(payload.dates.map(({ on, id, before }) => [on, id, before])).toEqual([['2027-06-08', null, null]])
    const refused = [
      await preview({ start, end: start }),
      await preview({ doctorId: by.doctorId, end: start }),
      await preview({ doctorId: by.doctorId, start }),
      await preview({ doctorId: by.doctorId, start, end: start }),
    ]
    expect(refused.map(({ status, errors }) => [status, errors[0]?.field])).toEqual([
      [400, 'doctorId'],
      [400, 'start'],
      [400, 'end'],
      [400, 'end'],
    ])
  })
})

describe('a preview', () => {
  it('writes nothing but its row of the trail', async () => {
    const { book, preview, times, by } = await freshAgenda(app)
    const { payload } = await book({ ...times('2027-06-01'), every: weekly(4) })
    const prints = () => fingerprintOfDatabase(app, auditTables)
    const before = await prints()
    const answers = [
      await preview({ doctorId: by.doctorId, ...times('2027-06-01'), every: weekly(9) }),
      await preview({ id: payload.id, ...times('2027-06-02') }),
      await preview({ id: payload.id, scope: 'following', every: { ...weekly(8), byWeekday: [2, 4] } }),
      await preview({ id: payload.id, every: null }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await prints()).toEqual(before)
  })

  it('of a series elsewhere finds nothing', async () => {
    const { book, times } = await freshAgenda(app)
    const { payload } = await book({ ...times('2027-06-01'), every: weekly(4) })
    const elsewhere = await freshAgenda(app)
    const answers = [
      await elsewhere.preview({ id: payload.id, ...elsewhere.times('2027-06-02') }),
      await elsewhere.change(payload.id, { title: 'Ajena' }),
      await elsewhere.change(payload.id, { every: weekly(2) }, 'following'),
      await elsewhere.remove(payload.id),
      await elsewhere.removeOne(payload.id),
      await elsewhere.move(payload.id, { title: 'Ajena' }),
    ]
    expect(answers.map(({ status, errors }) => [status, errors[0]?.message])).toEqual(
      Array(6).fill([404, 'not_found']),
    )
  })

  it('is for everybody who reads agendas: a colleague may look and not write', async () => {
    const { book, times, by } = await freshAgenda(app)
    const { payload } = await book({ ...times('2027-06-01'), every: weekly(4) })
    const colleague = agendaOf(app, await addMember(app, by.practiceId, 'practitioner', true))
    expect((await colleague.preview({ id: payload.id, ...times('2027-06-02') })).status).toBe(200)
    expect((await colleague.change(payload.id, times('2027-06-02'))).errors[0]?.message).toBe(
      'assistant_role_required',
    )
  })
})
