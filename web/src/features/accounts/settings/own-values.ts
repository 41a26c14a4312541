import type { User } from '@ulna/contract/accounts/accounts'
import type { Practitioner } from '@ulna/contract/practices/practices'
import { pickKeys } from '../../../api/forms/server-form-values.ts'
import type { OwnChange } from '../security.queries.ts'

/** What one signs in with, as it stands in the form. */
export interface AccountValues {
  readonly username: string
  readonly email: string
}

export const valuesOfUser = ({ username, email }: User): AccountValues => ({ username, email })

/** Upper case and spaces around do not count. */
export const tidyAccount = ({ username, email }: AccountValues): AccountValues => ({
  username: username.trim().toLowerCase(),
  email: email.trim().toLowerCase(),
})

/** The own professional profile, as it stands in the form; what is absent is an empty text. */
export interface ProfileValues {
  readonly firstName: string
  readonly lastName: string
  readonly color: number
  readonly bookable: boolean
  /** `YYYY-MM-DD`. */
  readonly birthDate: string | null
  readonly licenceNumber: string
  readonly socialId: string
  readonly phone: string
  readonly mobile: string
  readonly email: string
  readonly address: string
}

const optionalTexts = ['licenceNumber', 'socialId', 'phone', 'mobile', 'email', 'address'] as const
const texts = ['firstName', 'lastName', ...optionalTexts] as const

export const valuesOfPractitioner = ({
  firstName,
  lastName,
  color,
  bookable,
  ...practitioner
}: Practitioner): ProfileValues => ({
  firstName,
  lastName,
  color,
  bookable,
  birthDate: practitioner.birthDate,
  licenceNumber: practitioner.licenceNumber ?? '',
  socialId: practitioner.socialId ?? '',
  phone: practitioner.phone ?? '',
  mobile: practitioner.mobile ?? '',
  email: practitioner.email ?? '',
  address: practitioner.address ?? '',
})

export const tidyProfile = (values: ProfileValues): ProfileValues => ({
  ...values,
  ...Object.fromEntries(texts.map((key) => [key, values[key].trim()])),
})

/** What is sent of the profile: only what was changed; what was emptied is cleared. */
export const changeOfProfile = (
  values: ProfileValues,
  changed: readonly (keyof ProfileValues)[],
): NonNullable<OwnChange['doctor']> => {
  const cleared = optionalTexts.filter((key) => values[key] === '').map((key) => [key, null] as const)
  return pickKeys({ ...values, ...Object.fromEntries(cleared) }, changed)
}
