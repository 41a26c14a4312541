import type { TokenStore } from './token-store.ts'

export interface NewToken {
  readonly token: string
  /** ISO instant by the server's clock. */
  readonly expiresAt: string
  /** Milliseconds the server's clock is ahead of this device's. */
  readonly clockSkew: number
}

/** The user token in memory, mirrored in the token store; when it ends by this device's clock. */
export interface Tokens {
  readonly current: () => string
  /** Takes a token out of the store, without knowing when it ends. */
  readonly restore: () => Promise<string>
  /** Keeps a token; `remember` absent leaves it where the last one was. */
  readonly keep: (token: NewToken, remember?: boolean) => Promise<void>
  readonly clear: () => Promise<void>
  /** True when the token ends within half a minute, or when nobody knows. */
  readonly isStale: () => boolean
}

const staleBefore = 30_000

export const createTokens = (store: TokenStore, now: () => number = Date.now): Tokens => {
  let current = ''
  let endsAt = 0
  let remembered = false
  return {
    current: () => current,
    isStale: () => current !== '' && endsAt - now() < staleBefore,
    restore: async () => {
      current = (await store.read()) ?? ''
      remembered = await store.isRemembered()
      endsAt = 0
      return current
    },
    keep: async ({ token, expiresAt, clockSkew }, remember) => {
      current = token
      endsAt = Date.parse(expiresAt) - clockSkew
      remembered = remember ?? remembered
      await store.write(token, remembered)
    },
    clear: async () => {
      current = ''
      endsAt = 0
      await store.write('', remembered)
    },
  }
}

/**
 * Renews the token. Where somebody signs in while that is under way, its refusal is about the session before and
 * concerns nobody any more.
 */
export const renewUnlessSignedIn = async (tokens: Tokens, renew: () => Promise<void>): Promise<void> => {
  const held = tokens.current()
  try {
    await renew()
  } catch (error) {
    const isMeanwhileAnother = tokens.current() !== held && tokens.current() !== ''
    if (!isMeanwhileAnother) throw error
  }
}
