import * as z from 'zod/mini'

/** PostgreSQL text cannot hold U+0000, and a lone surrogate is no Unicode text; everything else is welcome. */
export const isWellFormedText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

const wellFormed = z.refine<string>(isWellFormedText, { params: { key: 'field_text' } })

/** Free text up to `most` UTF-16 units, stored as it was typed. */
export const text = (most: number) => z.string().check(z.maxLength(most), wellFormed)

/** A required text of several lines, trimmed, with a least length; one thing that is wrong with it is told at a time. */
export const message = (least: number, most: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(most),
      z.refine<string>(isWellFormedText, { params: { key: 'field_text' }, abort: true }),
      z.minLength(least),
    )

/** A one-line text, trimmed; it may be empty. */
export const line = (most: number) => z.string().check(z.trim(), z.maxLength(most), wellFormed)

/** A required one-line name: trimmed, not empty. */
export const name = (most = 100) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most), wellFormed)

/** An optional one-line text; an empty one is stored as null. */
export const optionalLine = (most: number) =>
  z.optional(
    z.nullable(
      z.pipe(
        z.string().check(z.trim(), z.maxLength(most), wellFormed),
        z.transform((value: string) => (value === '' ? null : value)),
      ),
    ),
  )

/** Field limits of decisions.md §9. */
export const limits = { name: 100, title: 200, note: 10_000, recordText: 20_000 } as const
