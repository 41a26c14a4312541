import type { Page } from '@playwright/test'

/**
 * What the browser complains about from now on: refused scripts, uncaught errors, pages that could not be made. A part
 * of the page that was asked for while the line was away is no complaint.
 */
export const noiseOf = (page: Page): string[] => {
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
  return heard
}
