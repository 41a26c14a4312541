import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { solvedCaptcha } from '../../../api/captcha/captcha.ts'
import { call } from '../../../api/session/client.ts'
import { enter } from '../entrance/sign-in.ts'

/** Asks for a link to choose a new password; the answer does not tell whether there is such an account. */
export const askForReset = async (username: string): Promise<void> => {
  await call(recoveryEndpoints.forgotPassword, { body: { username, ...(await solvedCaptcha()) } })
}

/** Sets a new password with the link of the mail; answers the user name to sign in with. */
export const resetPassword = async (token: string, password: string): Promise<string> => {
  const { payload } = await call(recoveryEndpoints.resetPassword, { body: { token, password } })
  return payload.username
}

/** Activates the account of the link and signs in. Rejects with second_factor_required when it is active now but wants more. */
export const activateAccount = async (token: string): Promise<void> => {
  await enter(await call(recoveryEndpoints.activate, { body: { token } }), false)
}

/** Asks for the activation mail once more. */
export const resendActivation = async (username: string): Promise<void> => {
  await call(recoveryEndpoints.resendActivation, { body: { username, ...(await solvedCaptcha()) } })
}

/** Makes a new address the account's; answers it. */
export const confirmMail = async (token: string): Promise<string> => {
  const { payload } = await call(recoveryEndpoints.confirmMail, { body: { token } })
  return payload.email
}
