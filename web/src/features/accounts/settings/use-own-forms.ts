import type { SessionPayload, User } from '@ulna/contract/accounts/accounts'
import type { Practitioner } from '@ulna/contract/practices/practices'
import type { ServerForm } from '../../../api/forms/server-form.ts'
import { pickKeys } from '../../../api/forms/server-form-values.ts'
import { useServerForm } from '../../../api/forms/use-server-form.ts'
import { useUpdateOwn } from '../security.queries.ts'
import {
  type AccountValues,
  changeOfProfile,
  type ProfileValues,
  tidyAccount,
  tidyProfile,
  valuesOfPractitioner,
  valuesOfUser,
} from './own-values.ts'

/** Both forms send their part of one body; its fields are called as they are in the part. */
const nameIn = (part: 'user' | 'doctor') => (path: string) => path.replace(`${part}.`, '')

/** A form over the own account. */
export const useAccountForm = (user: User): ServerForm<User, AccountValues> => {
  const { mutateAsync } = useUpdateOwn()
  return useServerForm({
    stored: user,
    startOf: valuesOfUser,
    tidy: tidyAccount,
    save: ({ values, changed, stored: { version } }) =>
      mutateAsync({ user: { ...pickKeys(values, changed), version } }),
    fieldOf: nameIn('user'),
    onSaved: (saved, goOn) => goOn(saved.user),
    currentOf: (told) => (told as SessionPayload).user,
  })
}

/** A form over the own profile in the practice one works in. */
export const useProfileForm = (practitioner: Practitioner): ServerForm<Practitioner, ProfileValues> => {
  const { mutateAsync } = useUpdateOwn()
  const practitionerIn = (payload: SessionPayload): Practitioner => payload.doctor ?? practitioner
  return useServerForm({
    stored: practitioner,
    startOf: valuesOfPractitioner,
    tidy: tidyProfile,
    save: ({ values, changed, stored: { version } }) =>
      mutateAsync({ doctor: { ...changeOfProfile(values, changed), version } }),
    fieldOf: nameIn('doctor'),
    onSaved: (saved, goOn) => goOn(practitionerIn(saved)),
    currentOf: (told) => practitionerIn(told as SessionPayload),
  })
}
