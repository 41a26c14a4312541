import * as z from 'zod/mini'
import { isWellFormedText } from './text.ts'

/** An id on the wire: a positive JSON number below 2^53. */
export const id = z.int().check(z.positive())

/** The same in a path or query, where everything arrives as text. */
export const idParam = z.pipe(
  z.pipe(z.string().check(z.regex(/^[1-9]\d{0,15}$/)), z.transform(Number)),
  z.int().check(z.positive()),
)

/** A version or revision as a caller sends it back: a count that a column can hold, and the next one too. */
export const knownVersion = z.int().check(z.minimum(0), z.maximum(2_147_483_646))

/** Ids in a query, with commas between: at most 200. */
export const idsParam = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,199}$/)),
    z.transform((list: string) => list.split(',').map(Number)),
  ),
  z.array(id),
)

export const idPath = z.object({ id: idParam })

/** A count in a query, where everything arrives as text. */
export const countParam = (most: number, least: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
    z.int().check(z.minimum(least), z.maximum(most)),
  )

/** Lists are paged: 50 rows unless asked otherwise, at most 200 (product-decisions.md §5). */
export const pageQuery = z.object({
  limit: z.prefault(countParam(200, 1), '50'),
  offset: z.prefault(countParam(1_000_000, 0), '0'),
})

export const pageMetadata = z.object({ total: z.int(), limit: z.int(), offset: z.int() })

/** Which rows of how many a list holds. */
export type PageMetadata = z.output<typeof pageMetadata>

/** A search text: any well-formed text, trimmed, at most 100 characters. */
export const searchText = z
  .string()
  .check(z.trim(), z.maxLength(100), z.refine<string>(isWellFormedText, { params: { key: 'field_text' } }))
