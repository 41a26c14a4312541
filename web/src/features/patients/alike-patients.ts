import type { PatientRow } from '@ulna/contract/patients/patients'
import { folded } from '../../blocks/agenda-grid/choices/practitioner-filter.ts'

/** What the short form asks about somebody new. */
export interface Newcomer {
  firstName: string
  lastName: string
  email: string
}

const wordsOf = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean)

const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]{2,}$/.test(text)

/** The texts to look for: the whole name once both parts are there, and the address once it is one. */
export const textsToSeek = ({ firstName, lastName, email }: Newcomer): string[] => [
  ...(firstName.trim() !== '' && lastName.trim() !== '' ? [`${firstName.trim()} ${lastName.trim()}`] : []),
  ...(isAddress(email.trim()) ? [email.trim()] : []),
]

/** Whether a patient who was found is called so, perhaps with one name or surname more, or has that address. */
export const isAlike = (
  row: Pick<PatientRow, 'firstName' | 'lastName' | 'email'>,
  person: Newcomer,
): boolean => {
  const email = person.email.trim().toLowerCase()
  if (isAddress(email) && row.email?.toLowerCase() === email) return true
  if (person.firstName.trim() === '' || person.lastName.trim() === '') return false
  const names = new Set(wordsOf(`${row.firstName} ${row.lastName}`))
  return wordsOf(`${person.firstName} ${person.lastName}`).every((word) => names.has(word))
}

/** The patients who may be the same person, each once. */
export const alikeOf = (found: readonly PatientRow[], person: Newcomer): PatientRow[] => {
  const alike = found.filter((row) => isAlike(row, person))
  return [...new Map(alike.map((row) => [row.id, row])).values()]
}
