import { test as base } from '@playwright/test'
import { createDataDirectory, startUlna, type UlnaServer } from './ulna-server.ts'

/** One server a worker, shared by its tests; each test registers a practice of its own. */
export const test = base.extend<{ noise: string[] }, { ulna: UlnaServer }>({
  ulna: [
    async ({}, use) => {
      const data = await createDataDirectory()
      const server = await startUlna(data.directory)
      await use(server)
      await server.stop()
      await data.remove()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ ulna }, use) => use(ulna.url),
  /**
   * What the browser complained about: refused scripts, uncaught errors. A test that looks expects none. A part of the
   * page that was asked for while the line was away is no complaint.
   */
  noise: [
    async ({ page }, use) => {
      const heard: string[] = []
      const unreachable = new Set<string>()
      page.on('requestfailed', (request) => {
        if (request.failure()?.errorText === 'net::ERR_INTERNET_DISCONNECTED')
          unreachable.add(new URL(request.url()).pathname)
      })
      const isOfTheLine = (text: string): boolean =>
        /Failed to load resource/.test(text) || [...unreachable].some((path) => text.includes(path))
      page.on('pageerror', (error) => heard.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error' && !isOfTheLine(message.text())) heard.push(message.text())
      })
      await use(heard)
    },
    { auto: true },
  ],
})
