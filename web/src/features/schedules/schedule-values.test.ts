import { absenceInput, freeQuery, scheduleChange } from '@ulna/contract/schedules/schedules'
import { describe, expect, it } from 'vitest'
import { zonedTime } from '../../blocks/agenda-grid/parts/zoned-time.ts'
import { absenceFaults, inputOfAbsence, newAbsence, valuesOfAbsence } from './absence-values.ts'
import { type FreeValues, freeWishOf, partNames } from './free-wish.ts'
import { changeOfSchedule, chooseHours, isCapacity, periodFaults } from './schedule-values.ts'

const madrid = zonedTime('Europe/Madrid')
const usual = { from: '08:00', to: '18:00' }

describe('form of somebody’s hours', () => {
  const monday = (from: string, to: string) => ({ weekday: 1, from, to })

  it('sends what the contract takes, by day and time', () => {
    const values = { hours: [monday('15:00', '24:00'), monday('08:00', '13:00')], capacity: '2' }
    const change = changeOfSchedule(values, 3)
    expect(change.hours).toEqual([monday('08:00', '13:00'), monday('15:00', '24:00')])
    expect(scheduleChange.safeParse(change).success).toBe(true)
    expect(scheduleChange.safeParse(changeOfSchedule({ hours: null, capacity: '1' }, 0)).success).toBe(true)
  })

  it('keeps a typed week while the practice’s is chosen, and sends only what is chosen', () => {
    const typed = { hours: [monday('09:00', '13:00')], capacity: '1' }
    const asPractice = { ...typed, ...chooseHours(typed, false, usual) }
    expect(changeOfSchedule(asPractice, 1)).toEqual({ hours: null, capacity: 1, version: 1 })
    const again = chooseHours({ ...asPractice, ...chooseHours(asPractice, false, usual) }, true, usual)
    expect(again.hours).toEqual(typed.hours)
    expect(chooseHours({ hours: null, capacity: '1' }, true, usual).hours).toHaveLength(5)
  })

  it('finds periods that end before they start, lack a time or overlap', () => {
    const hours = [
      monday('13:00', '08:00'),
      monday('', '09:00'),
      monday('15:00', '18:00'),
      monday('17:00', '19:00'),
    ]
    expect([...periodFaults(hours)]).toEqual([
      [0, 'periodEnd'],
      [1, 'periodTime'],
      [3, 'periodOverlap'],
    ])
    const otherDay = [monday('15:00', '18:00'), { weekday: 2, from: '17:00', to: '19:00' }]
    expect(periodFaults(otherDay).size).toBe(0)
  })

  it('takes a capacity of 1 to 50', () => {
    expect(['0', '1', '50', '51', '', '1.5', 'x'].filter(isCapacity)).toEqual(['1', '50'])
  })
})

describe('form of an absence', () => {
  const absence = (start: string, end: string) => ({
    id: 1,
    version: 1,
    doctorId: 3,
    start,
    end,
    title: 'Curso',
  })

  it('covers whole days on the practice’s clock, also over a change of the clock', () => {
    const values = { ...newAbsence('2026-10-24', usual), title: ' Vacaciones ', lastDay: '2026-10-26' }
    const input = inputOfAbsence(values, null, madrid)
    expect(input).toEqual({
      doctorId: null,
      title: 'Vacaciones',
      start: '2026-10-23T22:00:00.000Z',
      end: '2026-10-26T23:00:00.000Z',
    })
    expect(absenceInput.safeParse(input).success).toBe(true)
    expect(valuesOfAbsence(absence(input.start, input.end), madrid, usual)).toMatchObject({
      wholeDays: true,
      firstDay: '2026-10-24',
      lastDay: '2026-10-26',
    })
  })

  it('covers hours of a day', () => {
    const stored = absence('2026-11-20T09:00:00.000Z', '2026-11-20T11:30:00.000Z')
    const values = valuesOfAbsence(stored, madrid, usual)
    expect(values).toMatchObject({ wholeDays: false, firstDay: '2026-11-20', from: '10:00', to: '12:30' })
    expect(inputOfAbsence(values, 3, madrid)).toEqual({
      doctorId: 3,
      title: 'Curso',
      start: stored.start,
      end: stored.end,
    })
  })

  it('says what is missing or the wrong way round', () => {
    const values = newAbsence('2026-11-20', usual)
    expect(absenceFaults(values)).toEqual({ title: 'needsTitle' })
    const named = { ...values, title: 'Curso' }
    expect(absenceFaults(named)).toEqual({})
    expect(absenceFaults({ ...named, lastDay: '2026-11-19' })).toEqual({ lastDay: 'endsBefore' })
    expect(absenceFaults({ ...named, lastDay: '2028-11-19' })).toEqual({})
    expect(absenceFaults({ ...named, lastDay: '2028-11-20' })).toEqual({ lastDay: 'tooLong' })
    expect(absenceFaults({ ...named, firstDay: null })).toEqual({ firstDay: 'needsDay' })
    const hours = { ...named, wholeDays: false }
    expect(absenceFaults({ ...hours, from: '12:00', to: '12:00' })).toEqual({ to: 'endsBefore' })
    expect(absenceFaults({ ...hours, from: '', to: '12:00' })).toEqual({ from: 'needsTime' })
    expect(absenceFaults({ ...hours, lastDay: '2026-11-21', from: '18:00', to: '09:00' })).toEqual({})
  })
})

describe('question for free times', () => {
  const values: FreeValues = {
    doctorId: '',
    minutes: '45',
    part: 'any',
    weekdays: [],
    firstDay: '2026-11-20',
  }

  it('is one the contract takes, whatever is chosen', () => {
    for (const part of partNames) {
      const wish = freeWishOf({ ...values, doctorId: '7', part, weekdays: [3, 1] }, '2026-11-20', 20)
      const { range, doctorId, minutes, limit, ...rest } = wish ?? { range: null }
      const query = { ...rest, doctorId: String(doctorId), minutes: String(minutes), limit: String(limit) }
      expect(freeQuery.safeParse(query)).toMatchObject({
        success: true,
        data: { weekdays: [1, 3], doctorId: 7 },
      })
      expect(range).toEqual({ start: '2026-11-20', end: '2027-01-21' })
    }
  })

  it('never looks for what is over', () => {
    expect(freeWishOf({ ...values, firstDay: '2026-11-01' }, '2026-11-20', 20)?.range.start).toBe(
      '2026-11-20',
    )
  })

  it('is not asked while a day or a length is missing', () => {
    expect(freeWishOf({ ...values, firstDay: null }, '2026-11-20', 20)).toBeUndefined()
    for (const minutes of ['', '4', '481', '7.5']) {
      expect(freeWishOf({ ...values, minutes }, '2026-11-20', 20)).toBeUndefined()
    }
  })

  it('means any day where no weekday is chosen', () => {
    expect(freeWishOf(values, '2026-11-20', 20)?.weekdays).toBe('1,2,3,4,5,6,7')
  })
})
