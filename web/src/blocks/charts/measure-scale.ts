export interface Band {
  readonly low: number
  /** No upper end when null. */
  readonly high: number | null
}

export interface Scale {
  readonly ticks: readonly number[]
  readonly low: number
  readonly high: number
}

/** 1, 2 or 5 times a power of ten, not below `least`. */
const roundStep = (least: number): number => {
  const power = 10 ** Math.floor(Math.log10(least))
  const found = [1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10
  return found * power
}

const clean = (value: number): number => Number(value.toPrecision(12))

/** What the axis has to span. Values that nobody tells apart are one, and stand in some room of their own. */
const roomFor = (least: number, most: number): number => {
  const size = Math.max(Math.abs(least), Math.abs(most))
  if (size < 1e-6) return 1
  return most - least < size * 1e-6 ? size * 0.2 : most - least
}

/** An axis of about four round steps that holds every value. */
export const scaleFor = (values: readonly number[]): Scale => {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const step = roundStep(roomFor(least, most) / 4)
  const low = Math.floor(least / step + 1e-9) * step
  const high = Math.max(Math.ceil(most / step - 1e-9) * step, low + step)
  const count = Math.round((high - low) / step)
  const ticks = Array.from({ length: count + 1 }, (_, index) => clean(low + index * step))
  return { ticks, low: clean(low), high: clean(high) }
}

export interface Plot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const rounded = (value: number): number => Math.round(value * 10) / 10

/** Height of a value in the plot. */
export const yOf = (value: number, { low, high }: Scale, { top, bottom }: Plot): number =>
  rounded(bottom - ((bottom - top) * (value - low)) / (high - low))

/** Place of an instant between the first and the last; in the middle when they are one. */
export const xOf = (at: number, [first, last]: readonly [number, number], { left, right }: Plot): number =>
  first === last
    ? rounded((left + right) / 2)
    : rounded(left + ((right - left) * (at - first)) / (last - first))

/** The path from spot to spot. */
export const lineThrough = (spots: readonly { x: number; y: number }[]): string =>
  spots.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')

/** The area between the spots and the axis; one spot has none. */
export const areaBelow = (spots: readonly { x: number; y: number }[], { bottom }: Plot): string =>
  spots[0] ? `${lineThrough(spots)}V${bottom}H${spots[0].x}Z` : ''

/** The band as it is seen: cut where the axis ends. */
export const bandIn = (band: Band, scale: Scale, plot: Plot): { y: number; height: number } | null => {
  const within = (value: number) => Math.min(scale.high, Math.max(scale.low, value))
  const y = yOf(within(band.high ?? scale.high), scale, plot)
  const height = rounded(yOf(within(band.low), scale, plot) - y)
  return height > 0 ? { y, height } : null
}

/** Which of the places below the axis get their label: the first, the last, and those with room between. */
export const labelledPlaces = (places: readonly number[], room: number): boolean[] => {
  const end = places.at(-1)
  const shown = places.map(() => false)
  let last = Number.NEGATIVE_INFINITY
  places.forEach((place, index) => {
    const isEnd = index === places.length - 1
    if (place - last < room || (!isEnd && end !== undefined && end - place < room)) return
    shown[index] = true
    last = place
  })
  return shown
}
