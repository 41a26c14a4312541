import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Board, focusAt, type KeyboardState, keepFocus, pressKey } from './keyboard-moves.ts'
import { layoutOverlaps } from './overlap-layout.ts'

const board: Board = {
  columns: [
    [
      { id: 1, start: 600, end: 640, lane: 0 },
      { id: 2, start: 645, end: 705, lane: 0 },
    ],
    [
      { id: 3, start: 600, end: 660, lane: 0 },
      { id: 4, start: 615, end: 675, lane: 1 },
    ],
  ],
  workStarts: 420,
  workEnds: 1140,
}
const slot = (column: number, minute: number): KeyboardState => ({
  focus: { kind: 'slot', column, minute },
  carried: null,
})
const card = (column: number, id: number): KeyboardState => ({
  focus: { kind: 'event', column, id },
  carried: null,
})
const press = (state: KeyboardState, ...keys: string[]) => {
  let outcome = { state } as ReturnType<typeof pressKey> & { state: KeyboardState }
  for (const key of keys) {
    const [name = '', ...held] = key.split('+').reverse()
    const next = pressKey(board, outcome.state, {
      key: name,
      shift: held.includes('Shift'),
      ctrl: held.includes('Ctrl'),
    })
    if (next) outcome = next
  }
  return outcome
}

describe('walking the agenda', () => {
  it('arrows walk free slots and stop at cards', () => {
    expect(press(slot(0, 570), 'ArrowDown').state.focus).toEqual({ kind: 'slot', column: 0, minute: 585 })
    expect(press(slot(0, 585), 'ArrowDown').state.focus).toEqual({ kind: 'event', column: 0, id: 1 })
    expect(press(card(0, 1), 'ArrowDown').state.focus).toEqual({ kind: 'event', column: 0, id: 2 })
    expect(press(card(0, 2), 'ArrowDown').state.focus).toEqual({ kind: 'slot', column: 0, minute: 705 })
    expect(press(slot(0, 705), 'ArrowUp').state.focus).toEqual({ kind: 'event', column: 0, id: 2 })
    expect(press(card(0, 1), 'ArrowUp').state.focus).toEqual({ kind: 'slot', column: 0, minute: 585 })
  })

  it('sideways goes to the card beside, then to the next column', () => {
    expect(press(card(0, 1), 'ArrowRight').state.focus).toEqual({ kind: 'event', column: 1, id: 3 })
    expect(press(card(1, 3), 'ArrowRight').state.focus).toEqual({ kind: 'event', column: 1, id: 4 })
    expect(press(card(1, 4), 'ArrowLeft').state.focus).toEqual({ kind: 'event', column: 1, id: 3 })
    expect(press(slot(1, 800), 'ArrowRight').state.focus).toEqual({ kind: 'slot', column: 1, minute: 800 })
  })

  it('Enter creates on a slot and opens a card; N books beside a card; Delete asks', () => {
    expect(press(slot(1, 720), 'Enter').effect).toEqual({ type: 'create', column: 1, minute: 720 })
    expect(press(card(0, 2), 'Enter').effect).toEqual({ type: 'open', id: 2 })
    expect(press(card(0, 2), 'n').effect).toEqual({ type: 'create', column: 0, minute: 645 })
    expect(press(card(0, 2), 'Delete').effect).toEqual({ type: 'remove', id: 2 })
  })

  it('leaves other keys and Ctrl combinations to the browser', () => {
    expect(pressKey(board, slot(0, 0), { key: 'Tab', shift: false, ctrl: false })).toBeUndefined()
    expect(pressKey(board, slot(0, 0), { key: 'k', shift: false, ctrl: true })).toBeUndefined()
    expect(pressKey(board, slot(0, 600), { key: 'm', shift: false, ctrl: false })).toBeUndefined()
  })
})

describe('carrying a card', () => {
  it('is picked up, moved in time and column, and dropped', () => {
    const outcome = press(card(0, 1), 'm', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter')
    expect(outcome.effect).toMatchObject({
      type: 'drop',
      carried: { id: 1, column: 1, start: 630, end: 670, resized: false },
    })
    expect(outcome.state).toEqual({ focus: { kind: 'event', column: 1, id: 1 }, carried: null })
  })

  it('Shift resizes, Ctrl moves by five minutes', () => {
    expect(press(card(0, 1), ' ', 'Shift+ArrowDown').state.carried).toMatchObject({
      start: 600,
      end: 655,
      resized: true,
    })
    expect(press(card(0, 1), ' ', 'Ctrl+ArrowUp').state.carried).toMatchObject({ start: 595, end: 635 })
  })

  it('Page keys turn the day and keep it in hand', () => {
    const outcome = press(card(0, 1), 'm', 'PageDown')
    expect(outcome.effect).toEqual({ type: 'page', by: 1 })
    expect(outcome.state.carried?.id).toBe(1)
  })

  it('Escape puts everything back', () => {
    const outcome = press(card(0, 1), 'm', 'ArrowDown', 'ArrowRight', 'Escape')
    expect(outcome.state).toEqual(card(0, 1))
    expect(outcome).toMatchObject({ say: 'cancelled' })
  })
})

const randomColumn = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 280 }), fc.integer({ min: 1, max: 24 })), { maxLength: 12 })
  .map((pairs) => {
    const spans = pairs.map(([at, length]) => ({ start: at * 5, end: Math.min(at * 5 + length * 5, 1440) }))
    const lanes = layoutOverlaps(spans)
    return spans.map((span, index) => ({ ...span, lane: lanes[index]?.lane ?? 0 }))
  })
const randomBoard = fc.array(randomColumn, { minLength: 1, maxLength: 4 }).map((columns) => {
  let id = 0
  return {
    columns: columns.map((items) =>
      items.sort((a, b) => a.start - b.start || a.lane - b.lane).map((item) => ({ ...item, id: ++id })),
    ),
    workStarts: 420,
    workEnds: 1140,
  }
})
const anyKey = fc.record({
  key: fc.constantFrom(
    'ArrowUp',
    'ArrowDown',
    'ArrowLeft',
    'ArrowRight',
    'Home',
    'End',
    'm',
    ' ',
    'Enter',
    'Escape',
  ),
  shift: fc.boolean(),
  ctrl: fc.boolean(),
})

describe('any sequence of keys', () => {
  it('keeps the focus on something that exists, and what is carried inside the day', () => {
    fc.assert(
      fc.property(randomBoard, fc.array(anyKey, { maxLength: 40 }), (any, keys) => {
        let state: KeyboardState = { focus: focusAt(any, 0, 480), carried: null }
        for (const key of keys) {
          state = pressKey(any, state, key)?.state ?? state
          if (state.carried) {
            expect(state.carried.end).toBeGreaterThan(state.carried.start)
            expect(state.carried.start).toBeGreaterThanOrEqual(0)
            expect(state.carried.start).toBeLessThan(1440)
            expect(any.columns[state.carried.column]).toBeDefined()
          }
          const { focus } = state
          if (focus.kind === 'slot') {
            expect(focus.minute).toBeGreaterThanOrEqual(0)
            expect(focus.minute).toBeLessThan(1440)
          }
          // A dropped card is focused where it will be once the answer is in.
          state = { ...state, focus: keepFocus(any, focus, 480) }
        }
      }),
    )
  })

  it('down alone reaches every card of a column', () => {
    fc.assert(
      fc.property(randomBoard, (any) => {
        let state: KeyboardState = { focus: focusAt(any, 0, 0), carried: null }
        const seen = new Set<number>()
        for (let count = 0; count < 400; count += 1) {
          if (state.focus.kind === 'event') seen.add(state.focus.id)
          state = pressKey(any, state, { key: 'ArrowDown', shift: false, ctrl: false })?.state ?? state
        }
        for (const item of any.columns[0] ?? []) expect(seen.has(item.id)).toBe(true)
      }),
    )
  })
})
