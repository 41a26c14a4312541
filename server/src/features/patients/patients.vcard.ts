import type { Patient } from '@ulna/contract/patients/patients'

export const vcardType = 'text/vcard; charset=utf-8'

/** A text as a value (RFC 6350 §3.4): line breaks are written out, and signs that part values are not taken for one. */
const textValue = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|[\r\n]/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ')

/** Octets of a line, its end aside; what is longer goes on in a line that begins with a space (RFC 6350 §3.2). */
const longestLine = 75

const folded = (line: string): string => {
  const lines: string[] = []
  let current = ''
  for (const character of line) {
    if (Buffer.byteLength(current + character) > longestLine) {
      lines.push(current)
      current = ' '
    }
    current += character
  }
  return [...lines, current].join('\r\n')
}

type Contact = Pick<
  Patient,
  'uid' | 'firstName' | 'lastName' | 'birthDate' | 'phone' | 'mobile' | 'email' | 'address' | 'language'
> & { readonly changedAt: string }

const lineOf = (name: string, value: string | null): string[] =>
  value ? [`${name}:${textValue(value)}`] : []

/**
 * Contact data of a patient for an address book: a vCard 4.0 (RFC 6350). Nothing clinical, no note, no number of a
 * document. The address is one text in Ulna and stands whole in the street.
 */
export const vcardOf = (contact: Contact): string => {
  const { firstName, lastName, birthDate, address } = contact
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `UID:urn:uuid:${contact.uid}`,
    `FN:${textValue(`${firstName} ${lastName}`)}`,
    `N:${textValue(lastName)};${textValue(firstName)};;;`,
    ...(birthDate ? [`BDAY:${birthDate.replaceAll('-', '')}`] : []),
    ...lineOf('TEL;TYPE=cell', contact.mobile),
    ...lineOf('TEL;TYPE=voice', contact.phone),
    ...lineOf('EMAIL', contact.email),
    ...(address ? [`ADR:;;${textValue(address)};;;;`] : []),
    ...lineOf('LANG', contact.language),
    `REV:${contact.changedAt.replaceAll(/[-:]|\.\d+/g, '')}`,
    'END:VCARD',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
