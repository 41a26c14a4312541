import { AppError } from '../../app-error.ts'

/** Deeper than any form; what lies below would only exhaust whoever walks through it. */
const deepest = 50
/** Bytes outside of strings. What makes a body larger is a picture, which is one string. */
const mostBetween = 2 * 1024 * 1024

const quote = 0x22
const backslash = 0x5c

/** Bytes from which on a string is worth a leap. */
const longString = 64

/** Where a string ends. A long one, a picture above all, is leapt over when nothing in it is escaped. */
const endOfString = (text: Buffer, opening: number): number => {
  const end = text.indexOf(quote, opening + 1)
  if (end === -1) return text.length
  if (end - opening >= longString && !text.subarray(opening, end).includes(backslash)) return end
  let at = opening + 1
  while (at < text.length && text[at] !== quote) at += text[at] === backslash ? 2 : 1
  return at
}

/**
 * Reads through a JSON text once, without making anything of it, and answers how many keys it spells out. What is nested
 * too deep is invalid_request, what has more parts than `mostParts` payload_too_large: at the byte where it shows, so
 * that nobody pays for the rest. Whether it is JSON at all is for the parser to say.
 */
export const countKeys = (text: Buffer, mostParts: number): number => {
  let keys = 0
  let parts = 0
  let depth = 0
  let between = 0
  for (let at = 0; at < text.length; at += 1) {
    between += 1
    if (between > mostBetween) throw new AppError('payload_too_large')
    switch (text[at]) {
      case 0x3a: // :
        keys += 1
        continue
      case 0x7d: // }
      case 0x5d: // ]
        depth -= 1
        continue
      case quote:
        at = endOfString(text, at)
        break
      case 0x7b: // {
      case 0x5b: // [
        depth += 1
        break
      case 0x2c: // ,
        break
      default:
        continue
    }
    parts += 1
    if (parts > mostParts) throw new AppError('payload_too_large')
    if (depth > deepest) throw new AppError('invalid_request')
  }
  return keys
}
