import { describe, expect, it } from 'vitest'
import { memoryTokenPlaces } from '../../test/memory-token-places.ts'
import { createTokenStore } from './token-store.ts'
import { createTokens } from './tokens.ts'

const newToken = (token: string, expiresAt = '2026-11-20T10:15:00Z', clockSkew = 0) => ({
  token,
  expiresAt,
  clockSkew,
})
const clockAt = (time: string) => () => Date.parse(`2026-11-20T${time}Z`)

describe('token store', () => {
  it('keeps a remembered token across browser restarts and another one for the session only', async () => {
    const places = memoryTokenPlaces()
    const store = createTokenStore(places)
    await store.write('for-the-session', false)
    expect([places.rememberedToken(), places.sessionToken()]).toEqual([undefined, 'for-the-session'])
    await store.write('remembered', true)
    expect([places.rememberedToken(), places.sessionToken()]).toEqual(['remembered', null])
    expect(await store.read()).toBe('remembered')
  })

  it('clears both places when the token is set to empty', async () => {
    const places = memoryTokenPlaces()
    const store = createTokenStore(places)
    await store.write('remembered', true)
    await store.write('', true)
    expect([places.rememberedToken(), places.sessionToken()]).toEqual([undefined, null])
    expect(await store.read()).toBeNull()
  })

  it('leaves no token of an earlier sign-in behind', async () => {
    const places = memoryTokenPlaces()
    const store = createTokenStore(places)
    await store.write('remembered', true)
    await store.write('for-the-session', false)
    expect([places.rememberedToken(), places.sessionToken()]).toEqual([undefined, 'for-the-session'])
  })
})

describe('tokens', () => {
  it('restores what is stored and stays in the same place afterwards', async () => {
    const places = memoryTokenPlaces()
    await createTokenStore(places).write('old', true)
    const tokens = createTokens(createTokenStore(places))
    expect(await tokens.restore()).toBe('old')
    await tokens.keep(newToken('new'))
    expect(places.rememberedToken()).toBe('new')
  })

  it('takes a restored token for stale, because nobody knows when it ends', async () => {
    const places = memoryTokenPlaces()
    await createTokenStore(places).write('old', false)
    const tokens = createTokens(createTokenStore(places))
    await tokens.restore()
    expect(tokens.isStale()).toBe(true)
  })

  it('is stale half a minute before the end, by the clock of the server', async () => {
    const tokens = createTokens(createTokenStore(memoryTokenPlaces()), clockAt('10:14:00'))
    await tokens.keep(newToken('one'))
    expect(tokens.isStale()).toBe(false)
    await tokens.keep(newToken('one', '2026-11-20T10:14:20Z'))
    expect(tokens.isStale()).toBe(true)
    await tokens.keep(newToken('one', '2026-11-20T11:14:20Z', 3_600_000))
    expect(tokens.isStale()).toBe(true)
  })

  it('is never stale without a token', async () => {
    const tokens = createTokens(createTokenStore(memoryTokenPlaces()))
    expect(tokens.isStale()).toBe(false)
    await tokens.keep(newToken('one'))
    await tokens.clear()
    expect([tokens.current(), tokens.isStale()]).toEqual(['', false])
  })
})
