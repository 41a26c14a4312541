import { afterEach, beforeEach, expect, it } from 'vitest'
import { type LoopbackServer, startLoopbackServer } from '../../test/loopback-server.ts'
import { fetchOrTake } from './asked-ahead.ts'

let server: LoopbackServer
beforeEach(async () => {
  server = await startLoopbackServer(() => ({ status: 200, body: { payload: 'of the server' } }))
})
afterEach(async () => {
  globalThis.ulnaAskedAhead = undefined
  await server.close()
})

const ahead = (payload: string): Response => Response.json({ payload })
const ask = async (path: string, token = 'one'): Promise<string> => {
  const answer = await fetchOrTake(`${server.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await answer.json()) as { payload: string }).payload
}

it('an answer that was asked for ahead is taken once', async () => {
  globalThis.ulnaAskedAhead = {
    at: performance.now(),
    refresh: Promise.resolve(ahead('refreshed')),
    me: Promise.resolve({ token: 'one', answer: ahead('me') }),
  }
  expect(await ask('/auth/refresh')).toBe('refreshed')
  expect(await ask('/auth/me')).toBe('me')
  expect([await ask('/auth/refresh'), await ask('/auth/me')]).toEqual(['of the server', 'of the server'])
})

it('who it is counts for the token it was asked with, and for no other', async () => {
  globalThis.ulnaAskedAhead = {
    at: performance.now(),
    me: Promise.resolve({ token: 'one', answer: ahead('me') }),
  }
  expect(await ask('/auth/me', 'two')).toBe('of the server')
})

it('what was asked for in vain fails as it would have, or is asked again', async () => {
  globalThis.ulnaAskedAhead = {
    at: performance.now(),
    refresh: Promise.reject(new TypeError('fetch failed')),
    me: Promise.reject(new TypeError('fetch failed')),
  }
  await expect(ask('/auth/refresh')).rejects.toThrow(TypeError)
  expect(await ask('/auth/me')).toBe('of the server')
})

it('nothing else is touched by it', async () => {
  globalThis.ulnaAskedAhead = { at: performance.now(), refresh: Promise.resolve(ahead('refreshed')) }
  expect(await ask('/patient/7')).toBe('of the server')
})

it('an answer of half a minute ago is left alone', async () => {
  globalThis.ulnaAskedAhead = { at: performance.now() - 31_000, refresh: Promise.resolve(ahead('refreshed')) }
  expect(await ask('/auth/refresh')).toBe('of the server')
})
