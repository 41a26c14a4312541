import type { Browser, Page } from '@playwright/test'
import { type DemoPractice, latestPatient, openSignedIn, test } from './scene/demo.ts'
import { homeLine } from './scene/slow-device.ts'
import { textsIn } from './scene/texts.ts'

// The first visit of a person who is signed in and has nothing in the browser's store: what travels until the first
// card stands, and in all. Printed, not asserted: see docs/benchmarks.md.

const t = textsIn('es')
const rounds = 5

interface Visit {
  readonly path: string
  /** What is there when the page can be read. */
  readonly card: string
}

interface Travelled {
  /** Milliseconds from the navigation until the first card is in the page. */
  readonly card: number
  /** Requests begun until then. */
  readonly before: number
  /** Requests in all, with what is fetched ahead. */
  readonly all: number
}

const watchCard = (page: Page, card: string) =>
  page.addInitScript((selector) => {
    const look = (): void => {
      if (document.querySelector(selector)) performance.mark('first-card')
      else requestAnimationFrame(look)
    }
    look()
  }, card)

const readVisit = (page: Page) =>
  page.evaluate(() => {
    const [mark] = performance.getEntriesByName('first-card')
    if (!mark) throw new Error('no card came')
    const asked = performance.getEntriesByType('resource')
    const before = asked.filter(({ startTime }) => startTime < mark.startTime)
    // The page itself is a request too.
    return { card: Math.round(mark.startTime), before: before.length + 1, all: asked.length + 1 }
  })

const visitCold = async (page: Page, { path, card }: Visit): Promise<Travelled> => {
  const visitor = await page.context().newPage()
  await homeLine(visitor)
  await watchCard(visitor, card)
  await visitor.goto(path)
  await visitor.locator(card).first().waitFor()
  await visitor.waitForLoadState('networkidle')
  // What is fetched ahead waits until the page has settled.
  await visitor.waitForTimeout(4000)
  await visitor.waitForLoadState('networkidle')
  const travelled = await readVisit(visitor)
  await visitor.close()
  return travelled
}

const middle = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0

const measure = async (browser: Browser, demo: DemoPractice, visit: Visit) => {
  const page = await openSignedIn(browser, demo, { language: 'es' }, t)
  const visits: Travelled[] = []
  for (let round = 0; round < rounds; round += 1) visits.push(await visitCold(page, visit))
  await page.context().close()
  const of = (figure: keyof Travelled): number => middle(visits.map((one) => one[figure]))
  return { page: visit.path, card: of('card'), before: of('before'), all: of('all'), visits }
}

test('a first visit of the agenda on a home line', async ({ browser, demo }) => {
  const goal = { card: 1000, requests: 25 }
  const week = { path: '/app/calendar?view=week', card: '[data-event]' }
  console.log(JSON.stringify({ ...(await measure(browser, demo, week)), goal }))
})

test('a first visit of the file of a patient on a home line', async ({ browser, demo, request }) => {
  const goal = { card: 1300, requests: 30 }
  const file = { path: `/app/patient/${await latestPatient(demo, request)}`, card: '[data-record]' }
  console.log(JSON.stringify({ ...(await measure(browser, demo, file)), goal }))
})
