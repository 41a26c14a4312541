/** The drawing's three colours, by intensity: 0–3, 4–6, 7–10 (visual.md, tokens `pain-*`). */
export const painBand = (level: number): 0 | 1 | 2 => {
  if (level <= 3) return 0
  return level <= 6 ? 1 : 2
}

const digit = (key: string): number | undefined => {
  if (/^[0-9]$/.test(key)) return Number(key)
  return key === 'x' || key === 'X' ? 10 : undefined
}

const step = (key: string): number => {
  if (key === 'ArrowRight' || key === 'ArrowUp') return 1
  return key === 'ArrowLeft' || key === 'ArrowDown' ? -1 : 0
}

/**
 * What a key does to the pain scale: a new level, `null` (cleared), or `undefined` when the key is not ours.
 * Digits choose, X is 10, arrows move and stop at the ends, Delete and Backspace clear.
 */
export const levelAfterKey = (
  key: string,
  level: number | null,
  minimum: number,
  maximum: number,
): number | null | undefined => {
  if (key === 'Delete' || key === 'Backspace') return null
  if (key === 'Home') return minimum
  if (key === 'End') return maximum
  const chosen = digit(key)
  if (chosen !== undefined) return chosen >= minimum && chosen <= maximum ? chosen : undefined
  const move = step(key)
  if (move === 0) return undefined
  if (level === null) return minimum
  return Math.min(maximum, Math.max(minimum, level + move))
}
