import type { Browser } from '@playwright/test'
import { type DemoPractice, latestPatient, openSignedIn, test } from '../scene/demo.ts'
import { textsIn } from '../scene/texts.ts'
import { type Visit, visitCold } from './visit-cold.ts'

// The first visit of a person who is signed in and has nothing in the browser's store: what travels until the first
// card stands, and in all. Printed, not asserted: see docs/benchmarks.md.

const t = textsIn('es')
const rounds = 5

/** What is fetched ahead waits until the page has settled. */
const settle = 4500

const middle = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0

const measure = async (browser: Browser, demo: DemoPractice, visit: Visit) => {
  const page = await openSignedIn(browser, demo, { language: 'es' }, t)
  const visits: { card: number; requests: number; all: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { card, before, all } = await visitCold(page, visit, settle)
    // The page itself is a request too.
    visits.push({ card, requests: before.length + 1, all })
  }
  await page.context().close()
  const of = (figure: 'card' | 'requests' | 'all'): number => middle(visits.map((one) => one[figure]))
  return { page: visit.path, card: of('card'), requests: of('requests'), all: of('all'), visits }
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
