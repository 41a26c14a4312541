import { test as base } from '@playwright/test'
import { noiseOf } from './noise.ts'
import { createDataDirectory, startUlna, type UlnaServer } from './ulna-server.ts'

/**
 * One server a worker, shared by its tests; each test registers a practice of its own, without the proof of work, which
 * e2e/story.e2e.ts has to do.
 */
export const test = base.extend<{ noise: string[] }, { ulna: UlnaServer }>({
  ulna: [
    async ({}, use) => {
      const data = await createDataDirectory()
      const server = await startUlna(data.directory, {
        CAPTCHA: 'off',
        // Otherwise whoever registers first would run the installation, and see what others do not.
        OPERATORS: 'nobody@ulna.test',
      })
      await use(server)
      await server.stop()
      await data.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ ulna }, use) => use(ulna.url),
  /** What the browser complained about. A test that looks expects none. */
  noise: [async ({ page }, use) => use(noiseOf(page)), { auto: true }],
})
