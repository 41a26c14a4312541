/** Codes of ISO 4217 that this runtime knows. */
const known: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export const isCurrency = (code: string): boolean => known.has(code)

/**
 * Currencies without two digits behind the point (ISO 4217, table A.1). Intl knows how prices are usually written, which
 * is something else: those of Colombia without digits.
 */
const otherDigits: Readonly<Record<number, readonly string[]>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND'.split(' '),
  4: 'CLF UYW'.split(' '),
}

/** Digits behind the point of a currency: 2 of the euro, 0 of the yen. */
export const digitsOf = (currency: string): number =>
  Number(Object.entries(otherDigits).find(([, codes]) => codes.includes(currency))?.[0] ?? 2)

/** A price in whole units of the smallest coin; null when it is finer than its currency. */
export const minorUnits = (price: number, currency: string): number | null => {
  const digits = digitsOf(currency)
  const minor = Math.round(price * 10 ** digits)
  return Number.isSafeInteger(minor) && Math.abs(minor / 10 ** digits - price) < 1e-9 ? minor : null
}
