import type { User } from '@ulna/contract/accounts'
import type { Doctor } from '@ulna/contract/practices'
import type { OwnChange } from '../security.queries.ts'

type UserChange = NonNullable<OwnChange['user']>
type DoctorChange = NonNullable<OwnChange['doctor']>

/** Only what differs is sent, so that a colleague's change of another field stays. Null when nothing does. */
const differing = <Values extends object>(typed: Values, stored: Partial<Record<keyof Values, unknown>>) => {
  const changed = Object.entries(typed).filter(
    ([key, value]) => value !== (stored[key as keyof Values] ?? null),
  )
  return changed.length === 0 ? null : (Object.fromEntries(changed) as Partial<Values>)
}

/** What changes about the account when these are typed. */
export const changeOfUser = (typed: { username: string; email: string }, stored: User): OwnChange | null => {
  const values = { username: typed.username.trim().toLowerCase(), email: typed.email.trim().toLowerCase() }
  const change: UserChange | null = differing(values, stored)
  return change === null ? null : { user: { ...change, version: stored.version } }
}

export interface ProfileValues {
  readonly firstName: string
  readonly lastName: string
  readonly color: number
  readonly bookable: boolean
  readonly birthDate: string | null
  readonly socialId: string
  readonly phone: string
  readonly mobile: string
  readonly email: string
  readonly address: string
}

const emptyIsNull = (text: string): string | null => text.trim() || null

/** What changes about the professional profile when these are typed; empty fields are cleared. */
export const changeOfDoctor = (typed: ProfileValues, stored: Doctor): OwnChange | null => {
  const values = {
    ...typed,
    firstName: typed.firstName.trim(),
    lastName: typed.lastName.trim(),
    socialId: emptyIsNull(typed.socialId),
    phone: emptyIsNull(typed.phone),
    mobile: emptyIsNull(typed.mobile),
    email: emptyIsNull(typed.email),
    address: emptyIsNull(typed.address),
  }
  const change: DoctorChange | null = differing(values, stored)
  return change === null ? null : { doctor: { ...change, version: stored.version } }
}
