import { describe, expect, it } from 'vitest'
import type { DayPart, DayParts } from '../board/agenda-board.ts'
import { linesIn, monthCell } from './month-cells.ts'
import { pressMonthKey } from './month-moves.ts'

interface Visit {
  id: number
  status: 'booked' | 'cancelled'
  patientId: number | null
}

const part = (id: number, start: number, status: Visit['status'] = 'booked'): DayPart<Visit> => ({
  appointment: { id, status, patientId: 9 },
  start,
  end: start + 45,
})

const partsOf = (byPractitioner: Record<number, DayPart<Visit>[]>): DayParts<Visit> => ({
  of: (doctorId) => byPractitioner[doctorId] ?? [],
  hasAny: () => true,
})

describe('a day of the month sheet', () => {
  const parts = partsOf({ 1: [part(1, 480), part(2, 600, 'cancelled')], 2: [part(3, 540), part(4, 480)] })
  const ids = (lines: number, practitioners = [1, 2]) =>
    monthCell(parts, practitioners, '2026-11-20', lines).chips.map(({ appointment }) => appointment.id)

  it('shows the appointments of all practitioners by start', () => {
    expect(ids(4)).toEqual([1, 4, 3, 2])
    expect(ids(4, [2])).toEqual([4, 3])
  })

  it('gives its last line to "n more" where not everything fits', () => {
    expect(monthCell(parts, [1, 2], '2026-11-20', 4).more).toBe(0)
    expect(ids(3)).toEqual([1, 4])
    expect(monthCell(parts, [1, 2], '2026-11-20', 3).more).toBe(2)
    expect(monthCell(parts, [1, 2], '2026-11-20', 1)).toMatchObject({ chips: [], more: 4 })
  })

  it('counts what stands, shown or not', () => {
    expect(monthCell(parts, [1, 2], '2026-11-20', 1).standing).toBe(3)
  })

  it('has at least one line, however low it is', () => {
    expect([linesIn(20), linesIn(56), linesIn(110)]).toEqual([1, 1, 3])
  })
})

describe('keyboard on the month sheet', () => {
  const press = (key: string, line: number | null = null, lines = 3, shift = false) =>
    pressMonthKey({ day: '2026-11-20', line }, lines, { key, shift })
  const dayAfter = (key: string, shift = false) => press(key, null, 3, shift)?.focus.day

  it('walks days with the arrows, the week with Home and End, months with the Page keys', () => {
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => dayAfter(key))).toEqual([
      '2026-11-19',
      '2026-11-21',
      '2026-11-13',
      '2026-11-27',
    ])
    expect([dayAfter('Home'), dayAfter('End')]).toEqual(['2026-11-16', '2026-11-22'])
    expect([dayAfter('PageUp'), dayAfter('PageDown'), dayAfter('PageDown', true)]).toEqual([
      '2026-10-20',
      '2026-12-20',
      '2027-11-20',
    ])
  })

  it('stays on the last day of a shorter month', () => {
    expect(pressMonthKey({ day: '2027-01-31', line: null }, 0, { key: 'PageDown', shift: false })).toEqual({
      focus: { day: '2027-02-28', line: null },
    })
  })

  it('opens the day, books on it, and enters its appointments', () => {
    expect(press('Enter')?.effect).toEqual({ type: 'openDay', day: '2026-11-20' })
    expect(press('N')?.effect).toEqual({ type: 'create', day: '2026-11-20' })
    expect(press(' ')?.focus).toEqual({ day: '2026-11-20', line: 0 })
    expect(press(' ', null, 0)).toBeUndefined()
  })

  it('walks the lines of a day, opens one, and goes back to the day', () => {
    expect(press('ArrowDown', 0)?.focus.line).toBe(1)
    expect(press('ArrowDown', 2)?.focus.line).toBe(2)
    expect(press('ArrowUp', 0)?.focus.line).toBeNull()
    expect(press('Escape', 2)?.focus).toEqual({ day: '2026-11-20', line: null })
    expect(press('ArrowRight', 1)?.focus).toEqual({ day: '2026-11-21', line: null })
    expect(press('Enter', 1)?.effect).toEqual({ type: 'openLine', day: '2026-11-20', line: 1 })
  })

  it('leaves other keys to the browser, and a line that is gone to its day', () => {
    expect(press('Tab')).toBeUndefined()
    expect(press('s')).toBeUndefined()
    expect(press('ArrowDown', 5, 2)?.focus).toEqual({ day: '2026-11-27', line: null })
  })
})
