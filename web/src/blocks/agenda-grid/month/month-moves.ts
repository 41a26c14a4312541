import {
  addDays,
  addMonths,
  type CalendarDay,
  monthOf,
  sameDayInMonth,
  startOfWeek,
} from '../parts/calendar-day.ts'

/** Where the keyboard stands on the month sheet: on a day, or on a line of it (the chips, then "n more"). */
export interface MonthFocus {
  day: CalendarDay
  line: number | null
}

export type MonthEffect =
  | { type: 'openDay'; day: CalendarDay }
  | { type: 'openLine'; day: CalendarDay; line: number }
  | { type: 'create'; day: CalendarDay }

export interface MonthOutcome {
  focus: MonthFocus
  effect?: MonthEffect
}

export interface MonthKey {
  key: string
  shift: boolean
}

const onDay = (day: CalendarDay): MonthOutcome => ({ focus: { day, line: null } })

const turned = (day: CalendarDay, months: number): CalendarDay =>
  sameDayInMonth(day, addMonths(monthOf(day), months))

const dayMoves: Readonly<Record<string, (day: CalendarDay, shift: boolean) => CalendarDay>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => startOfWeek(day),
  End: (day) => addDays(startOfWeek(day), 6),
  PageUp: (day, shift) => turned(day, shift ? -12 : -1),
  PageDown: (day, shift) => turned(day, shift ? 12 : 1),
}

const pressOnDay = (day: CalendarDay, lines: number, { key, shift }: MonthKey): MonthOutcome | undefined => {
  const move = dayMoves[key]
  if (move) return onDay(move(day, shift))
  if (key === 'Enter') return { ...onDay(day), effect: { type: 'openDay', day } }
  if (key === 'n') return { ...onDay(day), effect: { type: 'create', day } }
  if ((key === ' ' || key === 'F2') && lines > 0) return { focus: { day, line: 0 } }
  return undefined
}

const pressOnLine = (
  day: CalendarDay,
  line: number,
  lines: number,
  { key }: MonthKey,
): MonthOutcome | undefined => {
  if (key === 'ArrowDown') return { focus: { day, line: Math.min(line + 1, lines - 1) } }
  if (key === 'ArrowUp') return line === 0 ? onDay(day) : { focus: { day, line: line - 1 } }
  if (key === 'Escape' || key === 'F2') return onDay(day)
  if (key === 'ArrowLeft' || key === 'ArrowRight') return onDay(addDays(day, key === 'ArrowLeft' ? -1 : 1))
  const focus = { day, line }
  if (key === 'Enter' || key === ' ') return { focus, effect: { type: 'openLine', day, line } }
  return undefined
}

/**
 * What a key does on the month sheet, or nothing where it is not ours. On a day: arrows walk days, Home and End the week,
 * Page keys turn months (with Shift years), Enter opens the day, N books, Space enters its appointments. On a line: up and
 * down walk, Enter opens, S changes the status, Escape goes back to the day. `lines` is how many lines the day shows.
 */
export const pressMonthKey = (
  focus: MonthFocus,
  lines: number,
  pressed: MonthKey,
): MonthOutcome | undefined => {
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key
  if (focus.line === null || focus.line >= lines) return pressOnDay(focus.day, lines, { ...pressed, key })
  return pressOnLine(focus.day, focus.line, lines, { ...pressed, key })
}
