/** A source of numbers that gives the same sequence for the same seed. */
export interface Random {
  /** A number of at least 0 and below 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(options: readonly T[]): T
}

/** mulberry32 (Tommy Ettinger, public domain): small, fast and good enough for made-up people. */
const mulberry32 = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const seededRandom = (seed: number): Random => {
  const next = mulberry32(seed)
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick: (options) => {
      const one = options[Math.floor(next() * options.length)]
      if (one === undefined) throw new RangeError('nothing to pick from')
      return one
    },
  }
}

/** One of the options, each as likely as its weight says. */
export const pickWeighted = <T>(random: Random, options: readonly T[], weight: (option: T) => number): T => {
  let left = random.next() * options.reduce((sum, option) => sum + weight(option), 0)
  for (const option of options) {
    left -= weight(option)
    if (left < 0) return option
  }
  return random.pick(options)
}
