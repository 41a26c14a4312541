import { handOverLimits } from './hand-overs.format.ts'

const [quote, backslash] = ['"', '\\'].map((one) => one.charCodeAt(0))
const opening: ReadonlySet<number> = new Set([...'[{'].map((one) => one.charCodeAt(0)))
const closing: ReadonlySet<number> = new Set([...']}'].map((one) => one.charCodeAt(0)))
const comma = ','.charCodeAt(0)

/** Where a text of JSON ends that begins at a place. */
const endOfText = (json: string, from: number): number => {
  let at = from + 1
  while (at < json.length && json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1
  return at
}

/**
 * Whether a JSON text holds no more values, and none deeper, than a hand-over may (`handOverLimits`). It is counted before it
 * is parsed: a few kilobytes unpack to millions of values.
 */
export const isModestJson = (json: string): boolean => {
  let [values, depth] = [1, 0]
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === quote) at = endOfText(json, at)
    else if (closing.has(code)) depth -= 1
    else if (opening.has(code)) depth += 1
    if (code === comma || opening.has(code)) values += 1
    if (values > handOverLimits.values || depth > handOverLimits.depth) return false
  }
  return true
}
