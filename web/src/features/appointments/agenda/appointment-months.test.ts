import { describe, expect, it } from 'vitest'
import { zonedTime } from '../../../blocks/agenda-grid/parts/zoned-time.ts'
import { withChanged } from './appointment-changes.ts'
import {
  joinMonths,
  monthOfInstant,
  monthRange,
  monthsAround,
  touchesMonth,
  withAppointment,
} from './appointment-months.ts'

const bogota = zonedTime('America/Bogota')
const appointment = (id: number, start: string, end: string) => ({ id, start, end })

describe('months of the agenda', () => {
  it('belong to the clock of the practice', () => {
    expect(monthOfInstant('2026-12-01T04:59:00Z', bogota)).toBe('2026-11')
    expect(monthOfInstant('2026-12-01T05:00:00Z', bogota)).toBe('2026-12')
    expect(monthRange('2026-12')).toEqual({ start: '2026-12-01', end: '2027-01-01' })
  })

  it('reloads one month either side of the start', () => {
    expect(monthsAround('2026-01-15T15:00:00Z', bogota)).toEqual(['2026-01', '2025-12', '2026-02'])
  })

  it('an event over the turn of the month touches both', () => {
    const late = appointment(1, '2026-12-01T04:30:00Z', '2026-12-01T05:30:00Z')
    expect(touchesMonth(late, '2026-11', bogota)).toBe(true)
    expect(touchesMonth(late, '2026-12', bogota)).toBe(true)
    expect(
      touchesMonth(appointment(2, '2026-12-01T04:30:00Z', '2026-12-01T05:00:00Z'), '2026-12', bogota),
    ).toBe(false)
    expect(joinMonths([[late], undefined, [late]])).toEqual([late])
  })

  it('puts a written appointment in its place by start and takes it out of the month it left', () => {
    const first = appointment(1, '2026-11-20T15:00:00Z', '2026-11-20T15:45:00Z')
    const last = appointment(2, '2026-11-20T18:00:00Z', '2026-11-20T18:45:00Z')
    const moved = appointment(3, '2026-11-20T16:00:00Z', '2026-11-20T16:45:00Z')
    expect(withAppointment([first, last], moved, '2026-11', bogota).map(({ id }) => id)).toEqual([1, 3, 2])
    expect(
      withAppointment(
        [first, moved, last],
        { ...moved, ...appointment(3, '2026-12-20T16:00:00Z', '2026-12-20T16:45:00Z') },
        '2026-11',
        bogota,
      ),
    ).toEqual([first, last])
  })

  it('takes in what changed: moved, new, gone or of another month, and never an older version than it holds', () => {
    const at = (id: number, hour: string, version = 1) => ({
      ...appointment(id, `2026-11-20T${hour}:00:00Z`, `2026-11-20T${hour}:45:00Z`),
      version,
    })
    const held = [at(1, '15'), at(2, '16', 3), at(3, '17'), at(4, '18')]
    const changed = [at(2, '19', 2), at(3, '14', 2), at(5, '20')]
    const after = withChanged(held, [2, 3, 4, 5, 6], changed)
    expect(after.map(({ id, start, version }) => [id, start.slice(11, 13), version])).toEqual([
      [3, '14', 2],
      [1, '15', 1],
      [2, '16', 3],
      [5, '20', 1],
    ])
    expect(held.map(({ id }) => id)).toEqual([1, 2, 3, 4])
  })
})
