import { isDeepStrictEqual } from 'node:util'
import type { PackageChange, PackageInput } from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { digitsOf, minorUnits } from '@ulna/contract/session-packages/session-packages.currency'
import { invalidField } from '../../platform/app-error.ts'
import type { PackageColumns } from './session-packages.write.repository.ts'

/** What it cost until now. */
export interface Price {
  readonly price: number | null
  readonly currency: string | null
}

const noPrice: Price = { price: null, currency: null }

/** A price is of a currency, and no finer than its smallest coin. */
const priceColumns = ({
  price,
  currency,
}: Price): Pick<PackageColumns, 'price_minor' | 'price_digits' | 'currency'> => {
  if (price === null) return { price_minor: null, price_digits: null, currency }
  if (currency === null) throw invalidField('packageData.currency', 'field_required')
  const minor = minorUnits(price, currency)
  if (minor === null) throw invalidField('packageData.price', 'field_type')
  return { price_minor: minor, price_digits: digitsOf(currency), currency }
}

const dataColumns = (data: PackageInput['packageData'], before: Price): PackageColumns => {
  if (data === undefined) return {}
  if (data === null) return { ...priceColumns(noPrice), notes: null }
  const { price = before.price, currency = before.currency, notes } = data
  return { ...priceColumns({ price, currency }), ...(notes === undefined ? {} : { notes }) }
}

/** What a change says besides what the package says already: a body may send back what a GET answered. */
export const newIn = (input: PackageChange, known: SessionPackage): PackageChange =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => !isDeepStrictEqual(value, known[name as keyof SessionPackage]),
    ),
  )

/** Columns for what was sent; what was not stays as it is. */
export const columnsOf = (input: PackageInput | PackageChange, before: Price = noPrice): PackageColumns => {
  const columns: PackageColumns = {
    doctor_id: input.doctorId,
    num_sessions: input.numSessions,
    description: input.description,
    auto_add: input.autoAdd,
    expires_on: input.expiresOn,
  } as PackageColumns
  const given = Object.entries(columns).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(given), ...dataColumns(input.packageData, before) }
}
