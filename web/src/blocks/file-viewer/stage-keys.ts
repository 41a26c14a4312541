import { fitted, panBy, turnBy, type View, zoomAt, zoomStep } from './view-state.ts'

const step = 48

/** What the keys of a stage do; undefined for every other key. */
export const viewKey = (key: string, shift: boolean): ((view: View) => View) | undefined => {
  const moves: Readonly<Record<string, (view: View) => View>> = {
    '+': (view) => zoomAt(view, zoomStep),
    '=': (view) => zoomAt(view, zoomStep),
    '-': (view) => zoomAt(view, 1 / zoomStep),
    '0': fitted,
    r: (view) => turnBy(view, shift ? -1 : 1),
    // The picture goes the other way, so that one looks where the arrow points.
    ArrowLeft: (view) => panBy(view, step, 0),
    ArrowRight: (view) => panBy(view, -step, 0),
    ArrowUp: (view) => panBy(view, 0, step),
    ArrowDown: (view) => panBy(view, 0, -step),
  }
  const name = key.length === 1 ? key.toLowerCase() : key
  return Object.hasOwn(moves, name) ? moves[name] : undefined
}
