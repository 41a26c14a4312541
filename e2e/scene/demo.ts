import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { test as base } from './fixtures.ts'
import type { Language, Texts } from './texts.ts'
import { createDataDirectory, startUlna } from './ulna-server.ts'

/** A server of the worker's own that holds the demo practice. */
export interface DemoPractice {
  readonly url: string
  readonly username: string
  readonly password: string
  readonly token: string
}

const loadDemo = async (url: string, request: APIRequestContext): Promise<DemoPractice> => {
  const answer = await request.post(`${url}/api/installation/demo`, { data: {}, timeout: 150_000 })
  const { metadata } = (await answer.json()) as {
    metadata: { username: string; password: string; token: string }
  }
  return { url, ...metadata }
}

export const test = base.extend<object, { demo: DemoPractice }>({
  demo: [
    async ({ playwright }, use) => {
      const data = await createDataDirectory()
      const server = await startUlna(data.directory)
      const request = await playwright.request.newContext()
      await use(await loadDemo(server.url, request))
      await request.dispose()
      await server.stop()
      await data.remove()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

const authorized = (demo: DemoPractice) => ({ authorization: `Bearer ${demo.token}` })

export interface Look {
  readonly language: Language
  readonly scheme?: 'light' | 'dark'
  /** Device pixels in one of the page's. */
  readonly scale?: number
}

const openPage = async (
  browser: Browser,
  demo: DemoPractice,
  { language, scheme = 'light', scale = 1 }: Look,
): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: demo.url,
    colorScheme: scheme,
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
    timezoneId: 'America/Bogota',
    viewport: { width: 1440, height: 900 },
  })
  await context.addInitScript((chosen) => localStorage.setItem('ulna.language', chosen), language)
  // Whoever looks at screens waits until nothing is on its way, and what a stream tells is on its way for ever.
  await context.route('**/api/events', (route) => route.abort())
  const page = await context.newPage()
  return page
}

/** A page of somebody who has not signed in. */
export const openAnonymous = openPage

/** A page of the demo's owner, in the language and scheme asked for. */
export const openSignedIn = async (
  browser: Browser,
  demo: DemoPractice,
  look: Look,
  t: Texts,
): Promise<Page> => {
  const page = await openPage(browser, demo, look)
  await page.request.put('/api/auth/preferences', {
    headers: authorized(demo),
    data: { language: look.language },
  })
  await page.goto('/login')
  await page.getByLabel(t('auth:username')).fill(demo.username)
  await page.getByLabel(t('auth:password'), { exact: true }).fill(demo.password)
  await page.getByRole('button', { name: t('auth:login.submit'), exact: true }).click()
  await page.waitForURL('**/app/dashboard')
  return page
}

interface ShownRecord {
  readonly subtype: string | null
  readonly caseStatus?: string | null
}

/** The patient with the newest control among those whose treatment goes on: a file with a history, cases and follow-ups. */
export const latestPatient = async (demo: DemoPractice, request: APIRequestContext): Promise<number> => {
  const read = async <Payload>(path: string): Promise<Payload> => {
    const answer = await request.get(`${demo.url}/api${path}`, { headers: authorized(demo) })
    return ((await answer.json()) as { payload: Payload }).payload
  }
  for (const { id } of await read<{ id: number }[]>('/patient/findLatestByUser')) {
    const { records } = await read<{ records: ShownRecord[] }>(`/patient/getWithRecord/${id}`)
    if (records.some(({ subtype, caseStatus }) => subtype === 'case' && caseStatus === 'active')) return id
  }
  throw new Error('the demo has no patient with an open case')
}
