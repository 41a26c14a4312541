// A number is written as everybody likes: with spaces, dots, a country's prefix or without. Digits are what is compared.

const fewestDigits = 4

/** A country's prefix has one to three digits (ITU-T E.164). */
const prefixLengths = [1, 2, 3]

/** A number within a country has at least so many: fewer behind a prefix would find half the practice. */
const fewestOfNational = 7

const written = /^[\s+()./-]*\d[\d\s+()./-]*$/

/** What a number that begins with a prefix is without it, in a country that writes a zero before it and in one that does not. */
const withoutPrefix = (digits: string): string[] =>
  prefixLengths
    .map((length) => digits.slice(length))
    .filter((national) => national.length >= fewestOfNational)
    .flatMap((national) => [` ${national} `, ` 0${national} `])

/**
 * What to look for in the column phone_digits for a text: what is typed anywhere in a number, and of one with a
 * country's prefix the number as it is written without. None for a text that is no number of four digits or more.
 */
export const phoneTexts = (text: string): string[] => {
  const digits = text.replaceAll(/\D/g, '')
  if (!written.test(text) || digits.length < fewestDigits) return []
  const international = /^\s*(?:\+|00)(.*)$/s.exec(text)?.[1]?.replaceAll(/\D/g, '')
  return international === undefined ? [digits] : [international, ...withoutPrefix(international)]
}
