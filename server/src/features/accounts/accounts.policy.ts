import { invalidField } from '../../platform/app-error.ts'
import { isCommonPassword } from './recovery/common-passwords.ts'

/** Refuses a password that is guessed early. */
export const requireUncommon = (password: string): void => {
  if (isCommonPassword(password)) throw invalidField('password', 'password_common')
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/**
 * A user name with an @ is the account's own address. Another's would take their sign-in from them, and would tell
 * whether there is an account with it.
 */
export const requireOwnAddress = (
  { username, email }: { readonly username: string; readonly email: string },
  field = 'username',
): void => {
  if (username.includes('@') && !isSame(username, email)) throw invalidField(field, 'field_foreign_address')
}
