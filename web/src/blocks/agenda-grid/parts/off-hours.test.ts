import { describe, expect, it } from 'vitest'
import { workingTime } from '../board/working-time.ts'
import { longestFree, minuteOfClock, offTimes } from './off-hours.ts'
import { zonedTime } from './zoned-time.ts'

describe('times of a day at which nobody is seen', () => {
  const hours = [
    { start: 480, end: 780 },
    { start: 840, end: 1080 },
  ]

  it('are what lies outside the working hours, and the break between two periods', () => {
    expect(offTimes(hours)).toEqual([
      { start: 0, end: 480, kind: 'off' },
      { start: 780, end: 840, kind: 'break' },
      { start: 1080, end: 1440, kind: 'off' },
    ])
  })

  it('are the whole day without hours, and nothing of a day that is worked from midnight to midnight', () => {
    expect(offTimes([])).toEqual([{ start: 0, end: 1440, kind: 'closed' }])
    expect(offTimes([{ start: 600, end: 600 }])).toEqual([{ start: 0, end: 1440, kind: 'closed' }])
    expect(offTimes([{ start: 0, end: 1440 }])).toEqual([])
  })

  it('join periods that touch or overlap', () => {
    const touching = [
      { start: 700, end: 900 },
      { start: 480, end: 720 },
    ]
    expect(offTimes(touching).map(({ start, end }) => [start, end])).toEqual([
      [0, 480],
      [900, 1440],
    ])
  })

  it('tell an absence by its title, without shading the same time twice', () => {
    expect(offTimes(hours, [{ start: 720, end: 900, kind: 'away', title: 'Congreso' }])).toEqual([
      { start: 0, end: 480, kind: 'off' },
      { start: 720, end: 900, kind: 'away', title: 'Congreso' },
      { start: 1080, end: 1440, kind: 'off' },
    ])
    expect(offTimes(hours, [{ start: 0, end: 1440, kind: 'away', title: 'Vacaciones' }])).toEqual([
      { start: 0, end: 1440, kind: 'away', title: 'Vacaciones' },
    ])
  })

  it('put absences that overlap one after the other', () => {
    const absences = [
      { start: 600, end: 900, kind: 'shut', title: 'Cierre' },
      { start: 500, end: 700, kind: 'away', title: 'Médico' },
      { start: 650, end: 690, kind: 'away', title: 'Dentro' },
    ] as const
    expect(
      offTimes([{ start: 0, end: 1440 }], absences).map(({ start, end, title }) => [start, end, title]),
    ).toEqual([
      [500, 700, 'Médico'],
      [700, 900, 'Cierre'],
    ])
  })

  it('reads 24:00 as the end of the day', () => {
    expect([minuteOfClock('07:30'), minuteOfClock('24:00')]).toEqual([450, 1440])
  })
})

describe('working time of the practice', () => {
  const absence = (doctorId: number | null, start: string, end: string, title: string) => ({
    id: 1,
    version: 1,
    doctorId,
    start,
    end,
    title,
  })
  const { periodsOf, offOf, spanOf } = workingTime({
    schedules: [
      { doctorId: 1, hours: [{ weekday: 6, from: '09:00', to: '13:00' }] },
      { doctorId: 2, hours: null },
      { doctorId: 3, hours: [] },
    ],
    absences: [
      absence(2, '2026-11-20T22:00:00Z', '2026-11-23T09:00:00Z', 'Vacaciones'),
      absence(null, '2026-12-24T23:00:00Z', '2026-12-25T23:00:00Z', 'Navidad'),
    ],
    usual: { dayStartsAt: '07:00', dayEndsAt: '19:00', appointmentMinutes: 60 },
    time: zonedTime('Europe/Madrid'),
  })

  it('takes the own hours, or the working day of the practice from Monday to Friday', () => {
    expect(periodsOf(1, '2026-11-21')).toEqual([{ start: 540, end: 780 }])
    expect(periodsOf(1, '2026-11-20')).toEqual([])
    expect(periodsOf(2, '2026-11-20')).toEqual([{ start: 420, end: 1140 }])
    expect(periodsOf(2, '2026-11-21')).toEqual([])
    expect(periodsOf(3, '2026-11-20')).toEqual([])
  })

  it('cuts absences at the midnights of the practice’s clock', () => {
    const away = (day: string) => offOf(2, day).filter(({ kind }) => kind === 'away')
    expect(away('2026-11-20')).toEqual([{ start: 1380, end: 1440, kind: 'away', title: 'Vacaciones' }])
    expect(away('2026-11-22')).toEqual([{ start: 0, end: 1440, kind: 'away', title: 'Vacaciones' }])
    expect(away('2026-11-23')).toEqual([{ start: 0, end: 600, kind: 'away', title: 'Vacaciones' }])
    expect(offOf(1, '2026-11-20').some(({ kind }) => kind === 'away')).toBe(false)
  })

  it('closes the practice for everybody', () => {
    for (const doctorId of [1, 2, 3]) {
      expect(offOf(doctorId, '2026-12-25')).toEqual([{ start: 0, end: 1440, kind: 'shut', title: 'Navidad' }])
    }
  })

  it('spans what any of them works on any of the days', () => {
    expect(spanOf([1, 2], ['2026-11-20', '2026-11-21'])).toEqual({ from: 420, to: 1140 })
    expect(spanOf([1], ['2026-11-21'])).toEqual({ from: 540, to: 780 })
    expect(spanOf([3], ['2026-11-20'])).toEqual({ from: 420, to: 1140 })
  })
})

describe('the room for the word of a time at which nobody is seen', () => {
  const night = { start: 0, end: 480, kind: 'off' as const }
  const evening = { start: 1080, end: 1440, kind: 'off' as const }

  it('is all of it where no appointment lies', () => {
    expect(longestFree(night, [])).toEqual(night)
    expect(longestFree(night, [{ start: 480, end: 540 }])).toEqual(night)
  })

  it('is the longest part between the appointments, so that none covers half of the word', () => {
    const taken = [
      { start: 60, end: 105 },
      { start: 90, end: 120 },
      { start: 465, end: 510 },
    ]
    expect(longestFree(night, taken)).toMatchObject({ start: 120, end: 465 })
    expect(longestFree(evening, [{ start: 1060, end: 1100 }])).toMatchObject({ start: 1100, end: 1440 })
  })

  it('is none where one lies over all of it', () => {
    expect(longestFree(evening, [{ start: 600, end: 1440 }])).toBeUndefined()
  })
})
