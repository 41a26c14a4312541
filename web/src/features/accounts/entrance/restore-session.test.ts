import { describe, expect, it } from 'vitest'
import { ApiError, ConnectionError } from '../../../api/http/api-error.ts'
import { createTokenStore } from '../../../api/http/token-store.ts'
import { createTokens } from '../../../api/http/tokens.ts'
import { memoryTokenPlaces } from '../../../test/memory-token-places.ts'
import { createRestore } from './restore-session.ts'

const refusal = (status: number, message: string): ApiError =>
  new ApiError(status, [{ code: '0000', message }])

interface Situation {
  stored?: string
  hint?: boolean
  login?: () => Promise<void>
  refresh?: () => Promise<void>
}

/** A restore over a real token store in memory; `steps` tells what was done, in order. */
const situation = async ({ stored = '', hint = false, login, refresh }: Situation) => {
  const steps: string[] = []
  const places = memoryTokenPlaces()
  const store = createTokenStore(places)
  if (stored) await store.write(stored, true)
  const tokens = createTokens(store)
  const state = { authUser: null, rememberMeCompleted: false }
  const restore = createRestore({
    tokens,
    hasSessionHint: () => hint,
    refreshToken: async () => {
      steps.push('refresh')
      await refresh?.()
    },
    rememberMeLogin: async () => {
      steps.push(`login with ${tokens.current() || 'no token'}`)
      await login?.()
    },
    state: () => state,
    changeSession: (change) => {
      steps.push(Object.keys(change).join())
      Object.assign(state, change)
    },
  })
  return { restore, steps, state, places, tokens }
}

const refusing = (error: unknown) => async (): Promise<void> => {
  throw error
}

describe('restore of the sign-in', () => {
  it('is complete at once when no token is stored', async () => {
    const { restore, steps } = await situation({})
    await restore()
    expect(steps).toEqual(['rememberMeCompleted'])
  })

  it('makes the stored token the user token, logs in with it, then is complete', async () => {
    const { restore, steps } = await situation({ stored: 'kept' })
    await restore()
    expect(steps).toEqual(['login with kept', 'rememberMeCompleted'])
  })

  it('asks for a token when only the cookie of a session is there', async () => {
    const { restore, steps } = await situation({ hint: true })
    await restore()
    expect(steps).toEqual(['refresh', 'login with no token', 'rememberMeCompleted'])
  })

  it('requires a practice when the session lookup says so', async () => {
    const { restore, steps, tokens } = await situation({
      stored: 'kept',
      login: refusing(refusal(403, 'practice_required')),
    })
    await restore()
    expect(steps).toEqual(['login with kept', 'practiceRequired', 'rememberMeCompleted'])
    expect(tokens.current()).toBe('kept')
  })

  it('forgets a session that has ended', async () => {
    const { restore, state, places } = await situation({
      stored: 'kept',
      login: refusing(refusal(401, 'session_invalid')),
    })
    await restore()
    expect(state.rememberMeCompleted).toBe(true)
    expect(places.rememberedToken()).toBeUndefined()
  })

  it.each([new ConnectionError(new TypeError('fetch failed')), refusal(503, 'service_unavailable')])(
    'signs nobody out when the server is away, and may be tried again',
    async (problem) => {
      let isAway = true
      const login = async (): Promise<void> => {
        if (isAway) throw problem
      }
      const { restore, state, places } = await situation({ stored: 'kept', login })
      await expect(restore()).rejects.toBe(problem)
      expect(state.rememberMeCompleted).toBe(false)
      expect(places.rememberedToken()).toBe('kept')
      isAway = false
      await restore()
      expect(state.rememberMeCompleted).toBe(true)
    },
  )

  it('runs once for all pages that wait', async () => {
    const { restore, steps } = await situation({ stored: 'kept' })
    await Promise.all([restore(), restore(), restore()])
    await restore()
    expect(steps).toEqual(['login with kept', 'rememberMeCompleted'])
  })
})
