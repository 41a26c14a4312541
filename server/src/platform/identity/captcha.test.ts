import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { captchaChallenge, solveCaptcha } from '../../../test/captcha-solution.ts'
import { callEndpoint } from '../../../test/client.ts'
import { testPassword } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'
import { tidyUp } from '../jobs/housekeeping.ts'

const app = await testServer({ captcha: true })

const challenge = () => captchaChallenge(app)

const register = (email: string, captcha?: string) =>
  callEndpoint(app, accountEndpoints.register, {
    body: { email, password: testPassword, firstName: 'Ana', lastName: 'Ruiz', captcha },
  })

describe('the captcha of public forms', () => {
  it('lets a solved challenge through once', async () => {
    const solution = solveCaptcha(await challenge())
    expect((await register('una@example.test', solution)).status).toBe(201)
    expect(await register('dos@example.test', solution)).toMatchObject({
      status: 400,
      errors: [{ code: '0010', message: 'invalid_captcha' }],
    })
  })

  it('refuses none, an unsolved one, a foreign one and one that is too late', async () => {
    const own = await challenge()
    const foreign = { ...own, challenge: own.challenge.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }
    const [nonce, , mac] = own.challenge.split('.')
    const late = { ...own, challenge: `${nonce}.${Date.now() - 1000}.${mac}` }
    for (const solution of [undefined, '', `${own.challenge}.0`, solveCaptcha(foreign), solveCaptcha(late)]) {
      expect((await register('tres@example.test', solution)).status, String(solution)).toBe(400)
    }
  })

  it('takes a challenge once, however its solution is written', async () => {
    const { challenge: own, difficulty } = await challenge()
    const longer = (counter: number) =>
      solveCaptcha({ challenge: `${own}.${counter}`, difficulty, required: true })
    for (const counter of [1, 2])
      expect((await register('seis@example.test', longer(counter))).status).toBe(400)
  })

  it('leaves what is over to housekeeping, whatever forms are sent meanwhile', async () => {
    await sql`insert into used_captchas (hash, expires_at) values ('over', now() - interval '1 hour')`.execute(
      app.owner.queries,
    )
    const over = () =>
      app.owner.queries
        .selectFrom('used_captchas')
        .select('hash')
        .where('expires_at', '<', new Date())
        .execute()
    expect((await register('ocho@example.test', solveCaptcha(await challenge()))).status).toBe(201)
    expect(await over()).toHaveLength(1)
    await tidyUp(app.pool.queries)
    expect(await over()).toEqual([])
  })

  it('is asked for before a password is looked at', async () => {
    const body = {
      email: 'siete@example.test',
      password: 'contraseña123',
      firstName: 'Ana',
      lastName: 'Ruiz',
    }
    const answer = await callEndpoint(app, accountEndpoints.register, { body })
    expect(answer.errors).toMatchObject([{ message: 'invalid_captcha' }])
  })

  it('keeps a solution that was sent with a form that had another mistake', async () => {
    const solution = solveCaptcha(await challenge())
    await register('cuatro@example.test', solveCaptcha(await challenge()))
    expect((await register('cuatro@example.test', solution)).status).toBe(409)
    expect((await register('cinco@example.test', solution)).status).toBe(201)
  })
})
