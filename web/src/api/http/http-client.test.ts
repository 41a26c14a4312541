import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { auditEndpoints } from '@ulna/contract/audit/audit.trail'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import { afterEach, describe, expect, it } from 'vitest'
import { type LoopbackServer, type Plan, startLoopbackServer } from '../../test/loopback-server.ts'
import { memoryTokenPlaces } from '../../test/memory-token-places.ts'
import { ApiError, ConnectionError } from './api-error.ts'
import { type Call, createHttpClient } from './http-client.ts'
import { createLoadingCounters } from './loading.ts'
import { createTokenStore } from './token-store.ts'
import { createTokens, renewUnlessSignedIn, type Tokens } from './tokens.ts'

const patientPath = '/api/patient/7'
const ok = { status: 200, body: { payload: { id: 7 }, metadata: {} } }
const refusal = (status: number, message: string) => ({
  status,
  body: { errors: [{ code: '0003', message }] },
})
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString()
const renewed = (token: string) => ({
  status: 200,
  body: { payload: { userId: 1 }, metadata: { token, expiresAt: inAnHour(), firebaseToken: null } },
})

let server: LoopbackServer | undefined
afterEach(() => server?.close())

const clientFor = (baseUrl: string, tokens: Tokens) => {
  const builds: (string | null)[] = []
  const loading = createLoadingCounters()
  const refresh = (send: Call): Promise<void> =>
    renewUnlessSignedIn(tokens, async () => {
      const { metadata, clockSkew } = await send(accountEndpoints.refresh, { silent: true })
      await tokens.keep({ ...metadata, clockSkew })
    })
  const noteBuild = (build: string | null): number => builds.push(build)
  return {
    call: createHttpClient({ baseUrl, tokens, loading, refresh, noteBuild, backoff: 20 }),
    loading,
    builds,
  }
}

const start = async (plan: Plan, token = '') => {
  server = await startLoopbackServer(plan)
  const places = memoryTokenPlaces()
  const tokens = createTokens(createTokenStore(places))
  if (token) await tokens.keep({ token, expiresAt: inAnHour(), clockSkew: 0 })
  return { ...clientFor(server.baseUrl, tokens), tokens, places, seen: server.seen }
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

const readPatient = (call: Call) => call(patientEndpoints.read, { params: { id: 7 } })

describe('what is sent', () => {
  it('fills path and query, and carries the Bearer token when one is stored', async () => {
    const { call, seen } = await start(
      () => ({ status: 200, body: { payload: [], metadata: { total: 0 } } }),
      'one',
    )
    const answer = await call(patientEndpoints.findByName, {
      params: { name: 'Íñigo/é' },
      query: { limit: 5 },
    })
    expect(seen[0]?.url).toBe('/api/patient/findByName/%C3%8D%C3%B1igo%2F%C3%A9?limit=5')
    expect(seen[0]?.headers.authorization).toBe('Bearer one')
    expect(answer.metadata).toEqual({ total: 0 })
  })

  it('sends no authorization header without a token', async () => {
    const { call, seen } = await start(() => ok)
    await readPatient(call)
    expect(seen[0]?.headers.authorization).toBeUndefined()
  })

  it('gives every POST an idempotency key, its own or the one that was given', async () => {
    const { call, seen } = await start(() => ok, 'one')
    const body = { firstName: 'Ana', lastName: 'Ruiz' }
    await call(patientEndpoints.create, { body })
    await call(patientEndpoints.create, { body })
    await call(patientEndpoints.create, { body, idempotencyKey: 'given' })
    const keys = seen.map((request) => request.headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(keys).size).toBe(3)
    expect(keys[2]).toBe('given')
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual(body)
  })

  it('waits as long as the server needs: there is no time-out', async () => {
    const slow = new Promise<typeof ok>((resolve) => setTimeout(() => resolve(ok), 400))
    const { call } = await start(() => slow)
    await expect(readPatient(call)).resolves.toBeDefined()
  })
})

describe('what is sent again', () => {
  it.each([429, 503, 504, 599])('makes three attempts in all when the server answers %i', async (status) => {
    const { call, seen } = await start(() => refusal(status, 'service_unavailable'))
    const error = await failure(readPatient(call))
    expect(error).toBeInstanceOf(ApiError)
    expect(seen).toHaveLength(3)
  })

  it('backs off exponentially', async () => {
    const { call, seen } = await start(() => refusal(503, 'service_unavailable'))
    await failure(readPatient(call))
    const [first = 0, second = 0, third = 0] = seen.map((request) => request.at)
    expect(second - first).toBeGreaterThanOrEqual(18)
    expect(third - second).toBeGreaterThanOrEqual(38)
  })

  it('answers with the first success', async () => {
    const { call, seen } = await start((_, index) => (index === 0 ? refusal(503, 'service_unavailable') : ok))
    const { payload } = await readPatient(call)
    expect(payload.id).toBe(7)
    expect(seen).toHaveLength(2)
  })

  it.each([400, 403, 404, 409, 500, 501, 502])('does not repeat after %i', async (status) => {
    const { call, seen } = await start(() => refusal(status, 'general_error'))
    await failure(readPatient(call))
    expect(seen).toHaveLength(1)
  })

  it('repeats PUT and DELETE, never POST', async () => {
    const { call, seen } = await start(() => refusal(503, 'service_unavailable'), 'one')
    await failure(call(patientEndpoints.update, { params: { id: 7 }, body: { note: 'x' } }))
    await failure(call(patientEndpoints.remove, { params: { id: 7 } }))
    await failure(call(patientEndpoints.create, { body: { firstName: 'Ana', lastName: 'Ruiz' } }))
    expect(seen.map((request) => request.method)).toEqual([
      'PUT',
      'PUT',
      'PUT',
      'DELETE',
      'DELETE',
      'DELETE',
      'POST',
    ])
    expect(seen[2]?.body).toBe(seen[0]?.body)
  })

  it('tries twice more when no answer arrives, then says that the connection is lost', async () => {
    const { call, seen } = await start(() => 'drop')
    const error = await failure(readPatient(call))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(seen).toHaveLength(3)
  })

  it('does not repeat a POST that got no answer', async () => {
    const { call, seen } = await start(() => 'drop', 'one')
    const error = await failure(call(practiceEndpoints.setCurrent, { params: { id: 3 } }))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(seen).toHaveLength(1)
  })

  it('waits as long as Retry-After says', async () => {
    const busy = { ...refusal(429, 'rate_limited'), headers: { 'retry-after': '1' } }
    const { call, seen } = await start((_, index) => (index === 0 ? busy : ok))
    await readPatient(call)
    expect((seen[1]?.at ?? 0) - (seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(980)
  })

  it('hands a long Retry-After to the person instead of sitting it out', async () => {
    const busy = { ...refusal(429, 'rate_limited'), headers: { 'retry-after': '600' } }
    const { call, seen } = await start(() => busy)
    const error = await failure(readPatient(call))
    expect(error).toMatchObject({ key: 'rate_limited', retryAfter: 600 })
    expect(seen).toHaveLength(1)
  })

  it('stops when the caller aborts', async () => {
    const { call, seen } = await start(() => refusal(503, 'service_unavailable'))
    const control = new AbortController()
    const pending = failure(call(patientEndpoints.read, { params: { id: 7 }, signal: control.signal }))
    setTimeout(() => control.abort(), 10)
    expect(await pending).toMatchObject({ name: 'AbortError' })
    expect(seen.length).toBeLessThan(3)
  })
})

describe('a token that has ended', () => {
  const tokenRules: Plan = ({ url, headers }) => {
    if (url === '/api/auth/refresh') return renewed('two')
    return headers.authorization === 'Bearer two' ? ok : refusal(401, 'token_expired')
  }

  it('is refreshed first, then the call is repeated with the new one', async () => {
    const { call, seen, tokens, places } = await start(tokenRules, 'one')
    await readPatient(call)
    expect(seen.map((request) => request.url)).toEqual([patientPath, '/api/auth/refresh', patientPath])
    expect(seen[2]?.headers.authorization).toBe('Bearer two')
    expect(tokens.current()).toBe('two')
    expect(places.sessionToken()).toBe('two')
  })

  it('is refreshed once for any number of calls at the same time', async () => {
    const { call, seen } = await start(tokenRules, 'one')
    await Promise.all(Array.from({ length: 8 }, () => readPatient(call)))
    expect(seen.filter((request) => request.url === '/api/auth/refresh')).toHaveLength(1)
  })

  it('ends the call with 401 when the session is over', async () => {
    const { call, seen } = await start(() => refusal(401, 'session_invalid'), 'one')
    const error = await failure(readPatient(call))
    expect(error).toMatchObject({ status: 401, key: 'session_invalid' })
    expect(seen.map((request) => request.url)).toEqual([patientPath, '/api/auth/refresh'])
  })

  it('keeps where the token was stored', async () => {
    const { call, tokens, places } = await start(tokenRules)
    await tokens.keep({ token: 'one', expiresAt: inAnHour(), clockSkew: 0 }, true)
    await readPatient(call)
    expect(places.rememberedToken()).toBe('two')
    expect(places.sessionToken()).toBeNull()
  })

  it('is refreshed before a POST, which is never repeated', async () => {
    const { call, seen, tokens } = await start(tokenRules, 'one')
    await tokens.keep({ token: 'one', expiresAt: new Date(Date.now() + 5_000).toISOString(), clockSkew: 0 })
    await call(practiceEndpoints.setCurrent, { params: { id: 3 } })
    expect(seen.map((request) => request.url)).toEqual([
      '/api/auth/refresh',
      '/api/auth/setCurrentPractice/3',
    ])
  })

  it.each(['reauth_required', 'second_factor_required'])(
    'is not what %s is about: nothing is refreshed or repeated',
    async (message) => {
      const { call, seen } = await start(() => refusal(401, message), 'one')
      const change = call(patientEndpoints.update, { params: { id: 7 }, body: { note: 'x' } })
      expect(await failure(change)).toMatchObject({ status: 401, key: message })
      expect(seen.map((request) => request.url)).toEqual([patientPath])
    },
  )

  it('is not looked for when a sign-in is refused', async () => {
    const { call, seen } = await start(() => refusal(401, 'unauthorized'))
    const error = await failure(call(accountEndpoints.login, { body: { username: 'laura', password: 'x' } }))
    expect(error).toMatchObject({ key: 'unauthorized' })
    expect(seen).toHaveLength(1)
  })
})

describe('a session that is over, while somebody signs in again', () => {
  /** The old session is over; `signIn` happens while the refusal of `late` is under way. */
  const startLate = async (late: string) => {
    const signIn = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const plan: Plan = async ({ url, headers }) => {
      if (headers.authorization === 'Bearer new') return ok
      if (url === late) {
        arrived.resolve()
        await signIn.promise
      }
      return refusal(401, 'session_invalid')
    }
    const started = await start(plan, 'old')
    const signInAgain = async () => {
      await arrived.promise
      await started.tokens.keep({ token: 'new', expiresAt: inAnHour(), clockSkew: 0 })
      signIn.resolve()
    }
    return { ...started, signInAgain }
  }

  it('a late refusal to renew ends nothing: the call is sent with the new token', async () => {
    const { call, seen, signInAgain } = await startLate('/api/auth/refresh')
    const [answer] = await Promise.all([readPatient(call), signInAgain()])
    expect(answer.payload).toEqual({ id: 7 })
    expect(seen.map(({ url }) => url)).toEqual([patientPath, '/api/auth/refresh', patientPath])
  })

  it('a POST that is refused late is sent again, by the same key', async () => {
    const { call, seen, signInAgain } = await startLate('/api/patient')
    const body = { firstName: 'Ana', lastName: 'Ruiz' }
    await Promise.all([call(patientEndpoints.create, { body }), signInAgain()])
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new'])
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  it('a refusal to renew that nobody answers is told', async () => {
    const { call, tokens } = await start(() => refusal(401, 'session_invalid'), 'old')
    expect(await failure(readPatient(call))).toMatchObject({ status: 401 })
    expect(tokens.current()).toBe('old')
  })
})

describe('what comes back', () => {
  it('carries key, status, field errors and metadata of a refusal', async () => {
    const fields = [
      { code: '0002', message: 'invalid_request', field: 'firstName', params: { reason: 'field_required' } },
      { code: '0002', message: 'invalid_request', field: 'email', params: { reason: 'field_email' } },
    ]
    const { call } = await start(() => ({
      status: 400,
      body: { errors: fields, metadata: { current: { id: 7 } } },
    }))
    const error = await failure(readPatient(call))
    expect(error).toMatchObject({ key: 'invalid_request', status: 400, metadata: { current: { id: 7 } } })
    expect((error as ApiError).fieldErrors.map((entry) => entry.field)).toEqual(['firstName', 'email'])
  })

  it('survives a proxy that answers with a page of its own', async () => {
    const { call } = await start(() => ({ status: 502, body: '<h1>Bad gateway</h1>' }))
    expect(await failure(readPatient(call))).toMatchObject({ status: 502, key: 'general_error' })
  })

  it('knows how far the clocks are apart', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString()
    const { call } = await start(() => ({ ...ok, headers: { date } }))
    const { clockSkew } = await readPatient(call)
    expect(Math.abs(clockSkew - 3_600_000)).toBeLessThan(3_000)
  })
})

describe('loading counters', () => {
  it('count a call while it is under way, also when it fails', async () => {
    const { call, loading } = await start(() => refusal(404, 'not_found'))
    const pending = failure(readPatient(call))
    expect(loading.store.get()).toEqual({ normal: 1, blocking: 0 })
    await pending
    expect(loading.store.get()).toEqual({ normal: 0, blocking: 0 })
  })

  it('count blocking calls apart and leave silent ones out', async () => {
    const { call, loading } = await start(() => ok)
    const blocking = call(patientEndpoints.read, { params: { id: 7 }, blocking: true })
    const silent = call(patientEndpoints.read, { params: { id: 7 }, silent: true })
    expect(loading.store.get()).toEqual({ normal: 0, blocking: 1 })
    await Promise.all([blocking, silent])
    expect(loading.isLoading()).toBe(false)
  })
})

describe('C8 C12 the practice that the page shows', () => {
  const inPractice = async (plan: Plan) => {
    const started = await start(plan, 'one')
    let practice: number | null = 3
    const call = createHttpClient({
      baseUrl: server?.baseUrl ?? '',
      tokens: started.tokens,
      loading: createLoadingCounters(),
      refresh: () => Promise.resolve(),
      practice: () => practice,
      backoff: 20,
    })
    return {
      call,
      seen: started.seen,
      move: (to: number | null) => {
        practice = to
      },
    }
  }

  it('is named to the server with every call of a member, and with no other', async () => {
    const { call, seen, move } = await inPractice(() => ok)
    await readPatient(call)
    await call(accountEndpoints.me)
    move(null)
    await readPatient(call)
    expect(seen.map(({ headers }) => headers['ulna-practice'])).toEqual(['3', undefined, undefined])
  })

  it('must be the same when the answer comes: what belongs to the one before is neither shown nor reported', async () => {
    let release: (answer: typeof ok) => void = () => undefined
    const held = new Promise<typeof ok>((resolve) => {
      release = resolve
    })
    const { call, move } = await inPractice(() => held)
    const reading = failure(readPatient(call))
    move(4)
    release(ok)
    expect(await reading).toMatchObject({ name: 'AbortError' })
  })

  it('silences a refusal of the practice before, too', async () => {
    const { call, move } = await inPractice(() => {
      move(4)
      return refusal(403, 'practice_required')
    })
    expect(await failure(readPatient(call))).toMatchObject({ name: 'AbortError' })
  })

  it('does not matter to calls that belong to no practice', async () => {
    const { call, move } = await inPractice(() => {
      move(4)
      return ok
    })
    expect(await failure(call(accountEndpoints.me))).toBeUndefined()
  })
})

describe('files', () => {
  it('come as the text they are', async () => {
    const csv = 'at,action\r\n2026-01-01,patient.read\r\n'
    const { call } = await start(
      () => ({ status: 200, body: csv, headers: { 'content-type': 'text/csv; charset=utf-8' } }),
      'one',
    )
    expect((await call(auditEndpoints.exportTrail)).payload).toBe(csv)
  })
})

it('H10 hears with every answer, a refusal too, which build of the web app is given out', async () => {
  const { call, builds } = await start(
    (_request, index) =>
      index === 0
        ? { ...ok, headers: { 'ulna-build': 'one' } }
        : { ...refusal(400, 'invalid_body'), headers: { 'ulna-build': 'two' } },
    'one',
  )
  await readPatient(call)
  await failure(readPatient(call))
  expect(builds).toEqual(['one', 'two'])
})
