import type { APIRequestContext, Page } from '@playwright/test'
import { type DemoPractice, openSignedIn, test } from '../scene/demo.ts'
import { dayAfter } from '../scene/series.ts'
import { textsIn } from '../scene/texts.ts'

// The agenda with 1,000 and with 10,000 appointments of three practitioners (ui.md "Judged by", promises.md H9): what
// the server sends, and what the browser computes. Printed, not asserted: see docs/benchmarks.md.

const t = textsIn('es')
const rounds = 7
const atATime = 8
const halfHour = 1_800_000

interface Seed {
  /** The Monday it begins; the demo has nothing there. */
  readonly monday: string
  readonly weeks: number
  /** Half hours filled a day, six days a week, of each practitioner. */
  readonly slots: number
}

const sizes: readonly (Seed & { name: string })[] = [
  { name: '1,000 in four weeks', monday: '2027-03-01', weeks: 4, slots: 14 },
  { name: '10,000 in 24 weeks', monday: '2027-05-03', weeks: 24, slots: 23 },
]

interface Api {
  readonly practiceId: number
  readonly get: (path: string) => Promise<{ bytes: number; ms: number; body: unknown }>
  readonly book: (data: object) => Promise<void>
}

const apiOf = async (demo: DemoPractice, request: APIRequestContext): Promise<Api> => {
  const headers = { authorization: `Bearer ${demo.token}` }
  const get: Api['get'] = async (path) => {
    const from = performance.now()
    const answer = await request.get(`${demo.url}/api${path}`, { headers })
    const bytes = await answer.body()
    return { bytes: bytes.length, ms: performance.now() - from, body: JSON.parse(bytes.toString()) }
  }
  const me = (await get('/auth/me')).body as { payload: { practice: { id: number } } }
  return {
    practiceId: me.payload.practice.id,
    get,
    book: async (data) => {
      const answer = await request.post(`${demo.url}/api/appointment`, { headers, data })
      if (!answer.ok()) throw new Error(await answer.text())
    },
  }
}

const payloadOf = async <Row>(api: Api, path: string): Promise<Row[]> =>
  ((await api.get(path)).body as { payload: Row[] }).payload

/** Weekly series, which are booked faster than their dates one by one. Answers how many appointments there are. */
const fill = async (api: Api, { monday, weeks, slots }: Seed): Promise<number> => {
  const all = await payloadOf<{ id: number; bookable: boolean }>(api, '/practice/doctors')
  const practitioners = all.filter(({ bookable }) => bookable)
  const patients = await payloadOf<{ id: number }>(api, '/patient/findLatestByUser')
  const starts = Array.from({ length: 6 * slots }, (_, number) => {
    const day = dayAfter(monday, Math.floor(number / slots))
    return Date.parse(`${day}T13:00:00Z`) + (number % slots) * halfHour
  })
  const waiting = starts.flatMap((start) =>
    practitioners.map(({ id }, at) => ({
      doctorId: id,
      patientId: patients[(start / halfHour + at) % patients.length]?.id,
      start: new Date(start).toISOString(),
      end: new Date(start + halfHour).toISOString(),
      title: at % 3 === 0 ? 'Primera consulta' : null,
      every: { repeat: true, freq: 'week', interval: 1, count: weeks },
    })),
  )
  const booked = waiting.length * weeks
  const work = async (): Promise<void> => {
    for (let wish = waiting.pop(); wish; wish = waiting.pop()) await api.book(wish)
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return booked
}

const percentile = (figures: readonly number[], share: number): number => {
  const sorted = figures.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

const askWeek = async (api: Api, monday: string) => {
  const path = `/calendar/appointments/${api.practiceId}/${monday}/${dayAfter(monday, 7)}`
  const answers: { bytes: number; ms: number }[] = []
  for (let round = 0; round < 40; round += 1) answers.push(await api.get(path))
  const ms = answers.map((answer) => answer.ms)
  return { bytes: answers[0]?.bytes ?? 0, p50: percentile(ms, 0.5), p95: percentile(ms, 0.95) }
}

/** Milliseconds from the navigation to the first card on the screen. */
const firstCard = async (page: Page, monday: string): Promise<number> => {
  await page.goto(`/app/calendar?day=${monday}&view=week&team=true`)
  await page.locator('[data-event]').first().waitFor()
  return page.evaluate(() => (window as unknown as { firstCard: number }).firstCard)
}

const watchFirstCard = (page: Page) =>
  page.addInitScript(() => {
    const look = (): void => {
      if (document.querySelector('[data-event]'))
        (window as unknown as { firstCard: number }).firstCard = performance.now()
      else requestAnimationFrame(look)
    }
    look()
  })

/** Script, style and layout a switch of the view costs, in milliseconds. */
const switchCost = async (page: Page) => {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Performance.enable')
  const spent = async (): Promise<number> => {
    const { metrics } = await inspector.send('Performance.getMetrics')
    const seconds = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0
    return (seconds('ScriptDuration') + seconds('LayoutDuration') + seconds('RecalcStyleDuration')) * 1000
  }
  const settle = () =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    )
  return async (view: 'day' | 'week' | 'month'): Promise<number> => {
    await page.waitForTimeout(300)
    const before = await spent()
    await page.getByRole('button', { name: t(`calendar:view.${view}`), exact: true }).click()
    await settle()
    return (await spent()) - before
  }
}

const measureSwitches = async (page: Page, address: string) => {
  await page.goto(address)
  await page.locator('[data-event]').first().waitFor()
  await page.waitForLoadState('networkidle')
  const cost = await switchCost(page)
  const figures = { week: [] as number[], month: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    await cost('day')
    figures.week.push(await cost('week'))
    figures.month.push(await cost('month'))
  }
  return { week: percentile(figures.week, 0.5), month: percentile(figures.month, 0.5), all: figures }
}

/** Frames a second while the wheel scrolls the grid up and down, and the longest wait for one (promises.md H9). */
const scrolling = async (page: Page) => {
  const grid = page.locator('[data-event]').first()
  await grid.hover()
  const frames = page.evaluate(
    () =>
      new Promise<{ fps: number; longestMs: number }>((resolve) => {
        const times: number[] = []
        const count = (time: number): void => {
          times.push(time)
          if (time - (times[0] ?? time) < 3000) return void requestAnimationFrame(count)
          const waits = times.slice(1).map((one, index) => one - (times[index] ?? one))
          resolve({ fps: waits.length / 3, longestMs: Math.max(...waits) })
        }
        requestAnimationFrame(count)
      }),
  )
  for (let step = 0; step < 90; step += 1) {
    await page.mouse.wheel(0, step % 30 < 15 ? 60 : -60)
    await page.waitForTimeout(16)
  }
  return frames
}

for (const size of sizes) {
  test(`the agenda with ${size.name}`, async ({ browser, demo, request }) => {
    test.setTimeout(1_800_000)
    const api = await apiOf(demo, request)
    const appointments = await fill(api, size)
    const week = await askWeek(api, size.monday)
    const page = await openSignedIn(browser, demo, { language: 'es' }, t)
    await watchFirstCard(page)
    const renders: number[] = []
    for (let round = 0; round < rounds; round += 1) renders.push(await firstCard(page, size.monday))
    const one = await measureSwitches(page, `/app/calendar?day=${size.monday}`)
    const team = await measureSwitches(page, `/app/calendar?day=${size.monday}&team=true`)
    const scroll = await scrolling(page)
    console.log(
      JSON.stringify(
        {
          id: 'H9',
          appointments,
          week,
          firstCardMs: percentile(renders, 0.5),
          switchMs: one,
          teamSwitchMs: team,
          scroll,
        },
        (_, value) => (typeof value === 'number' ? Math.round(value) : value),
      ),
    )
  })
}
