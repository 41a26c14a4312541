import type { TokenPlaces } from '../api/http/token-store.ts'

export interface MemoryPlaces extends TokenPlaces {
  readonly rememberedToken: () => string | undefined
  readonly sessionToken: () => string | null
}

/** The two places of the token store without a browser. */
export const memoryTokenPlaces = (): MemoryPlaces => {
  let rememberedToken: string | undefined
  const sessionTokens = new Map<string, string>()
  return {
    remembered: {
      read: async () => rememberedToken,
      write: async (token) => {
        rememberedToken = token
      },
      clear: async () => {
        rememberedToken = undefined
      },
    },
    session: {
      getItem: (key) => sessionTokens.get(key) ?? null,
      setItem: (key, token) => void sessionTokens.set(key, token),
      removeItem: (key) => void sessionTokens.delete(key),
    },
    rememberedToken: () => rememberedToken,
    sessionToken: () => sessionTokens.get('appToken') ?? null,
  }
}
