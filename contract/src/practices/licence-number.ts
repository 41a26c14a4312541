import * as z from 'zod/mini'

/** Longest that one is kept. */
export const longestLicenceNumber = 40

/** Registers write them as `28/1234`, `T.P. 52-114`, `A 01234`: letters, digits, spaces, hyphens, points and slashes. */
const pattern = /^[\p{M} ./-]*[\p{L}\d][\p{L}\p{M}\d ./-]*$/u

/** The number under which a practitioner is registered to practise (docs/decisions/0031-licence-numbers.md). */
export const isLicenceNumber = (text: string): boolean => pattern.test(text)

/** Licence number as it is sent: absent leaves it as it is, empty and null clear it. */
export const licenceNumberInput = z.optional(
  z.nullable(
    z.pipe(
      z.string().check(
        z.trim(),
        z.maxLength(longestLicenceNumber),
        z.refine<string>((text) => text === '' || isLicenceNumber(text), {
          params: { key: 'field_licence_number' },
        }),
      ),
      z.transform((text: string) => (text === '' ? null : text)),
    ),
  ),
)
