export interface PainPoint {
  /** What stands below the axis: "Inicio", "1", "2" … */
  label: string
  /** The day in words. */
  day: string
  /** 0 to 10. */
  level: number
}

export interface Spot {
  x: number
  y: number
}

export interface PainCurve {
  spots: Spot[]
  line: string
  /** The line closed down to the axis. */
  area: string
  /** y of the grid lines at 0, 5 and 10. */
  grid: readonly { level: number; y: number }[]
  left: number
  right: number
  bottom: number
}

const margin = { left: 24, right: 14, top: 16, bottom: 26 } as const

const round = (value: number) => Math.round(value * 10) / 10

/** Where the points of a pain curve lie in a drawing of `width` × `height`. One point stands at the left. */
export const painCurve = (levels: readonly number[], width: number, height: number): PainCurve => {
  const right = Math.max(margin.left, width - margin.right)
  const bottom = height - margin.bottom
  const y = (level: number) => round(bottom - ((bottom - margin.top) * level) / 10)
  const step = levels.length > 1 ? (right - margin.left) / (levels.length - 1) : 0
  const spots = levels.map((level, index) => ({ x: round(margin.left + step * index), y: y(level) }))
  const line = spots.map((spot, index) => `${index === 0 ? 'M' : 'L'}${spot.x} ${spot.y}`).join('')
  const last = spots.at(-1)
  return {
    spots,
    line,
    area: last ? `${line}L${last.x} ${bottom}L${margin.left} ${bottom}Z` : '',
    grid: [0, 5, 10].map((level) => ({ level, y: y(level) })),
    left: margin.left,
    right,
    bottom,
  }
}

/** Which labels fit below the axis: every n-th, counted back from the last, at least `room` px apart. */
export const shownLabels = (count: number, width: number, room = 28): boolean[] => {
  const every = Math.max(1, Math.ceil((count * room) / Math.max(1, width)))
  return Array.from({ length: count }, (_, index) => index === 0 || (count - 1 - index) % every === 0)
}
