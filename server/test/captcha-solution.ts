import { createHash } from 'node:crypto'
import { accountEndpoints, type CaptchaChallenge } from '@ulna/contract/accounts/accounts'
import type { TestApp } from './build-test-app.ts'
import { callEndpoint } from './client.ts'

/** What a browser finds out in a fraction of a second. */
export const solveCaptcha = ({ challenge, difficulty }: CaptchaChallenge): string => {
  for (let counter = 0; ; counter += 1) {
    const solution = `${challenge}.${counter}`
    const hash = createHash('sha256').update(solution).digest()
    if (hash.readUInt32BE(0) >>> (32 - difficulty) === 0) return solution
  }
}

export const captchaChallenge = async (app: Pick<TestApp, 'server'>): Promise<CaptchaChallenge> =>
  (await callEndpoint(app, accountEndpoints.captcha)).payload
