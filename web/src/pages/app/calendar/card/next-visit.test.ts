import { expect, it } from 'vitest'
import { zonedTime } from '../../../../blocks/agenda-grid/parts/zoned-time.ts'
import { nextVisitOf } from './next-visit.ts'

const madrid = zonedTime('Europe/Madrid')
const visit = {
  start: '2026-10-21T08:00:00.000Z',
  end: '2026-10-21T08:40:00.000Z',
  doctorId: 3,
  patientId: 7,
  patientName: 'Mariana Gómez',
}

it('proposes the same weekday, wall-clock time and length a week on, also over the change of the clocks', () => {
  // Ten o'clock in summer and in winter.
  expect(nextVisitOf(visit, madrid, '2026-10-21')).toEqual([
    { day: '2026-10-28', doctorId: 3, start: 600, end: 640 },
    { id: 7, name: 'Mariana Gómez' },
  ])
})

it('never proposes today or a day that is over, nor skips a week before a visit to come', () => {
  expect(nextVisitOf(visit, madrid, '2026-11-18')[0].day).toBe('2026-11-25')
  expect(nextVisitOf(visit, madrid, '2026-11-20')[0].day).toBe('2026-11-25')
  expect(nextVisitOf(visit, madrid, '2026-10-01')[0].day).toBe('2026-10-28')
})
