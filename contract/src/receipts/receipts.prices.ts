import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { id, idPath, knownVersion, pageMetadata } from '../http/page.ts'
import { limits, name } from '../http/text.ts'
import { permissions } from '../permissions.ts'
import { appointmentLengths } from '../practices/practices.configurations.ts'
import { isCurrency } from '../session-packages/session-packages.currency.ts'

/** At most so many stand on the list of a practice. */
export const mostPrices = 100

/** The most that one may be, in the smallest coin: twenty millions of a currency with cents. */
export const mostPriceMinor = 2_000_000_000

/** What the practice asks for. A receipt that is filled in from it keeps words and amount of its own. */
export const price = z.object({
  id,
  version: z.int(),
  name: z.string(),
  /** How long such a visit takes; null: it is no visit. */
  minutes: z.nullable(z.int()),
  /** In the smallest coin; `digits` of it stand behind the point. */
  priceMinor: z.int(),
  currency: z.string(),
  digits: z.int(),
})
export type Price = z.output<typeof price>

const content = {
  name: name(limits.title),
  minutes: z.nullable(z.int().check(z.minimum(appointmentLengths.least), z.maximum(appointmentLengths.most))),
  priceMinor: z.int().check(z.minimum(1), z.maximum(mostPriceMinor)),
  currency: z.string().check(
    z.maxLength(3),
    z.refine((code) => isCurrency(code), { params: { key: 'field_option' } }),
  ),
}

export const priceInput = z.object({ ...content, minutes: z._default(content.minutes, null) })
export type PriceInput = z.output<typeof priceInput>

export const priceChange = z.object({
  name: z.optional(content.name),
  minutes: z.optional(content.minutes),
  priceMinor: z.optional(content.priceMinor),
  currency: z.optional(content.currency),
  version: z.optional(knownVersion),
})
export type PriceChange = z.output<typeof priceChange>

export const priceEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/price',
    summary: 'The price list of the practice, by name',
    access: permissions.readPrices,
    audit: null,
    returns: z.array(price),
    metadata: pageMetadata,
  }),
  create: endpoint({
    method: 'POST',
    path: '/price',
    summary: 'Puts a price on the list',
    access: permissions.changePrices,
    audit: 'price.create',
    body: priceInput,
    returns: price,
    status: 201,
    errors: ['already_exists', 'too_many_prices'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/price/:id',
    summary: 'Changes a price; receipts that were issued keep theirs',
    access: permissions.changePrices,
    audit: 'price.update',
    params: idPath,
    body: priceChange,
    returns: price,
    errors: ['already_exists', 'version_conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/price/:id',
    summary: 'Takes a price off the list',
    access: permissions.changePrices,
    audit: 'price.delete',
    params: idPath,
    returns: z.object({ id }),
  }),
}
