import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { call } from '../session/client.ts'

/** What a public form sends along when the installation asks for it. */
export const solvedCaptcha = async (): Promise<{ captcha?: string }> => {
  const { payload } = await call(accountEndpoints.captcha)
  if (!payload.required) return {}
  const { solveCaptcha } = await import('./solve-captcha.ts')
  return { captcha: await solveCaptcha(payload.challenge, payload.difficulty) }
}
