import type { BrowserContext, Page, Request } from '@playwright/test'

/** What a stream tells is on its way for ever. */
const isStream = (request: Request): boolean => new URL(request.url()).pathname === '/api/events'

/** Waits until nothing has been on its way to the server for a moment, and what came is on the screen. */
export const quietOf = (context: BrowserContext) => {
  const waiting = new Set<Request>()
  let quietSince = 0
  const end = (request: Request): void => {
    waiting.delete(request)
    quietSince = performance.now()
  }
  context.on('request', (request) => {
    if (!isStream(request)) waiting.add(request)
  })
  context.on('requestfinished', end)
  context.on('requestfailed', end)
  return async (page: Page): Promise<void> => {
    const asked = performance.now()
    // A page that is put aside tells no more of what it asked for.
    const isQuiet = (): boolean => {
      const now = performance.now()
      return (waiting.size === 0 && now - Math.max(asked, quietSince) > 80) || now - asked > 10_000
    }
    while (!isQuiet()) await page.waitForTimeout(20)
    await page.waitForLoadState()
    await page.waitForTimeout(50)
  }
}
