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

/** Controls: line breaks and tabs among them. */
const breaks = /[\p{Cc}\u2028\u2029]/u
/** What turns the direction of writing, by which a text looks like another one (Unicode TR36). */
const turns = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/

const isOneLine = (text: string): boolean => !breaks.test(text) && !turns.test(text)

/** The same as one line: of texts from before such characters were refused. */
export const asOneLine = (text: string): string =>
  text.replaceAll(new RegExp(breaks, 'gu'), ' ').replaceAll(new RegExp(turns, 'g'), '').trim()

// U+0000 is a control too: what cannot be stored at all is told as that, and nothing else of it.
const ofOneLine = [
  z.refine<string>(isWellFormedText, { params: { key: 'field_text' }, abort: true }),
  z.refine<string>(isOneLine, { params: { key: 'field_one_line' } }),
] as const

/** A one-line text, trimmed; it may be empty. */
export const line = (most: number) => z.string().check(z.trim(), z.maxLength(most), ...ofOneLine)

/** The name of a file as a device gave it: what is refused where people type is taken out here. */
export const fileName = (most: number) =>
  z.pipe(
    z.string().check(z.maxLength(most), wellFormed),
    z.transform((given: string) =>
      given.replaceAll(new RegExp(`${breaks.source}|${turns.source}`, 'gu'), '').trim(),
    ),
  )

/** A required one-line name: trimmed, not empty. */
export const name = (most = 100) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(most), ...ofOneLine)

/** A required text within the document of a module, which is stored and handed out whole. */
export const moduleText = (most: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(most), wellFormed)

/** An optional one-line text; an empty one is stored as null. */
export const optionalLine = (most: number) =>
  z.optional(
    z.nullable(
      z.pipe(
        line(most),
        z.transform((value: string) => (value === '' ? null : value)),
      ),
    ),
  )

/** Field limits of product-decisions.md §9. */
export const limits = { name: 100, title: 200, note: 10_000, recordText: 20_000 } as const
