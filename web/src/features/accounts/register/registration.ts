import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { solvedCaptcha } from '../../../api/captcha/captcha.ts'
import { call } from '../../../api/session/client.ts'
import { enter } from '../entrance/sign-in.ts'

export type Registration = BodyInputOf<typeof accountEndpoints.register>

/** Makes user, profile and practice; the answer signs in. */
export const registerAccount = async (registration: Registration): Promise<void> => {
  const body = { ...registration, ...(await solvedCaptcha()) }
  await enter(await call(accountEndpoints.register, { body }), registration.remember ?? false)
}
