import { createStore, get, set } from 'idb-keyval'
import { createExternalStore, useExternalStore } from '../../api/http/external-store.ts'
import { pageSettings } from '../../i18n/page-settings.ts'
import { type Consent, type ConsentChoice, isStillValid, readConsent } from './consent.ts'
import { configuredThirdParties } from './third-parties.ts'

interface ConsentState {
  /** The choice that counts; null while there is none. */
  readonly consent: Consent | null
  /** The bar is open. */
  readonly asking: boolean
}

const state = createExternalStore<ConsentState>({ consent: null, asking: false })

export const useConsent = (): ConsentState => useExternalStore(state)

const key = 'consent'

/** The local store of the product (specification §9). Private windows may refuse it: then the question comes again. */
const places = {
  read: (): Promise<unknown> => get(key, createStore('ulna', 'keyval')),
  write: (consent: Consent): Promise<void> => set(key, consent, createStore('ulna', 'keyval')),
}

/** Reads the choice of an earlier visit, and asks when there is none that counts. */
export const loadConsent = async (): Promise<void> => {
  const consent = readConsent(await places.read().catch(() => undefined))
  const counts = consent !== null && isStillValid(consent, configuredThirdParties(pageSettings()), new Date())
  state.set(counts ? { consent, asking: false } : { consent: null, asking: true })
}

/** Opens the bar again, to change the choice. */
export const askForConsent = (): void => state.set({ ...state.get(), asking: true })

/** Cookies that analytics and pixel leave under this site's own name. */
const thirdPartyCookies = /^(_ga|_gid|_gat|_fb)/

const forgetCookies = (): void => {
  for (const name of document.cookie.split('; ').map((pair) => pair.split('=')[0] ?? '')) {
    if (!thirdPartyCookies.test(name)) continue
    const labels = window.location.hostname.split('.')
    // They are set for the widest domain that the browser allows.
    const domains = labels.map((_, index) => `; domain=${labels.slice(index).join('.')}`)
    // The Cookie Store API is missing in Firefox and on http.
    // biome-ignore lint/suspicious/noDocumentCookie: see above
    for (const domain of ['', ...domains]) document.cookie = `${name}=; max-age=0; path=/${domain}`
  }
}

/** Keeps the choice. Taking consent back ends what runs already: code of others stops only with the page. */
export const decideConsent = async (choice: ConsentChoice): Promise<void> => {
  const wasGiven = state.get().consent?.choice === 'all'
  const consent = { choice, at: new Date().toISOString(), asked: configuredThirdParties(pageSettings()) }
  await places.write(consent).catch(() => undefined)
  state.set({ consent, asking: false })
  if (!wasGiven || choice === 'all') return
  forgetCookies()
  window.location.reload()
}
