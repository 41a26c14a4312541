import { parseNumberText } from './number-text.ts'

/** Heights above this many metres were meant as centimetres. */
const tallestMetres = 3

/** A typed height in metres: `1,72` and `172` are the same. Texts that are no number come back as typed. */
export const parseHeightText = (text: string): number | string | null => {
  const height = parseNumberText(text)
  if (typeof height !== 'number' || height <= tallestMetres) return height
  return Math.round(height * 100) / 10_000
}
