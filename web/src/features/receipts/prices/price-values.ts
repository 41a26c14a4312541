import { readAmount } from '@ulna/contract/receipts/receipts.amounts'
import { mostPriceMinor, type Price, type PriceInput } from '@ulna/contract/receipts/receipts.prices'
import { digitsOf } from '@ulna/contract/session-packages/session-packages.currency'

/** What the form holds while somebody types. */
export interface PriceValues {
  readonly name: string
  readonly minutes: string
  readonly amount: string
  readonly currency: string
}

/** An amount of the list as somebody would type it. */
export const typedAmount = ({ priceMinor, digits }: Pick<Price, 'priceMinor' | 'digits'>): string =>
  String(priceMinor / 10 ** digits)

export const priceValues = (stored: Price | undefined, currency: string): PriceValues => ({
  name: stored?.name ?? '',
  minutes: stored?.minutes?.toString() ?? '',
  amount: stored ? typedAmount(stored) : '',
  currency: stored?.currency ?? currency,
})

const minorOf = ({ amount, currency }: PriceValues): number => {
  const minor = readAmount(amount, digitsOf(currency))
  return minor !== null && minor > 0 && minor <= mostPriceMinor ? minor : 0
}

/** Fields that say nothing that could be sent. */
export const wrongIn = (values: PriceValues): (keyof PriceValues)[] => [
  ...(values.name.trim() === '' ? (['name'] as const) : []),
  ...(/^\d*$/.test(values.minutes.trim()) ? [] : (['minutes'] as const)),
  ...(minorOf(values) === 0 ? (['amount'] as const) : []),
]

export const priceInputOf = (values: PriceValues): PriceInput => ({
  name: values.name.trim(),
  minutes: values.minutes.trim() === '' ? null : Number(values.minutes),
  priceMinor: minorOf(values),
  currency: values.currency,
})

/** The price of a visit that lasts so long: the one of that length, else the only one there is. */
export const priceOfVisit = (prices: readonly Price[], minutes: number | null): Price | undefined => {
  if (minutes === null) return undefined
  const [fitting, ...others] = prices.filter((price) => price.minutes === minutes)
  if (fitting && others.length === 0) return fitting
  return prices.length === 1 ? prices[0] : undefined
}
