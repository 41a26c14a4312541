import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { memberEndpoints } from '@ulna/contract/practices/practices.members'
import { signatureEndpoints } from '@ulna/contract/signatures/signatures'
import { afterEach, describe, expect, it } from 'vitest'
import { type LoopbackServer, type Plan, startLoopbackServer } from '../../test/loopback-server.ts'
import { memoryTokenPlaces } from '../../test/memory-token-places.ts'
import { ApiError } from '../http/api-error.ts'
import { createHttpClient } from '../http/http-client.ts'
import { createLoadingCounters } from '../http/loading.ts'
import { createTokenStore } from '../http/token-store.ts'
import { createTokens } from '../http/tokens.ts'
import { createProofRequests, type ProofRequest, withFreshProof } from './fresh-proof.ts'
import { reactionTo } from './report-error.ts'

let server: LoopbackServer | undefined
afterEach(() => server?.close())

const refusal = (message: string) => ({ status: 401, body: { errors: [{ code: '0105', message }] } })
const changed = { status: 200, body: { payload: { practiceRoleId: 3 }, metadata: {} } }

const start = async (plan: Plan) => {
  server = await startLoopbackServer(plan)
  const tokens = createTokens(createTokenStore(memoryTokenPlaces()))
  await tokens.keep({
    token: 'one',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    clockSkew: 0,
  })
  const refresh = async (): Promise<void> => {
    throw new Error('nothing is refreshed here')
  }
  const send = createHttpClient({
    baseUrl: server.baseUrl,
    tokens,
    loading: createLoadingCounters(),
    refresh,
    backoff: 20,
  })
  const requests = createProofRequests()
  const call = withFreshProof(send, requests.ask)
  const promote = () => call(memberEndpoints.change, { params: { id: 3 }, body: { role: 'admin' } })
  const takeBack = () => call(signatureEndpoints.handBack)
  return { promote, takeBack, requests, seen: server.seen }
}

const requestFor = (endpoint: EndpointShape): ProofRequest => ({
  endpoint,
  error: new ApiError(401, [{ code: '0105', message: 'reauth_required' }]),
  sendWith: async () => ({}),
})

/** Resolves when the question is asked. */
const asked = (requests: ReturnType<typeof createProofRequests>): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (requests.asked.get()) resolve()
    }
    requests.asked.subscribe(look)
    look()
  })

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('G13 a call that needs a fresh proof of identity', () => {
  it('waits for the proof, then is sent again with the same input', async () => {
    const { promote, requests, seen } = await start((_, index) =>
      index === 0 ? refusal('reauth_required') : changed,
    )
    const answer = promote()
    await asked(requests)
    expect(seen).toHaveLength(1)
    requests.answer(true)
    expect((await answer).payload.practiceRoleId).toBe(3)
    expect(seen.map(({ body }) => body)).toEqual(['{"role":"admin"}', '{"role":"admin"}'])
    expect(requests.asked.get()).toBeNull()
  })

  it('is given up without a word when the person declines', async () => {
    const { promote, requests, seen } = await start(() => refusal('reauth_required'))
    const answer = failure(promote())
    await asked(requests)
    requests.answer(false)
    expect(reactionTo(await answer)).toEqual({ kind: 'nothing' })
    expect(seen).toHaveLength(1)
  })

  it('is sent again only once', async () => {
    const { promote, requests, seen } = await start(() => refusal('reauth_required'))
    const answer = failure(promote())
    await asked(requests)
    requests.answer(true)
    expect(await answer).toMatchObject({ key: 'reauth_required' })
    expect(seen).toHaveLength(2)
  })

  it('asks once for calls that wait together', async () => {
    const requests = createProofRequests()
    const question = requestFor(memberEndpoints.change)
    let questions = 0
    requests.asked.subscribe(() => {
      if (requests.asked.get()) questions += 1
    })
    const answers = [requests.ask(question), requests.ask(question)]
    requests.answer(true)
    expect(await Promise.all(answers)).toEqual([true, true])
    expect(questions).toBe(1)
  })

  it('does not ask for anything else that is refused', async () => {
    const { promote, requests } = await start(() => refusal('second_factor_required'))
    expect(await failure(promote())).toMatchObject({ key: 'second_factor_required' })
    expect(requests.asked.get()).toBeNull()
  })
})

describe('a call that a short code lets through', () => {
  const code = '407193'
  const given = (body: string): boolean => body.includes(code)
  const back = { status: 201, body: { payload: { handedOver: false }, metadata: {} } }
  const wrong = { status: 400, body: { errors: [{ code: '0022', message: 'invalid_code' }] } }

  it('is sent once more, with the code', async () => {
    const { takeBack, requests, seen } = await start(({ body }) =>
      given(body) ? back : refusal('reauth_required'),
    )
    const answer = takeBack()
    await asked(requests)
    requests.answer(requests.asked.get()?.sendWith(code) ?? false)
    expect((await answer).payload.handedOver).toBe(false)
    expect(seen.map(({ body }) => given(body))).toEqual([false, true])
  })

  it('is sent as it was after a proof that was given instead', async () => {
    const { takeBack, requests, seen } = await start(({ body }, index) => {
      if (given(body)) return wrong
      return index === 0 ? refusal('reauth_required') : back
    })
    const answer = takeBack()
    await asked(requests)
    const tried = failure(requests.asked.get()?.sendWith(code) ?? answer)
    expect(await tried).toMatchObject({ key: 'invalid_code' })
    requests.answer(true)
    expect((await answer).payload.handedOver).toBe(false)
    expect(seen.map(({ body }) => given(body))).toEqual([false, true, false])
  })

  it('lets no other call through that waits as well', async () => {
    const requests = createProofRequests()
    const request = requestFor(signatureEndpoints.handBack)
    const answers = [requests.ask(request), requests.ask(request)]
    requests.answer(Promise.resolve({ payload: 'of the first' }))
    expect(await Promise.all(answers)).toEqual([{ payload: 'of the first' }, true])
  })
})
