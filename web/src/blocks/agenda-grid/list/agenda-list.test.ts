import { describe, expect, it } from 'vitest'
import { splitIntoDays } from '../board/agenda-board.ts'
import { agendaAppointment } from '../parts/agenda-appointment.fixture.ts'
import type { AgendaAppointment } from '../parts/agenda-appointment.ts'
import { lastListDay } from '../parts/calendar-day.ts'
import { zonedTime } from '../parts/zoned-time.ts'
import { isListed, listDays } from './agenda-list.ts'
import { firstDays } from './use-drawn-days.ts'

const madrid = zonedTime('Europe/Madrid')

const visit = (id: number, start: string, rest: Partial<AgendaAppointment> = {}): AgendaAppointment =>
  agendaAppointment({ id, start, ...rest })

describe('list of the agenda', () => {
  const parts = splitIntoDays(
    [
      visit(1, '2026-11-20T09:00:00Z'),
      visit(2, '2026-11-20T08:00:00Z', { doctorId: 2, doctorName: 'Andrés Cifuentes' }),
      visit(3, '2026-11-23T22:45:00Z'),
      visit(4, '2026-12-17T09:00:00Z'),
      visit(5, '2026-12-18T09:00:00Z'),
    ],
    madrid,
  )
  const listed = (practitioners: number[], first = '2026-11-20') =>
    listDays(parts, practitioners, first, { text: '' }).map(({ day, entries }) => [
      day,
      entries.map(({ appointment }) => appointment.id),
    ])

  it('has four weeks from the chosen day on, without the days that are empty', () => {
    expect(lastListDay('2026-11-20')).toBe('2026-12-17')
    expect(listed([1, 2])).toEqual([
      ['2026-11-20', [2, 1]],
      ['2026-11-23', [3]],
      ['2026-12-17', [4]],
    ])
    expect(listed([2])).toEqual([['2026-11-20', [2]]])
  })

  it('names an appointment over midnight once, also when the list starts with its second day', () => {
    const ids = listDays(parts, [1], '2026-11-20', { text: '' }).flatMap(({ entries }) =>
      entries.map(({ appointment }) => appointment.id),
    )
    expect(ids).toEqual([1, 3, 4])
    expect(listed([1], '2026-11-24')[0]).toEqual(['2026-11-24', [3]])
  })

  it('is searched in patient, reason and practitioner, without regard to case and accents', () => {
    const appointment = visit(1, '2026-11-20T09:00:00Z', { title: 'Valoración inicial' })
    for (const text of ['gomez', 'VALORACIÓN', 'restrepo', '  '])
      expect(isListed(appointment, { text })).toBe(true)
    expect(isListed(appointment, { text: 'Andrés' })).toBe(false)
  })

  it('is filtered by what the status shows: a confirmed one is not "booked"', () => {
    const confirmed = visit(1, '2026-11-20T09:00:00Z', { confirmed: true })
    expect(isListed(confirmed, { text: '', state: 'confirmed' })).toBe(true)
    expect(isListed(confirmed, { text: '', state: 'booked' })).toBe(false)
  })

  it('draws whole days until there are enough rows', () => {
    const day = (name: string, count: number) => ({
      day: name,
      entries: Array.from({ length: count }, () => part),
    })
    const part = { appointment: visit(1, '2026-11-20T09:00:00Z'), start: 600, end: 645 }
    const days = [day('2026-11-20', 3), day('2026-11-21', 1), day('2026-11-23', 5)]
    const drawn = (rows: number) => firstDays(days, rows).length
    expect([drawn(1), drawn(3), drawn(4), drawn(5), drawn(100)]).toEqual([1, 1, 2, 3, 3])
  })
})
