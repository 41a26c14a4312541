import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

const hasZeroBits = (hash: Uint8Array, bits: number): boolean =>
  hash.every((byte, index) => {
    const left = bits - index * 8
    if (left <= 0) return true
    return left >= 8 ? byte === 0 : byte >> (8 - left) === 0
  })

/** Tries between two pauses, so that the page stays alive while it works. */
const triesAtOnce = 4096

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/**
 * The proof of work a public form asks for: `challenge.counter` whose SHA-256 starts with `difficulty` zero bits.
 * 16 bits take about 65,000 tries, a fraction of a second. Works without a secure context, unlike `crypto.subtle`.
 */
export const solveCaptcha = async (challenge: string, difficulty: number): Promise<string> => {
  for (let counter = 0; ; counter += 1) {
    const solution = `${challenge}.${counter}`
    if (hasZeroBits(sha256(utf8ToBytes(solution)), difficulty)) return solution
    if (counter % triesAtOnce === triesAtOnce - 1) await pause()
  }
}
