export interface Dice {
  /** From 0 up to 1, without 1. */
  next(): number
  between(least: number, most: number): number
}

/** FNV-1a: neighbouring seeds have nothing in common. */
const digest = (text: string): number => {
  let value = 0x811c9dc5
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}

/** Always the same throws for the same seed and names (mulberry32). */
export const diceOf = (seed: number, ...names: readonly (string | number)[]): Dice => {
  let state = digest([seed, ...names].join('/'))
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  return { next, between: (least, most) => least + next() * (most - least) }
}
