import { defaultConfigurations } from '@ulna/contract/practices/practices.defaults'
import { absenceEndpoints, scheduleEndpoints } from '@ulna/contract/schedules/schedules'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { addMember, registerOwner } from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { reading, type Tx } from '../../platform/database/database.ts'
import { type AgendaOwner, absenceAt, isOutsideHours, openTimes } from './schedules.service.ts'

let agendas: AgendaOwner

const at = (day: number, time: string): number =>
  Date.parse(`2027-03-${String(day).padStart(2, '0')}T${time}:00Z`)
const between = (day: number, from: string, to: string) => ({ start: at(day, from), end: at(day, to) })

const enter = (doctorId: number | null, title: string, start: number, end: number) =>
  callEndpoint(app, absenceEndpoints.create, {
    token: owner.token,
    body: { doctorId, title, start: new Date(start).toISOString(), end: new Date(end).toISOString() },
  })

const { app, owner } = await testPractice({ timezone: 'Europe/Rome' })
const colleague = await addMember(app, owner.practiceId, 'practitioner', true)

beforeAll(async () => {
  agendas = { practiceId: owner.practiceId, timezone: 'Europe/Rome', configurations: defaultConfigurations }
  await callEndpoint(app, scheduleEndpoints.update, {
    params: { doctorId: owner.doctorId },
    token: owner.token,
    body: { hours: [{ weekday: 1, from: '09:00', to: '13:00' }] },
  })
  // Monday the 22nd: the practice's absence from 10:00 to 11:00, the colleague's from 8:00 to 10:00 in Rome.
  await enter(null, 'Inventario', at(22, '09:00'), at(22, '10:00'))
  await enter(colleague.doctorId, 'Corso', at(22, '07:00'), at(22, '09:00'))
})

const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  reading(app.pool.queries, { practiceId: owner.practiceId, userId: owner.userId }, work)

describe('open times', () => {
  it('are hours without absences within each window, of as many practitioners as asked for', async () => {
    const windows = [
      between(22, '08:30', '12:00'),
      between(29, '00:00', '08:00'),
      between(22, '11:30', '17:00'),
    ]
    const found = await read((tx) => openTimes(tx, agendas, [owner.doctorId, colleague.doctorId], windows))
    expect(new Map(found)).toEqual(
      new Map([
        // Its hours end at 13:00; on the 29th the clock is an hour further.
        [
          owner.doctorId,
          [between(22, '08:30', '09:00'), between(22, '10:00', '12:00'), between(29, '07:00', '08:00')],
        ],
        // The colleague has no hours of their own, so the practice's day counts, 7:00 to 19:00.
        [colleague.doctorId, [between(22, '10:00', '17:00'), between(29, '05:00', '08:00')]],
      ]),
    )
  })

  it('are nobody’s outside the practice, and none within no window', async () => {
    const stranger = await registerOwner(app)
    expect(
      (await read((tx) => openTimes(tx, agendas, [stranger.doctorId], [between(22, '08:00', '12:00')]))).size,
    ).toBe(0)
    expect((await read((tx) => openTimes(tx, agendas, [owner.doctorId], []))).size).toBe(0)
  })
})

describe('the absence at a slot', () => {
  it('is the practitioner’s or the practice’s, where the slot touches one', async () => {
    const slots = [
      { doctorId: owner.doctorId, ...between(22, '08:00', '09:00') },
      { doctorId: owner.doctorId, ...between(22, '08:30', '09:30') },
      { doctorId: colleague.doctorId, ...between(22, '08:30', '09:30') },
      { doctorId: colleague.doctorId, ...between(22, '10:00', '11:00') },
      { doctorId: colleague.doctorId, ...between(29, '08:30', '09:30') },
    ]
    expect(await read((tx) => absenceAt(tx, agendas, slots))).toEqual([
      null,
      'Inventario',
      'Corso',
      null,
      null,
    ])
    expect(await read((tx) => absenceAt(tx, agendas, []))).toEqual([])
  })
})

describe('a slot', () => {
  it('is outside hours when any of it is, on the clock of its day', async () => {
    const slots = [
      { doctorId: owner.doctorId, ...between(22, '08:00', '12:00') },
      { doctorId: owner.doctorId, ...between(22, '11:30', '12:15') },
      { doctorId: owner.doctorId, ...between(23, '08:00', '09:00') },
      { doctorId: owner.doctorId, ...between(29, '07:00', '08:00') },
      { doctorId: owner.doctorId, ...between(29, '11:00', '12:00') },
      { doctorId: colleague.doctorId, ...between(23, '06:00', '18:00') },
      { doctorId: 999_999_999, ...between(22, '10:00', '11:00') },
    ]
    const expected = [false, true, true, false, true, false, true]
    expect(await read((tx) => isOutsideHours(tx, agendas, slots))).toEqual(expected)
    expect(await read((tx) => isOutsideHours(tx, agendas, []))).toEqual([])
  })
})
