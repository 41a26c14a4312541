import { coarseStep, fineStep, minutesPerDay } from '../parts/hit-test.ts'

/** One card as the keyboard sees it; a column's cards are sorted by start, then lane. */
export interface BoardItem {
  id: number
  start: number
  end: number
  lane: number
}

export interface Board {
  columns: readonly (readonly BoardItem[])[]
  /** Working hours in minutes: where Home and End lead. */
  workStarts: number
  workEnds: number
}

export type AgendaFocus =
  | { kind: 'slot'; column: number; minute: number }
  | { kind: 'event'; column: number; id: number }

/** An appointment picked up with the keyboard: where it is now and where it was. */
export interface Carried {
  id: number
  column: number
  start: number
  end: number
  resized: boolean
  origin: AgendaFocus
}

export interface KeyboardState {
  focus: AgendaFocus
  carried: Carried | null
}

export interface PressedKey {
  key: string
  shift: boolean
  ctrl: boolean
}

export type KeyEffect =
  | { type: 'create'; column: number; minute: number }
  | { type: 'open'; id: number }
  | { type: 'remove'; id: number }
  | { type: 'drop'; carried: Carried }
  /** Shows the days before (-1) or after (1); a carried appointment comes along. */
  | { type: 'page'; by: -1 | 1 }

export interface KeyOutcome {
  state: KeyboardState
  effect?: KeyEffect
  /** What the live region says about a carried appointment. */
  say?: 'pickedUp' | 'moved' | 'resized' | 'cancelled'
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)
const itemsOf = (board: Board, column: number): readonly BoardItem[] => board.columns[column] ?? []
const ceilStep = (minute: number): number => Math.ceil(minute / coarseStep) * coarseStep
const lastSlot = minutesPerDay - coarseStep

const onAppointment = (column: number, id: number): AgendaFocus => ({ kind: 'event', column, id })
const onSlot = (column: number, minute: number): AgendaFocus => ({
  kind: 'slot',
  column,
  minute: clamp(minute, 0, lastSlot),
})

/** The card that covers a minute of a column, or else the free slot there. */
export const focusAt = (board: Board, column: number, minute: number): AgendaFocus => {
  const place = clamp(column, 0, Math.max(board.columns.length - 1, 0))
  const item = itemsOf(board, place).find(({ start, end }) => start <= minute && minute < end)
  if (item) return onAppointment(place, item.id)
  return onSlot(place, Math.floor(minute / coarseStep) * coarseStep)
}

interface Position {
  index: number
  item: BoardItem | undefined
}

const positionOf = (board: Board, focus: AgendaFocus): Position => {
  if (focus.kind === 'slot') return { index: -1, item: undefined }
  const items = itemsOf(board, focus.column)
  const index = items.findIndex(({ id }) => id === focus.id)
  return { index, item: items[index] }
}

const minuteOf = (board: Board, focus: AgendaFocus): number =>
  focus.kind === 'slot' ? focus.minute : (positionOf(board, focus).item?.start ?? board.workStarts)

const down = (board: Board, focus: AgendaFocus): AgendaFocus => {
  const { index, item } = positionOf(board, focus)
  const minute = minuteOf(board, focus)
  const target = item ? ceilStep(item.end) : minute + coarseStep
  const later = itemsOf(board, focus.column).find((next, at) =>
    item ? at > index && next.start <= target : next.start > minute && next.start <= target,
  )
  if (later) return onAppointment(focus.column, later.id)
  return target > lastSlot ? focus : onSlot(focus.column, target)
}

const up = (board: Board, focus: AgendaFocus): AgendaFocus => {
  const { index, item } = positionOf(board, focus)
  const minute = minuteOf(board, focus)
  const target = ceilStep(minute) - coarseStep
  const earlier = itemsOf(board, focus.column).findLast((previous, at) =>
    item ? at < index && previous.end > target : previous.start < minute && previous.end > target,
  )
  if (earlier) return onAppointment(focus.column, earlier.id)
  return target < 0 ? focus : onSlot(focus.column, target)
}

const sideways = (board: Board, focus: AgendaFocus, by: -1 | 1): AgendaFocus => {
  const { item } = positionOf(board, focus)
  const beside =
    item &&
    itemsOf(board, focus.column).find(
      (other) => other.lane === item.lane + by && other.start < item.end && item.start < other.end,
    )
  if (beside) return onAppointment(focus.column, beside.id)
  const column = focus.column + by
  if (column < 0 || column >= board.columns.length) return focus
  return focusAt(board, column, minuteOf(board, focus))
}

const pickUp = (board: Board, focus: AgendaFocus): Carried | null => {
  const { item } = positionOf(board, focus)
  if (!item) return null
  return {
    id: item.id,
    column: focus.column,
    start: item.start,
    end: item.end,
    resized: false,
    origin: focus,
  }
}

const navigation: Record<string, (board: Board, focus: AgendaFocus) => AgendaFocus> = {
  ArrowDown: down,
  ArrowUp: up,
  ArrowLeft: (board, focus) => sideways(board, focus, -1),
  ArrowRight: (board, focus) => sideways(board, focus, 1),
  Home: (board, focus) => focusAt(board, focus.column, board.workStarts),
  End: (board, focus) => focusAt(board, focus.column, board.workEnds - coarseStep),
}

const pages: Record<string, -1 | 1> = { PageUp: -1, PageDown: 1 }

const activate = (board: Board, state: KeyboardState, key: string): KeyOutcome | undefined => {
  const { focus } = state
  if (focus.kind === 'slot' || key === 'n') {
    return { state, effect: { type: 'create', column: focus.column, minute: minuteOf(board, focus) } }
  }
  if (key === 'Enter') return { state, effect: { type: 'open', id: focus.id } }
  const carried = pickUp(board, focus)
  return carried ? { state: { focus, carried }, say: 'pickedUp' } : undefined
}

const pressFree = (board: Board, state: KeyboardState, { key }: PressedKey): KeyOutcome | undefined => {
  const go = navigation[key]
  if (go) return { state: { ...state, focus: go(board, state.focus) } }
  const page = pages[key]
  if (page) return { state, effect: { type: 'page', by: page } }
  if (key === 'Enter' || key === ' ' || key === 'n') return activate(board, state, key)
  if (key === 'm' && state.focus.kind === 'event') return activate(board, state, key)
  if (state.focus.kind === 'slot') return undefined
  return key === 'Delete' ? { state, effect: { type: 'remove', id: state.focus.id } } : undefined
}

const shiftTime = (carried: Carried, by: number): Carried => {
  const length = carried.end - carried.start
  const start = clamp(carried.start + by, 0, minutesPerDay - fineStep)
  return { ...carried, start, end: start + length }
}

const resize = (carried: Carried, by: number): Carried => ({
  ...carried,
  end: clamp(carried.end + by, carried.start + fineStep, Math.max(minutesPerDay, carried.end)),
  resized: true,
})

const vertical: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 }
const horizontal: Record<string, -1 | 1> = { ArrowLeft: -1, ArrowRight: 1 }
const dropKeys = new Set(['Enter', ' ', 'm'])

const pressCarrying = (
  board: Board,
  state: KeyboardState,
  carried: Carried,
  pressed: PressedKey,
): KeyOutcome => {
  const carrying = (next: Carried, say: KeyOutcome['say']): KeyOutcome => ({
    state: { ...state, carried: next },
    ...(say ? { say } : {}),
  })
  const { key } = pressed
  if (key === 'Escape' || key === 'Tab') {
    return { state: { focus: carried.origin, carried: null }, say: 'cancelled' }
  }
  if (dropKeys.has(key)) {
    return {
      state: { focus: onAppointment(carried.column, carried.id), carried: null },
      effect: { type: 'drop', carried },
    }
  }
  const page = pages[key]
  if (page) return { state, effect: { type: 'page', by: page } }
  const rows = vertical[key]
  if (rows) {
    const by = rows * (pressed.ctrl ? fineStep : coarseStep)
    if (pressed.shift) return carrying(resize(carried, by), 'resized')
    return carrying(shiftTime(carried, by), 'moved')
  }
  const aside = horizontal[key]
  if (!aside) return { state }
  const column = clamp(carried.column + aside, 0, board.columns.length - 1)
  return carrying({ ...carried, column }, 'moved')
}

/**
 * What a key does on the agenda, or nothing where it is not ours (the browser keeps it).
 * Free: arrows walk slots and cards, Enter creates or opens, M or Space picks a card up, N books beside it,
 * Delete asks to delete, Page keys turn the days. Carrying: arrows move, Shift resizes, Ctrl moves finely, Enter drops, Escape gives up.
 */
export const pressKey = (board: Board, state: KeyboardState, pressed: PressedKey): KeyOutcome | undefined => {
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key
  if (state.carried) return pressCarrying(board, state, state.carried, { ...pressed, key })
  if (pressed.ctrl) return undefined
  return pressFree(board, state, { ...pressed, key })
}

/** Focus that still exists after the appointments changed: the same card wherever it is now, else the slot where it stood. */
export const keepFocus = (board: Board, focus: AgendaFocus, fallbackMinute: number): AgendaFocus => {
  if (focus.kind === 'slot') return focusAt(board, focus.column, focus.minute)
  const column = board.columns.findIndex((items) => items.some(({ id }) => id === focus.id))
  return column < 0 ? focusAt(board, focus.column, fallbackMinute) : onAppointment(column, focus.id)
}
