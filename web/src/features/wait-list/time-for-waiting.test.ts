import { expect, it } from 'vitest'
import { zonedTime } from '../../blocks/agenda-grid/parts/zoned-time.ts'
import { timeForWaiting } from './time-for-waiting.ts'

const time = zonedTime('America/Bogota')
const slot = { start: '2027-02-16T20:00:00.000Z', end: '2027-02-16T22:00:00.000Z', doctorId: 4 }

it('takes the length that is wished from the start of the freed time on', () => {
  expect(timeForWaiting({ minutes: 45, from: null }, slot, time, 1)).toEqual({
    day: '2027-02-16',
    doctorId: 4,
    start: 15 * 60,
    end: 15 * 60 + 45,
  })
  expect(timeForWaiting({ minutes: 45, from: '08:00' }, slot, time, 1).start).toBe(15 * 60)
})

it('begins when the patient can come', () => {
  expect(timeForWaiting({ minutes: 30, from: '16:00' }, slot, time, 1)).toMatchObject({
    start: 16 * 60,
    end: 16 * 60 + 30,
  })
})

it('is with whoever is asked for where the freed time is anybody’s', () => {
  const { start, end } = slot
  expect(timeForWaiting({ minutes: 30, from: null }, { start, end }, time, 7).doctorId).toBe(7)
})
