import { leastDrawnMinutes } from './agenda-board.ts'

/** Height of one hour in CSS pixels (visual.md). */
export const hourHeight = 72

/** How much a card tells: one line, time and name, or also the reason (visual.md, "Event card"). */
export type CardShape = 'line' | 'two' | 'three'

export const cardShape = (height: number): CardShape => {
  if (height < 38) return 'line'
  return height < 60 ? 'two' : 'three'
}

export const topOf = (minute: number): number => (minute / 60) * hourHeight

/** Top and height of a card, with the hairlines of air above and below it. */
export const cardBox = (start: number, end: number): { top: number; height: number } => ({
  top: topOf(start) + 1,
  height: topOf(Math.max(end - start, leastDrawnMinutes)) - 3,
})

/** CSS left and width of a card in its lane. */
export const laneBox = (lane: number, lanes: number): { left: string; width: string } => {
  const share = 100 / lanes
  return { left: `calc(${lane * share}% + 4px)`, width: `calc(${share}% - ${lanes > 1 ? 6 : 8}px)` }
}
