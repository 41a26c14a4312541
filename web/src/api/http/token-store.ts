import { createStore, del, get, set, type UseStore } from 'idb-keyval'

/** Where the app token rests between visits (specification §9: key `appToken` in the local store `ulna`). */
export interface TokenStore {
  /** The stored token; null when none is stored. */
  readonly read: () => Promise<string | null>
  /** Persists the token: with `remember` until it is cleared, else until the browser ends. Empty clears both places. */
  readonly write: (token: string, remember: boolean) => Promise<void>
  /** True when the token that is stored outlives the browser. */
  readonly isRemembered: () => Promise<boolean>
}

export const tokenKey = 'appToken'

/** Tells the head of the page, which cannot wait for a store to be read, that a token is remembered (`web/build`). */
const rememberedMark = 'ulna.remembered'

export interface TokenPlaces {
  readonly remembered: {
    read: () => Promise<string | undefined>
    write: (token: string) => Promise<void>
    clear: () => Promise<void>
  }
  readonly session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

export const createTokenStore = ({ remembered, session }: TokenPlaces): TokenStore => ({
  read: async () => (await remembered.read()) ?? session.getItem(tokenKey),
  isRemembered: async () => (await remembered.read()) !== undefined,
  write: async (token, remember) => {
    if (token !== '' && remember) {
      session.removeItem(tokenKey)
      return remembered.write(token)
    }
    await remembered.clear()
    if (token === '') return session.removeItem(tokenKey)
    session.setItem(tokenKey, token)
  },
})

/** Some browsers refuse by throwing at once, others by a promise: both are answers that can be waited for. */
const asking = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => ask()

/** Private windows may refuse IndexedDB; then nobody is remembered, and nothing fails. */
export const browserTokenPlaces = (): TokenPlaces => {
  let store: UseStore | undefined
  const database = (): UseStore => {
    store ??= createStore('ulna', 'keyval')
    return store
  }
  return {
    remembered: {
      read: () => asking(() => get<string>(tokenKey, database())).catch(() => undefined),
      write: (token) =>
        asking(async () => {
          await set(tokenKey, token, database())
          localStorage.setItem(rememberedMark, '1')
        }).catch(() => sessionStorage.setItem(tokenKey, token)),
      clear: () =>
        asking(async () => {
          await del(tokenKey, database())
          localStorage.removeItem(rememberedMark)
        }).catch(() => undefined),
    },
    session: sessionStorage,
  }
}
