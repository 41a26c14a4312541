import { afterEach, expect, it } from 'vitest'
import { createHttpClient, newIdempotencyKey } from '../../api/http/http-client.ts'
import { createTokenStore } from '../../api/http/token-store.ts'
import { createTokens } from '../../api/http/tokens.ts'
import { type Plan, startLoopbackServer } from '../../test/loopback-server.ts'
import { memoryTokenPlaces } from '../../test/memory-token-places.ts'
import { createContactSender } from './contact-sender.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

const message = {
  name: 'Beatriz',
  email: 'beatriz@clinica.example',
  phone: '',
  practiceName: '',
  message: 'Somos cuatro fisioterapeutas.',
}
const accepted = { status: 201, body: { payload: { accepted: true }, metadata: {} } }

const prepare = async (plan: Plan) => {
  const server = await startLoopbackServer(plan)
  closing.push(server.close)
  let solved = 0
  const send = createContactSender({
    call: createHttpClient({
      baseUrl: server.baseUrl,
      tokens: createTokens(createTokenStore(memoryTokenPlaces())),
      loading: { start: () => undefined, stop: () => undefined },
      refresh: () => Promise.reject(new Error('nobody is signed in')),
      backoff: 1,
    }),
    solvedCaptcha: async () => ({ captcha: `solution ${++solved}` }),
    newKey: newIdempotencyKey,
  })
  const seen = () =>
    server.seen.map((request) => ({ key: request.headers['idempotency-key'], body: request.body }))
  return { send, seen }
}

it('a double click sends the message once', async () => {
  const { send, seen } = await prepare(() => accepted)
  await Promise.all([send(message), send(message)])
  expect(seen()).toHaveLength(1)
})

it('after a lost answer the same words go again with the same captcha and the same key', async () => {
  const { send, seen } = await prepare((_, index) => (index === 0 ? 'drop' : accepted))
  await expect(send(message)).rejects.toMatchObject({ name: 'ConnectionError' })
  await send(message)
  const [first, second] = seen()
  expect(second).toEqual(first)
})

it('other words, or a refusal, make it another message', async () => {
  const refused = { status: 400, body: { errors: [{ code: '0112', message: 'invalid_captcha' }] } }
  const { send, seen } = await prepare((_, index) => (index === 0 ? refused : accepted))
  await expect(send(message)).rejects.toMatchObject({ key: 'invalid_captcha' })
  await send(message)
  await send({ ...message, message: 'Somos cinco, perdón.' })
  const keys = seen().map((request) => request.key)
  expect(new Set(keys).size).toBe(3)
  expect(seen().map((request) => JSON.parse(request.body).captcha)).toEqual([
    'solution 1',
    'solution 2',
    'solution 3',
  ])
})
