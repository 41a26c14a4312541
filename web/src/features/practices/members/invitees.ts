import type { WireError } from '@ulna/contract/errors'
import type { FoundUser } from '@ulna/contract/practices/practices.members'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { Role } from '@ulna/contract/roles'
import type { Invitee } from './members.queries.ts'

/** A colleague who was found; an address of anybody else is only what was typed. */
export type Colleague = FoundUser & { readonly id: number }

export const isColleague = (user: FoundUser): user is Colleague => user.id !== null

/** Somebody who is about to be invited: a colleague who was found, or an address that was typed. */
export type Person =
  | { readonly kind: 'user'; readonly user: Colleague }
  | { readonly kind: 'address'; readonly email: string }

/** The most that the server takes at once. */
export const mostInvited = 50

export const keyOf = (person: Person): string =>
  person.kind === 'user' ? `user ${person.user.id}` : `address ${person.email}`

export const nameOf = (person: Person): string =>
  person.kind === 'user' ? person.user.fullName || person.user.username : person.email

const looksLikeAddress = (text: string): boolean => /^[^\s@,;]+@[^\s@,;][^\s@,;.]*\.[^\s@,;]{2,}$/.test(text)

/** Addresses in a text that was typed or pasted, each once, in lower case; null when something in it is none. */
export const addressesIn = (text: string): string[] | null => {
  const parts = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  return parts.length > 0 && parts.every(looksLikeAddress) ? [...new Set(parts)] : null
}

/** Who stands in a text as complete addresses; nobody when something in it is none. */
export const peopleIn = (text: string): Person[] =>
  (addressesIn(text) ?? []).map((email) => ({ kind: 'address', email }))

/** The list with more people, each once, at most as many as can be invited at once. */
export const withPeople = (people: readonly Person[], more: readonly Person[]): Person[] => {
  const all = new Map([...people, ...more].map((person) => [keyOf(person), person]))
  return [...all.values()].slice(0, mostInvited)
}

export interface InvitationTerms {
  readonly role: Role
  readonly clinical: boolean
  readonly language: Language
}

/** What stands in the form: who was chosen, on which terms, and what stands in the field and is nobody yet. */
export interface InvitationValues {
  readonly people: readonly Person[]
  readonly terms: InvitationTerms
  readonly text: string
}

/** An address that stands complete in the field was meant too. */
export const withTyped = (values: InvitationValues): InvitationValues => {
  const typed = peopleIn(values.text)
  return typed.length === 0 ? values : { ...values, people: withPeople(values.people, typed), text: '' }
}

export const inviteeOf = (person: Person, { role, clinical, language }: InvitationTerms): Invitee => ({
  ...(person.kind === 'user'
    ? { userId: person.user.id, fullName: person.user.fullName }
    : { email: person.email }),
  role,
  clinical,
  language,
})

/** The complaint about each person, by their place in the list: `users.3.email` is about the fourth. */
export const complaintsByPlace = (errors: readonly WireError[]): ReadonlyMap<number, WireError> =>
  new Map(
    errors.flatMap((error) => {
      const place = /^users\.(\d+)\b/.exec(error.field ?? '')?.[1]
      return place === undefined ? [] : [[Number(place), error] as const]
    }),
  )
