import { describe, expect, it } from 'vitest'
import { agendaAppointment } from '../parts/agenda-appointment.fixture.ts'
import type { AgendaAppointment } from '../parts/agenda-appointment.ts'
import { firstShownMinute } from '../parts/off-hours.ts'
import { zonedTime } from '../parts/zoned-time.ts'
import { busyTimes, placeColumn, splitIntoDays } from './agenda-board.ts'
import { movedTimes } from './appointment-move.ts'
import { cardBox, cardShape, laneBox } from './card-shape.ts'
import { usualEnd } from './grid-column.ts'
import { nowPlace } from './now-line.ts'

const madrid = zonedTime('Europe/Madrid')
const appointment = (id: number, start: string, end: string, doctorId = 1): AgendaAppointment =>
  agendaAppointment({ id, start, end, doctorId })

describe('agenda board', () => {
  it('puts an appointment on the day and minute of the practice’s clock', () => {
    const parts = splitIntoDays([appointment(1, '2026-11-20T23:30:00Z', '2026-11-21T00:15:00Z')], madrid)
    expect(parts.of(1, '2026-11-21')).toMatchObject([{ start: 30, end: 75 }])
    expect(parts.of(1, '2026-11-20')).toEqual([])
  })

  it('cuts an appointment at midnight and does not touch the next day when it ends there', () => {
    const parts = splitIntoDays(
      [
        appointment(1, '2026-11-20T22:00:00Z', '2026-11-21T01:00:00Z'),
        appointment(2, '2026-11-20T22:00:00Z', '2026-11-20T23:00:00Z', 2),
      ],
      madrid,
    )
    expect(parts.of(1, '2026-11-20')).toMatchObject([{ start: 1380, end: 1440 }])
    expect(parts.of(1, '2026-11-21')).toMatchObject([{ start: 0, end: 120 }])
    expect(parts.of(2, '2026-11-20')).toMatchObject([{ start: 1380, end: 1440 }])
    expect(parts.hasAny([2], '2026-11-21')).toBe(false)
  })

  it('draws an appointment inside the hour that happens twice with its real length', () => {
    const parts = splitIntoDays([appointment(1, '2026-10-25T00:45:00Z', '2026-10-25T01:15:00Z')], madrid)
    expect(parts.of(1, '2026-10-25')).toMatchObject([{ start: 165, end: 195 }])
  })

  it('shows short neighbours side by side rather than on top of each other', () => {
    const placed = placeColumn(
      splitIntoDays(
        [
          appointment(1, '2026-11-20T09:00:00Z', '2026-11-20T09:10:00Z'),
          appointment(2, '2026-11-20T09:10:00Z', '2026-11-20T09:20:00Z'),
        ],
        madrid,
      ).of(1, '2026-11-20'),
    )
    expect(placed.map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 2],
      [1, 2],
    ])
  })

  it('joins busy times that touch', () => {
    expect(
      busyTimes([
        { start: 60, end: 90 },
        { start: 0, end: 60 },
        { start: 120, end: 130 },
      ]),
    ).toEqual([
      { start: 0, end: 90 },
      { start: 120, end: 130 },
    ])
  })

  it('tells by height how much a card says', () => {
    expect(cardShape(cardBox(0, 30).height)).toBe('line')
    expect(cardShape(cardBox(0, 45).height)).toBe('two')
    expect(cardShape(cardBox(0, 60).height)).toBe('three')
    expect(laneBox(1, 2)).toEqual({ left: 'calc(50% + 4px)', width: 'calc(50% - 6px)' })
  })

  it('opens at the start of work, or with the current time in view', () => {
    const view = {
      workStarts: 420,
      workEnds: 1140,
      earliestAppointment: 480,
      now: undefined,
      shownMinutes: 500,
    }
    expect(firstShownMinute(view)).toBe(420)
    expect(firstShownMinute({ ...view, earliestAppointment: 360 })).toBe(360)
    expect(firstShownMinute({ ...view, now: 626 })).toBe(426)
    expect(firstShownMinute({ ...view, now: 360 })).toBe(160)
    // At night nobody looks for now: the day is shown as it begins.
    expect(firstShownMinute({ ...view, now: 60 })).toBe(420)
    expect(firstShownMinute({ ...view, now: 1300 })).toBe(420)
  })

  it('draws the now-line only on the current day', () => {
    const now = Date.parse('2026-11-20T09:26:00Z')
    expect(nowPlace(now, ['2026-11-19', '2026-11-20'], madrid)).toEqual({ minute: 626, column: 1, count: 1 })
    expect(nowPlace(now, ['2026-11-21'], madrid)).toBeUndefined()
  })

  it('draws the now-line over every practitioner’s column of the current day', () => {
    const now = Date.parse('2026-11-20T09:26:00Z')
    const days = ['2026-11-19', '2026-11-19', '2026-11-20', '2026-11-20', '2026-11-21', '2026-11-21']
    expect(nowPlace(now, days, madrid)).toEqual({ minute: 626, column: 2, count: 2 })
  })
})

describe('booking at a place of the grid', () => {
  const placed = (status: AgendaAppointment['status']) =>
    placeColumn(
      splitIntoDays(
        [{ ...appointment(1, '2026-11-20T09:30:00Z', '2026-11-20T10:00:00Z'), status }],
        madrid,
      ).of(1, '2026-11-20'),
    )

  it('proposes the time up to the next appointment, never one that collides with it', () => {
    const column = { placed: placed('booked'), usualMinutes: 45 }
    expect(usualEnd(column, 600)).toBe(630)
    expect(usualEnd(column, 540)).toBe(585)
    // Less than a quarter of an hour is no time of its own, and who stays away takes none.
    expect(usualEnd(column, 620)).toBe(665)
    expect(usualEnd({ ...column, placed: placed('cancelled') }, 600)).toBe(645)
    expect(usualEnd({ placed: [], usualMinutes: 45 }, 1420)).toBe(1440)
  })
})

describe('moving an appointment', () => {
  const before = { start: '2026-03-28T09:00:00.000Z', end: '2026-03-28T09:45:00.000Z' }

  it('keeps wall time and length across the change to summer time', () => {
    const moved = movedTimes(
      before,
      { kind: 'move', day: '2026-03-29', doctorId: 2, start: 600, end: 645 },
      madrid,
    )
    expect(moved).toEqual({ doctorId: 2, start: '2026-03-29T08:00:00.000Z', end: '2026-03-29T08:45:00.000Z' })
  })

  it('a resize keeps the start and never ends before it', () => {
    const resize = { kind: 'resize', day: '2026-03-28', doctorId: 1, start: 600 } as const
    expect(movedTimes(before, { ...resize, end: 660 }, madrid).end).toBe('2026-03-28T10:00:00.000Z')
    expect(movedTimes(before, { ...resize, end: 590 }, madrid).end).toBe('2026-03-28T09:05:00.000Z')
  })

  it('a change of practitioner alone keeps the instant, also in the hour that happens twice', () => {
    const second = { start: '2026-10-25T01:30:00.000Z', end: '2026-10-25T02:00:00.000Z' }
    const moved = movedTimes(
      second,
      { kind: 'move', day: '2026-10-25', doctorId: 3, start: 150, end: 180 },
      madrid,
    )
    expect(moved).toEqual({ doctorId: 3, ...second })
  })
})
