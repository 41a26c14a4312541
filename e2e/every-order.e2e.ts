import { expect, type Page, type Request } from '@playwright/test'
import { latestPatient, openSignedIn, test } from './scene/demo.ts'
import { noiseOf } from './scene/noise.ts'
import { textsIn } from './scene/texts.ts'
import { isLongTier } from './scene/tier.ts'

const t = textsIn('es')

interface Stop {
  readonly path: string
  /** Follows links as a person does, without loading the page anew. */
  readonly follow: (page: Page) => Promise<void>
}

const section = (name: string, path: string): Stop => ({
  path,
  follow: async (page) => {
    const bar = page.getByRole('navigation', { name: t('common:navigation.label') }).first()
    await bar.getByRole('link', { name: t(`common:navigation.${name}`) }).click()
  },
})

const patients = section('patients', '/app/patient')

const stopsWith = (file: string): Stop[] => [
  section('today', '/app/dashboard'),
  section('calendar', '/app/calendar'),
  {
    path: file,
    follow: async (page) => {
      await patients.follow(page)
      await page.getByRole('main').locator('a[href^="/app/patient/"]').first().click()
    },
  },
  section('packages', '/app/session-package'),
  patients,
  section('settings', '/app/settings'),
]

/**
 * Waits until the page is made and nothing of it is on its way. A page that was followed to by a link is loaded long
 * ago for `waitForLoadState`.
 */
const settling = (page: Page): (() => Promise<void>) => {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    await expect(page.getByRole('heading').first()).toBeVisible()
    for (let calm = 0; calm < 6; ) {
      await page.waitForTimeout(50)
      calm = open.size === 0 ? calm + 1 : 0
    }
  }
}

/** The others, each time in another order: which files of the web app run first is another thing each time. */
const othersFrom = (stops: readonly Stop[], start: number): Stop[] => {
  const after = [...stops.slice(start + 1), ...stops.slice(0, start)]
  return start % 2 === 0 ? after : after.reverse()
}

test('every page opens after every other, by links alone, whichever came first', async ({
  browser,
  demo,
  request,
}) => {
  const stops = stopsWith(`/app/patient/${await latestPatient(demo, request)}`)
  const page = await openSignedIn(browser, demo, { language: 'es' }, t)
  const noise = noiseOf(page)
  const settle = settling(page)
  for (const [at, start] of stops.entries()) {
    // `npm test` begins at every third one.
    if (!isLongTier && at % 3 !== 0) continue
    await page.goto(start.path)
    await settle()
    for (const stop of othersFrom(stops, at)) {
      await stop.follow(page)
      await settle()
      await expect(page.getByText(t('common:errorPage.broken.title'))).toHaveCount(0)
    }
  }
  expect(noise).toEqual([])
})
