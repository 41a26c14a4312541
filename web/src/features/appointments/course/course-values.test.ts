import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { describe, expect, it } from 'vitest'
import { zonedTime } from '../../../blocks/agenda-grid/parts/zoned-time.ts'
import { courseInputOf, coverBy, valuesOfCourse } from './course-values.ts'

const start = {
  patient: { id: 5, name: 'Mariana Gómez' },
  doctorId: 3,
  today: '2027-05-04',
  sessions: 10,
  minutes: 45,
}

const sold = {
  id: 8,
  status: 'active',
  numSessions: 10,
  usedSessions: 2,
  reservedSessions: 3,
  expiresOn: '2027-05-31',
} as SessionPackage

describe('a course before anybody has typed', () => {
  it('begins tomorrow, and after a Friday on Monday', () => {
    expect(valuesOfCourse(start)).toMatchObject({ day: '2027-05-05', repeat: { weekdays: [3], count: '10' } })
    expect(valuesOfCourse({ ...start, today: '2027-05-07' }).day).toBe('2027-05-10')
    expect(valuesOfCourse({ ...start, today: '2027-05-09' }).day).toBe('2027-05-10')
  })

  it('has at least one date and no more than a series may have', () => {
    expect(valuesOfCourse({ ...start, sessions: 0 }).repeat.count).toBe('1')
    expect(valuesOfCourse({ ...start, sessions: 1000 }).repeat.count).toBe('400')
  })
})

describe('what is sent', () => {
  it('is a weekly series of the case, with its package and what becomes of dates without a session', () => {
    const input = courseInputOf(valuesOfCourse(start), zonedTime('Europe/Madrid'), {
      caseId: 7,
      sold,
      keepsFirst: true,
    })
    expect(input).toMatchObject({
      doctorId: 3,
      patientId: 5,
      start: '2027-05-05T07:00:00.000Z',
      end: '2027-05-05T07:45:00.000Z',
      every: { repeat: true, freq: 'week', interval: 1, byWeekday: [3], count: 10 },
      course: { caseId: 7, packageId: 8, shortage: 'keepFirst' },
    })
  })

  it('names no package where there is none', () => {
    const choice = { caseId: 7, sold: undefined, keepsFirst: false }
    const { course } = courseInputOf(valuesOfCourse(start), zonedTime('Europe/Madrid'), choice)
    expect(course).toEqual({ caseId: 7, packageId: null, shortage: 'refuse' })
  })
})

it('a package keeps sessions for the first days, as long as it has any and lasts', () => {
  const days = ['2027-05-24', '2027-05-26', '2027-05-28', '2027-05-31', '2027-06-02']
  expect(coverBy(sold, days)).toEqual({ kept: 4, short: 0, late: 1 })
  expect(coverBy({ ...sold, usedSessions: 4 }, days)).toEqual({ kept: 3, short: 1, late: 1 })
})
