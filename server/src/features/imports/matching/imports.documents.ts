import type { ImportHint } from '@ulna/contract/imports/imports.fields'

const compact = (text: string): string => text.toUpperCase().replaceAll(/[\s.\-/]/g, '')

/** Letters of a DNI by the remainder of its number (Real Decreto 1553/2005, Ministerio del Interior). */
const dniLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'
const dni = /^([XYZ]?)(\d{7,8})([A-Z])$/

const isDniOrNie = (text: string): boolean | null => {
  const match = dni.exec(text)
  if (!match) return null
  const [, prefix = '', digits = '', letter] = match
  if (prefix.length + digits.length !== 8) return null
  const number = Number(`${prefix === '' ? '' : 'XYZ'.indexOf(prefix)}${digits}`)
  return dniLetters[number % 23] === letter
}

const codice = /^[A-Z]{6}[0-9LMNPQRSTUV]{2}[A-EHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]$/
/** Values of characters in odd places (Decreto 23 dicembre 1976, art. 12); digits count as the letters A to J. */
const oddValues = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
]

const placeOf = (character: string): number =>
  /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65

const isCodiceFiscale = (text: string): boolean | null => {
  if (!/^[A-Z0-9]{16}$/.test(text) || !/^[A-Z]{6}/.test(text)) return null
  if (!codice.test(text)) return false
  const sum = [...text.slice(0, 15)].reduce((total, character, index) => {
    const place = placeOf(character)
    return total + (index % 2 === 0 ? (oddValues[place] ?? 0) : place)
  }, 0)
  return String.fromCharCode(65 + (sum % 26)) === text[15]
}

/** A cédula de ciudadanía of Colombia has no check digit: six to ten digits, eight at most of old ones. */
const isCedula = (text: string): boolean | null =>
  /^\d+$/.test(text) ? text.length >= 6 && text.length <= 10 : null

/**
 * What is odd about the number of a document, or null: a DNI, NIE or codice fiscale whose check letter is another, a
 * number of digits that no cédula has. It is a hint and refuses nothing, for a document may be a passport.
 */
export const oddDocument = (text: string): ImportHint | null => {
  const written = compact(text)
  if (isDniOrNie(written) === false) return 'check_dni'
  if (isCodiceFiscale(written) === false) return 'check_codice_fiscale'
  return isCedula(written) === false ? 'check_cedula' : null
}
