/**
 * What a seal is counted over, by the same functions wherever it is counted: the browser of who signs, the server that
 * seals, whoever verifies later.
 */
export type Canonical =
  | null
  | boolean
  | number
  | string
  | readonly Canonical[]
  | { readonly [key: string]: Canonical }

const byCodeUnits = (a: string, b: string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

const textJson = (text: string): string => {
  if (!text.isWellFormed()) throw new TypeError('a lone surrogate is no text')
  return JSON.stringify(text.normalize('NFC'))
}

const numberJson = (value: number): string => {
  if (!Number.isFinite(value)) throw new TypeError(`${value} is no JSON number`)
  // JSON.stringify writes −0 as 0, as RFC 8785 does.
  return JSON.stringify(value)
}

const objectJson = (value: object): string => {
  const entries = Object.entries(value).map(([key, one]) => [key.normalize('NFC'), one] as const)
  if (new Set(entries.map(([key]) => key)).size < entries.length)
    throw new TypeError('two keys are one when they are normalised')
  const members = entries
    .toSorted(([a], [b]) => byCodeUnits(a, b))
    .map(([key, one]) => `${textJson(key)}:${valueJson(one)}`)
  return `{${members.join(',')}}`
}

const valueJson = (value: unknown): string => {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return textJson(value)
  if (typeof value === 'number') return numberJson(value)
  if (Array.isArray(value)) return `[${Array.from(value, valueJson).join(',')}]`
  if (typeof value === 'object') return objectJson(value)
  throw new TypeError(`${typeof value} is no JSON`)
}

/**
 * JSON in the one form of RFC 8785: keys by UTF-16 code units, numbers as ECMAScript writes them, no space. Texts are
 * NFC: a copy whose accents were put together otherwise on its way says the same. Throws for what JSON cannot say
 * (undefined, NaN, lone surrogates), also inside.
 */
export const canonicalJson = (value: Canonical): string => valueJson(value)

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const checkSymbols = `${alphabet}*~$=U`
const sealIdLength = 12

const checkOf = (symbols: string): string => {
  const remainder = [...symbols].reduce((sum, symbol) => (sum * 32 + alphabet.indexOf(symbol)) % 37, 0)
  return checkSymbols.charAt(remainder)
}

/** A seal id has a symbol of Crockford's base 32 for each of twelve random bytes, and one to check them. */
export const sealIdOf = (random: Uint8Array): string => {
  if (random.length !== sealIdLength) throw new RangeError(`a seal id takes ${sealIdLength} bytes`)
  const symbols = Array.from(random, (byte) => alphabet.charAt(byte % 32)).join('')
  return symbols + checkOf(symbols)
}

/** The seal id as it is read aloud and printed: `7K2M-9QXD-4T0B-$`. */
export const sealIdText = (sealId: string): string => sealId.replace(/^(.{4})(.{4})(.{4})/, '$1-$2-$3-')

/** The id of what somebody typed off paper, with whatever blanks and dashes; null when it is none, or mistyped. */
export const readSealId = (typed: string): string | null => {
  const symbols = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}.·]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const [body, check] = [symbols.slice(0, sealIdLength), symbols.slice(sealIdLength)]
  const isWhole = /^[0-9A-HJKMNP-TV-Z]{12}$/.test(body) && check === checkOf(body)
  return isWhole ? symbols : null
}
