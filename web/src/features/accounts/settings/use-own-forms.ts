import type { SessionPayload, User } from '@ulna/contract/accounts'
import type { Doctor } from '@ulna/contract/practices'
import { pickKeys } from '../../../api/settings-form-values.ts'
import { type SettingsForm, useSettingsForm } from '../../../api/use-settings-form.ts'
import { useUpdateOwn } from '../security.queries.ts'
import {
  type AccountValues,
  changeOfProfile,
  type ProfileValues,
  tidyAccount,
  tidyProfile,
  valuesOfDoctor,
  valuesOfUser,
} from './own-values.ts'

/** A form over the own account. */
export const useAccountForm = (user: User): SettingsForm<User, AccountValues> => {
  const { mutateAsync } = useUpdateOwn()
  return useSettingsForm(user, {
    valuesOf: valuesOfUser,
    tidy: tidyAccount,
    save: async (values, changed, version) =>
      (await mutateAsync({ user: { ...pickKeys(values, changed), version } })).user,
    currentOf: (told) => (told as SessionPayload).user,
  })
}

/** A form over the own profile in the practice one works in. */
export const useProfileForm = (doctor: Doctor): SettingsForm<Doctor, ProfileValues> => {
  const { mutateAsync } = useUpdateOwn()
  const doctorIn = (payload: SessionPayload): Doctor => payload.doctor ?? doctor
  return useSettingsForm(doctor, {
    valuesOf: valuesOfDoctor,
    tidy: tidyProfile,
    save: async (values, changed, version) =>
      doctorIn(await mutateAsync({ doctor: { ...changeOfProfile(values, changed), version } })),
    currentOf: (told) => doctorIn(told as SessionPayload),
  })
}
