import { absenceEndpoints, type FreeSlot, scheduleEndpoints } from '@ulna/contract/schedules/schedules'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { bookAppointment } from '../../../test/factories/clinical.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice({ timezone: 'Europe/Madrid' })
const colleague = await addMember(app, owner.practiceId, 'practitioner', true)

beforeAll(async () => {
  await addMember(app, owner.practiceId, 'assistant', false)
  await setHours(owner, { hours: workingDay, capacity: 1 })
  await setHours(colleague, { hours: [] })
})

const workingDay = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '11:00' }))

const setHours = (by: TestPerson, body: object) =>
  callEndpoint(app, scheduleEndpoints.update, { params: { doctorId: by.doctorId }, token: by.token, body })

const ask = (start: string, end: string, query: Record<string, string> = {}, by = owner) =>
  callEndpoint(app, scheduleEndpoints.free, { params: { start, end }, query, token: by.token })

const slots = async (start: string, end: string, query: Record<string, string> = {}): Promise<FreeSlot[]> => {
  const answer = await ask(start, end, { limit: '200', ...query })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.payload
}

/** Starts on the clock of Madrid. */
const starts = async (start: string, end: string, query: Record<string, string> = {}): Promise<string[]> =>
  (await slots(start, end, query)).map((slot) =>
    new Date(slot.start).toLocaleString('sv-SE', { timeZone: 'Europe/Madrid' }).slice(0, 16),
  )

const times = (found: readonly string[]): string[] => found.map((one) => one.slice(11))

describe('free slots', () => {
  it('lie in working hours, as long as the practice’s appointments are or as is asked for', async () => {
    expect(times(await starts('2027-06-07', '2027-06-08'))).toEqual([
      '09:00',
      '09:15',
      '09:30',
      '09:45',
      '10:00',
    ])
    expect(await slots('2027-06-07', '2027-06-08', { minutes: '120' })).toEqual([
      { doctorId: owner.doctorId, start: '2027-06-07T07:00:00.000Z', end: '2027-06-07T09:00:00.000Z' },
    ])
    expect(await starts('2027-06-05', '2027-06-07')).toEqual([])
    const agenda = { appointmentMinutes: 110 }
    await callEndpoint(app, settingsEndpoints.updatePractice, {
      token: owner.token,
      body: { configurations: { agenda } },
    })
    expect(times(await starts('2027-06-07', '2027-06-08'))).toEqual(['09:00'])
    await callEndpoint(app, settingsEndpoints.updatePractice, {
      token: owner.token,
      body: { configurations: { agenda: {} } },
    })
  })

  it('are at the same time of day before and after the clock changes', async () => {
    const query = { minutes: '120' }
    for (const [start, end] of [
      ['2027-03-22', '2027-04-03'],
      ['2027-10-25', '2027-11-06'],
    ] as const) {
      const found = await starts(start, end, query)
      expect(found).toHaveLength(10)
      expect(new Set(times(found))).toEqual(new Set(['09:00']))
    }
  })

  it('are not where there is an absence, of the practitioner or of the practice', async () => {
    const enter = (doctorId: number | null, start: string, end: string) =>
      callEndpoint(app, absenceEndpoints.create, {
        token: owner.token,
        body: { doctorId, start, end, title: 'Ausencia' },
      })
    await enter(owner.doctorId, '2027-06-14T07:00:00Z', '2027-06-14T07:30:00Z')
    await enter(null, '2027-06-14T08:40:00Z', '2027-06-14T10:00:00Z')
    await enter(colleague.doctorId, '2027-06-14T00:00:00Z', '2027-06-15T00:00:00Z')
    expect(times(await starts('2027-06-14', '2027-06-15', { minutes: '45' }))).toEqual(['09:30', '09:45'])
  })

  it('start when an appointment ends, leave out taken time, and know nothing of cancelled ones', async () => {
    await bookAppointment(app, owner, { start: '2027-06-21T07:00:00Z', end: '2027-06-21T07:50:00Z' })
    await bookAppointment(app, owner, {
      start: '2027-06-21T08:00:00Z',
      end: '2027-06-21T09:00:00Z',
      status: 'cancelled',
    })
    expect(times(await starts('2027-06-21', '2027-06-22'))).toEqual(['09:50', '10:00'])
    await setHours(owner, { capacity: 2 })
    expect(times(await starts('2027-06-21', '2027-06-22'))).toEqual([
      '09:00',
      '09:15',
      '09:30',
      '09:45',
      '09:50',
      '10:00',
    ])
    await setHours(owner, { capacity: 1 })
  })

  it('can be booked, each of them', async () => {
    await bookAppointment(app, owner, { start: '2027-06-28T07:20:00Z', end: '2027-06-28T07:55:00Z' })
    for (let left = (await slots('2027-06-28', '2027-06-29', { minutes: '20' })).length; left > 0; ) {
      const [slot] = await slots('2027-06-28', '2027-06-29', { minutes: '20' })
      await bookAppointment(app, owner, { start: slot?.start, end: slot?.end })
      const now = (await slots('2027-06-28', '2027-06-29', { minutes: '20' })).length
      expect(now).toBeLessThan(left)
      left = now
    }
  })

  it('keep to the times of day and weekdays that are preferred', async () => {
    const tuesdays = { weekdays: '2,7', minutes: '60' }
    expect(await starts('2027-07-05', '2027-07-19', { ...tuesdays, from: '09:20', to: '10:50' })).toEqual([
      '2027-07-06 09:30',
      '2027-07-06 09:45',
      '2027-07-13 09:30',
      '2027-07-13 09:45',
    ])
  })

  it('are those of all who can be booked, earliest first, or of one of them', async () => {
    await setHours(colleague, { hours: [{ weekday: 1, from: '09:30', to: '10:30' }] })
    const found = await slots('2027-07-19', '2027-07-20', { limit: '4' })
    expect(found.map(({ doctorId, start }) => [doctorId, start.slice(11, 16)])).toEqual([
      [owner.doctorId, '07:00'],
      [owner.doctorId, '07:15'],
      ...[owner.doctorId, colleague.doctorId].sort((a, b) => a - b).map((id) => [id, '07:30']),
    ])
    const one = await slots('2027-07-19', '2027-07-20', { doctorId: String(colleague.doctorId) })
    expect(one.map(({ doctorId }) => doctorId)).toEqual([colleague.doctorId])
  })

  it('are none of somebody who cannot be booked, and not found of nobody here', async () => {
    const hidden = await addMember(app, owner.practiceId, 'practitioner', false)
    expect(await slots('2027-07-19', '2027-07-20', { doctorId: String(hidden.doctorId) })).toEqual([])
    const stranger = await registerOwner(app)
    expect(await ask('2027-07-19', '2027-07-20', { doctorId: String(stranger.doctorId) })).toMatchObject({
      status: 404,
      errors: [{ message: 'not_found' }],
    })
  })

  it('are never over', async () => {
    expect(await starts('2020-01-06', '2020-01-11')).toEqual([])
    const day = 86_400_000
    await setHours(owner, {
      hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' })),
    })
    const asked = Date.now()
    const found = await slots(new Date(asked - day).toISOString(), new Date(asked + day).toISOString(), {
      doctorId: String(owner.doctorId),
      limit: '1',
    })
    expect(Date.parse(found[0]?.start ?? '')).toBeGreaterThanOrEqual(asked)
    await setHours(owner, { hours: workingDay })
  })

  it.each([
    ['2027-06-07', '2027-08-09', {}, 'end', 'field_max'],
    ['2027-06-07', '2027-06-07', {}, 'end', 'field_range'],
    ['2027-06-07', '2027-06-08', { minutes: '4' }, 'minutes', 'field_min'],
    ['2027-06-07', '2027-06-08', { from: '10:00', to: '10:00' }, 'to', 'field_range'],
    ['2027-06-07', '2027-06-08', { weekdays: '0,1' }, 'weekdays', 'field_text'],
    ['2027-06-07', '2027-06-08', { limit: '201' }, 'limit', 'field_max'],
  ])('from %s to %s with %j are refused by their field', async (start, end, query, field, reason) => {
    expect(await ask(start, end, query)).toMatchObject({
      status: 400,
      errors: [{ field, params: { reason } }],
    })
  })

  it('are looked for in 62 days', async () => {
    const found = await starts('2027-06-07', '2027-08-08', { minutes: '120' })
    expect(found).toContain('2027-08-06 09:00')
  })
})
