/** Height of the strip along an edge of the view in which a held card scrolls it, in pixels. */
const zone = 48
/** Pixels a frame at the very edge; further in it goes slower. */
const fastest = 14
/** Who aims at a time beside the edge is there for less than this, in milliseconds; who wants to go on waits. */
const restMs = 300

/** How deep a point lies in the strip of an edge: 0 outside, 1 at the edge or beyond; above it is negative. */
const depthOf = (at: number, low: number, high: number): number => {
  if (at < low + zone) return -Math.min(1, (low + zone - at) / zone)
  return at > high - zone ? Math.min(1, (at - high + zone) / zone) : 0
}

/**
 * Pixels by which the view scrolls in a frame while a card is held at a height, `since` milliseconds after it came
 * near that edge. A time that can be seen can be dropped on: the view moves only for who rests at its edge.
 */
export const edgeScroll = (at: number, [low, high]: readonly [number, number], since: number): number => {
  if (since < restMs) return 0
  const depth = depthOf(at, low, high)
  return Math.round(fastest * depth * Math.abs(depth))
}

/** Which edge a point is near: -1 the upper, 1 the lower, 0 none. */
export const nearEdge = (at: number, [low, high]: readonly [number, number]): number =>
  Math.sign(depthOf(at, low, high))
