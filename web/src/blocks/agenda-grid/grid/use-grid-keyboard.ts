import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { anchorOf } from '../board/card-anchor.ts'
import { type AgendaActions, type GridColumn, moveOf, slotOf, usualEnd } from '../board/grid-column.ts'
import {
  type AgendaFocus,
  type Board,
  type Carried,
  focusAt,
  type KeyboardState,
  type KeyEffect,
  type KeyOutcome,
  keepFocus,
  pressKey,
} from '../board/keyboard-moves.ts'

export interface GridKeyboardOptions {
  columns: readonly GridColumn[]
  hours: { from: number; to: number }
  actions: AgendaActions
  /** Told after every key that carries a card, to say it aloud. */
  onCarry: (say: NonNullable<KeyOutcome['say']> | 'dropped', carried: Carried | null) => void
}

const boardOf = (columns: readonly GridColumn[], hours: { from: number; to: number }): Board => ({
  columns: columns.map(({ placed }) =>
    placed.map(({ appointment, start, end, lane }) => ({ id: appointment.id, start, end, lane })),
  ),
  workStarts: hours.from,
  workEnds: hours.to,
})

const targetOf = (body: HTMLElement, focus: AgendaFocus, carried: Carried | null): HTMLElement | null => {
  if (carried) return body.querySelector('[data-ghost]')
  if (focus.kind === 'slot') return body.querySelector('[data-slot]')
  return body.querySelector(`[data-event="${focus.id}"]`)
}

const create = (
  column: number,
  minute: number,
  columns: readonly GridColumn[],
  actions: AgendaActions,
): void => {
  const slot = slotOf({ column, start: minute, end: usualEnd(columns[column], minute) }, columns)
  if (slot) actions.onCreate(slot)
}

const drop = (carried: Carried, columns: readonly GridColumn[], actions: AgendaActions): void => {
  const move = moveOf(carried, carried.resized ? 'resize' : 'move', columns)
  if (move) actions.onMove(carried.id, move)
}

const runEffect = (
  effect: KeyEffect,
  target: Element,
  columns: readonly GridColumn[],
  actions: AgendaActions,
): void => {
  switch (effect.type) {
    case 'open':
      actions.onOpen(effect.id, anchorOf(target))
      break
    case 'remove':
      actions.onRemove(effect.id)
      break
    case 'page':
      actions.onPage(effect.by)
      break
    case 'create':
      create(effect.column, effect.minute, columns, actions)
      break
    case 'drop':
      drop(effect.carried, columns, actions)
  }
}

/**
 * One tab stop for the whole agenda: arrows walk inside it. The real focus sits on the card or on the slot cursor; cards
 * take part without re-rendering, their tabindex is set on the element.
 */
export const useGridKeyboard = ({ columns, hours, actions, onCarry }: GridKeyboardOptions) => {
  const startMinute = hours.from
  const body = useRef<HTMLDivElement>(null)
  const board = useMemo(() => boardOf(columns, hours), [columns, hours])
  const [state, setState] = useState<KeyboardState>(() => ({
    focus: focusAt(board, 0, startMinute),
    carried: null,
  }))
  const lastMinute = useRef(startMinute)
  const isInside = useRef(false)
  const tabStop = useRef<HTMLElement | null>(null)
  const focus = keepFocus(board, state.focus, lastMinute.current)
  const { carried } = state

  useEffect(() => {
    if (focus.kind === 'slot') lastMinute.current = focus.minute
    if (focus.kind === 'event') {
      const item = board.columns[focus.column]?.find(({ id }) => id === focus.id)
      if (item) lastMinute.current = item.start
    }
  })

  const carriedId = carried?.id
  useLayoutEffect(() => {
    const card = carriedId === undefined ? null : body.current?.querySelector(`[data-event="${carriedId}"]`)
    card?.setAttribute('data-lifted', '')
    return () => card?.removeAttribute('data-lifted')
  }, [carriedId])

  useLayoutEffect(() => {
    const target = body.current && targetOf(body.current, focus, carried)
    if (!target || !body.current) return
    if (tabStop.current !== target) tabStop.current?.setAttribute('tabindex', '-1')
    target.setAttribute('tabindex', '0')
    tabStop.current = target
    const active = document.activeElement
    const follows = isInside.current && (active === document.body || body.current.contains(active))
    if (!follows || active === target) return
    target.focus({ preventScroll: true })
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const carryOut = useCallback(
    (effect: KeyEffect, element: Element) => {
      runEffect(effect, element, columns, actions)
      if (effect.type === 'drop') onCarry('dropped', effect.carried)
    },
    [columns, actions, onCarry],
  )

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      if (event.metaKey || event.altKey) return
      const outcome = pressKey(
        board,
        { focus, carried },
        { key: event.key, shift: event.shiftKey, ctrl: event.ctrlKey },
      )
      if (!outcome) return
      if (event.key !== 'Tab') event.preventDefault()
      setState(outcome.state)
      if (outcome.say) onCarry(outcome.say, outcome.state.carried ?? carried)
      if (outcome.effect) carryOut(outcome.effect, event.target as Element)
    },
    [board, focus, carried, onCarry, carryOut],
  )

  const focusCard = useCallback(
    (id: number) =>
      setState((before) => {
        const column = board.columns.findIndex((items) => items.some((item) => item.id === id))
        return column < 0 ? before : { ...before, focus: { kind: 'event', column, id } }
      }),
    [board],
  )

  const onFocus = useCallback(
    (appointment: { target: EventTarget }) => {
      isInside.current = true
      const card = (appointment.target as HTMLElement).closest<HTMLElement>('[data-event]')
      const id = Number(card?.dataset.event)
      if (card && !(focus.kind === 'event' && focus.id === id)) focusCard(id)
    },
    [focus, focusCard],
  )

  const onBlur = useCallback((appointment: { relatedTarget: EventTarget | null }) => {
    const next = appointment.relatedTarget
    if (next instanceof Node && !body.current?.contains(next)) isInside.current = false
  }, [])

  return { body, focus, carried, onKeyDown, onFocus, onBlur }
}
