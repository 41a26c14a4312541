import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from './scene/fixtures.ts'
import { registerOnToday } from './scene/people.ts'

/** Streams of a page that are open now, and how often one was opened. */
const watchStreams = (page: Page) => {
  const seen = { open: 0, opened: 0 }
  const isStream = (url: string): boolean => url.endsWith('/api/events')
  page.on('request', (request) => {
    if (!isStream(request.url())) return
    seen.open += 1
    seen.opened += 1
  })
  const end = (request: { url(): string }): void => {
    if (isStream(request.url())) seen.open -= 1
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return seen
}

const openTab = async (context: BrowserContext) => {
  const page = await context.newPage()
  const streams = watchStreams(page)
  await page.goto('/app/dashboard')
  await expect(page.getByRole('main')).toBeVisible()
  return { page, streams }
}

test('tabs of one browser share one stream; another takes over when its tab closes, and none outlives the sign-out', async ({
  page,
  context,
  noise,
}) => {
  const first = watchStreams(page)
  await registerOnToday(page, 'es')
  await expect.poll(() => first.open).toBe(1)

  const second = await openTab(context)
  const third = await openTab(context)
  // Whoever comes later waits for its turn; the stream of the first goes on.
  await third.page.waitForTimeout(1500)
  expect([first.open, second.streams.opened, third.streams.opened]).toEqual([1, 0, 0])

  await page.close()
  await expect.poll(() => second.streams.open + third.streams.open).toBe(1)
  const [leader, other] = second.streams.open === 1 ? [second, third] : [third, second]

  await leader.page.getByRole('button', { name: /Laura Restrepo/ }).click()
  await leader.page.getByRole('menuitem').last().click()
  await leader.page.waitForURL('**/login')
  await other.page.waitForURL('**/login')
  await expect.poll(() => leader.streams.open + other.streams.open).toBe(0)
  expect(noise).toEqual([])
})

test('a tab that no longer answers loses the stream to the one that is looked at', async ({
  page,
  context,
  noise,
}) => {
  const frozen = watchStreams(page)
  await registerOnToday(page, 'es')
  await expect.poll(() => frozen.open).toBe(1)
  const looked = await openTab(context)
  await looked.page.waitForTimeout(500)
  expect(looked.streams.opened).toBe(0)

  // A browser freezes what is out of sight; here the page is busy with something that has no end for a while.
  const busy = page.evaluate(() => {
    localStorage.setItem('busy', 'yes')
    const until = Date.now() + 8000
    while (Date.now() < until);
  })
  // Asked a moment earlier, it would still have answered.
  await expect.poll(() => looked.page.evaluate(() => localStorage.getItem('busy'))).toBe('yes')
  await looked.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => looked.streams.open).toBe(1)
  await busy
  // It waits for its turn like the others.
  await expect.poll(() => frozen.open).toBe(0)
  expect(looked.streams.open).toBe(1)
  expect(noise).toEqual([])
})
