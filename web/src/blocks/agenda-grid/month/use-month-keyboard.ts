import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { anchorOf } from '../board/card-anchor.ts'
import { monthOf } from '../parts/calendar-day.ts'
import type { MonthCell } from './month-cells.ts'
import { type MonthEffect, type MonthFocus, pressMonthKey } from './month-moves.ts'
import type { AgendaMonthProps } from './month-props.ts'

type Page = Pick<AgendaMonthProps, 'day' | 'compact' | 'onOpen' | 'onDay' | 'onMonth' | 'onBook'>

const elementAt = (table: HTMLElement | null, { day, line }: MonthFocus): HTMLElement | null => {
  const cell = table?.querySelector<HTMLElement>(`[data-day="${day}"]`) ?? null
  return line === null ? cell : (cell?.querySelector<HTMLElement>(`[data-line="${line}"]`) ?? cell)
}

const cellOf = (cells: readonly (readonly MonthCell[])[], day: string): MonthCell | undefined =>
  cells.flat().find((cell) => cell.day === day)

const lineCount = (cell: MonthCell | undefined): number =>
  cell ? cell.chips.length + (cell.more > 0 ? 1 : 0) : 0

/** Keys, presses and the tab stop of the month sheet. */
export const useMonthKeyboard = (page: Page, cells: readonly (readonly MonthCell[])[]) => {
  const table = useRef<HTMLTableElement>(null)
  const [focus, setFocus] = useState<MonthFocus>({ day: page.day, line: null })
  const [shownDay, setShownDay] = useState(page.day)
  const follows = useRef(false)
  // Another day was chosen elsewhere: the tab stop goes there.
  if (shownDay !== page.day) {
    setShownDay(page.day)
    if (focus.day !== page.day) setFocus({ day: page.day, line: null })
  }

  useLayoutEffect(() => {
    const target = follows.current ? elementAt(table.current, focus) : null
    // A day of another month is not drawn yet.
    if (!target) return
    follows.current = false
    target.focus()
  })

  const run = (effect: MonthEffect, target: Element) => {
    if (effect.type === 'openDay') return page.onDay(effect.day)
    if (effect.type === 'create') return page.onBook(effect.day)
    const appointment = cellOf(cells, effect.day)?.chips[effect.line]?.appointment
    return appointment ? page.onOpen(appointment.id, anchorOf(target)) : page.onDay(effect.day)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.altKey || event.ctrlKey) return
    const lines = page.compact ? 0 : lineCount(cellOf(cells, focus.day))
    const outcome = pressMonthKey(focus, lines, {
      key: event.key,
      shift: event.shiftKey,
    })
    if (!outcome) return
    event.preventDefault()
    if (outcome.effect) return run(outcome.effect, event.target as Element)
    follows.current = true
    setFocus(outcome.focus)
    if (monthOf(outcome.focus.day) !== monthOf(page.day)) page.onMonth(outcome.focus.day)
  }

  const open = (chip: HTMLElement) => page.onOpen(Number(chip.dataset.event), anchorOf(chip))

  const onClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement
    const day = target.closest<HTMLElement>('[data-day]')?.dataset.day
    const chip = target.closest<HTMLElement>('[data-event]')
    if (chip) return open(chip)
    if (day) page.onDay(day)
  }

  const onContextMenu = (event: MouseEvent) => {
    const chip = (event.target as HTMLElement).closest<HTMLElement>('[data-event]')
    if (!chip) return
    event.preventDefault()
    open(chip)
  }

  return { focus, handlers: { ref: table, onKeyDown, onClick, onContextMenu } }
}
