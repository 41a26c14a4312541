/** Amounts of receipts are whole units of the smallest coin of a currency; nothing is counted in floating point. */

/** The most that one unit of a line may cost, in the smallest coin: sums of a receipt stay exact by far. */
export const mostMinor = 1_000_000_000_000
export const mostLines = 20
export const mostOfLine = 100

export interface CountedLine {
  readonly quantity: number
  readonly unitMinor: number
}

export const lineTotal = ({ quantity, unitMinor }: CountedLine): number => quantity * unitMinor

export const totalOf = (lines: readonly CountedLine[]): number =>
  lines.reduce((sum, line) => sum + lineTotal(line), 0)

/** An amount with its digits behind a point, `-1234.50`: what programs read. */
export const decimalText = (minor: number | bigint, digits: number): string => {
  const signs = String(minor < 0 ? -minor : minor).padStart(digits + 1, '0')
  const whole = signs.slice(0, signs.length - digits)
  const fraction = digits === 0 ? '' : `.${signs.slice(signs.length - digits)}`
  return `${minor < 0 ? '-' : ''}${whole}${fraction}`
}

/**
 * An amount as it is typed here and there, `49,95`, `49.95`, `720.000`, in the smallest coin of a currency with so many
 * digits; null for what is none, is finer than that coin or more than a line may cost. Three digits behind the last mark
 * are thousands unless the currency has three of its own.
 */
export const readAmount = (text: string, digits: number): number | null => {
  const compact = text.replaceAll(/[\s'’]/g, '')
  const last = Math.max(compact.lastIndexOf(','), compact.lastIndexOf('.'))
  const behind = last < 0 ? '' : compact.slice(last + 1)
  if (last >= 0 && behind === '') return null
  const isPoint = last >= 0 && (behind.length !== 3 || digits === 3)
  const fraction = isPoint ? behind : ''
  const whole = (isPoint ? compact.slice(0, last) : compact).replaceAll(/[.,]/g, '')
  if (!/^\d+$/.test(whole) || !/^\d*$/.test(fraction) || fraction.length > digits) return null
  const minor = Number(whole + fraction.padEnd(digits, '0'))
  return minor <= mostMinor ? minor : null
}

/** Digits that a currency is usually written with: none of the Colombian peso, though it has cents. */
const usualDigits = (currency: string, language: string): number =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
  0

/**
 * The exact amount as money of a language, the one way it is written everywhere: with the digits that its currency is
 * usually written with, and with all of them where there is something in them. The text is read by Intl, which does not
 * round it.
 */
export const moneyText = (minor: number, { currency, digits }: Coin, language: string): string => {
  const isWhole = minor % 10 ** digits === 0
  const shown = isWhole ? Math.min(digits, usualDigits(currency, language)) : digits
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: shown,
    maximumFractionDigits: shown,
  }).format(decimalText(minor, digits) as Intl.StringNumericLiteral)
}

/** A currency (ISO 4217) and the digits behind its point. */
export interface Coin {
  readonly currency: string
  readonly digits: number
}
