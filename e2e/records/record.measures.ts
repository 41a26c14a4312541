import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { type DemoPractice, openSignedIn, test } from '../scene/demo.ts'
import { slowDown } from '../scene/slow-device.ts'
import { textsIn } from '../scene/texts.ts'
import { saveFeedbackMs, watchFeedback } from './save-feedback.ts'

// Typing into a follow-up on a slow device (promises.md H8), and a file with 500 records (ui.md "Judged by"): what
// the browser computes. Printed, not asserted: see docs/benchmarks.md.

const t = textsIn('es')
const followUps = 499
const atATime = 8
const rounds = 7

const note =
  'Duerme sobre el lado derecho sin despertarse; camina media hora sin dolor. Sube escaleras con apoyo.'

const percentile = (figures: readonly number[], share: number): number => {
  const sorted = figures.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

const of = (figures: readonly number[]) => ({
  p50: percentile(figures, 0.5),
  p95: percentile(figures, 0.95),
  most: percentile(figures, 1),
})

/** A file with a case and its follow-ups. */
const fillFile = async (demo: DemoPractice, request: APIRequestContext, count: number): Promise<number> => {
  const headers = { authorization: `Bearer ${demo.token}` }
  const post = async (path: string, data: object): Promise<number> => {
    const answer = await request.post(`${demo.url}/api${path}`, { headers, data })
    if (!answer.ok()) throw new Error(await answer.text())
    return ((await answer.json()) as { payload: { id: number } }).payload.id
  }
  const ownerId = await post('/patient', { firstName: 'Larga', lastName: 'Historia' })
  const kind = { ownerId, type: 'control' }
  const data = { name: 'Lumbalgia', painIntensity: 6 }
  const diagnosis = { ...kind, subtype: 'case', recordClassId: 'case_default', data }
  const caseId = await post('/record', { ...diagnosis, date: '2016-01-04T10:00:00Z' })
  const waiting = Array.from({ length: count }, (_, number) => number)
  const work = async (): Promise<void> => {
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      const date = new Date(Date.UTC(2016, 0, 5) + number * 7 * 86_400_000).toISOString()
      const patientObs = `Sesión ${number}: camina ${number % 40} minutos sin dolor y duerme de corrido.`
      const written = { case: caseId, patientObs, painIntensity: number % 10 }
      await post('/record', {
        ...kind,
        subtype: 'follow_up',
        recordClassId: 'followup_default',
        date,
        data: written,
      })
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return ownerId
}

interface Watched {
  painted: number[]
}

/**
 * Notes for each key the milliseconds from its press until what it changed is painted: from when the browser got the key
 * (`timeStamp`), through what the page does with it and the frame after it, to the first task behind that frame.
 */
const watchKeys = (page: Page) =>
  page.evaluate(() => {
    const watched = window as unknown as Watched
    watched.painted = []
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => watched.painted.push(performance.now() - timeStamp)
          port2.postMessage(null)
        })
      },
      { capture: true },
    )
  })

const paintedOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as Watched).painted)

/** Milliseconds from the last byte of the file's answer until its first card is painted. */
const opening = async (page: Page, patientId: number): Promise<number> => {
  await page.goto(`/app/patient/${patientId}`)
  await page.locator('[data-record]').first().waitFor()
  return page.evaluate(() => {
    const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const answer = asked.find(({ name }) => name.includes('/patient/getWithRecord/'))
    return (window as unknown as { firstCard: number }).firstCard - (answer?.responseEnd ?? 0)
  })
}

const watchFirstCard = (page: Page) =>
  page.addInitScript(() => {
    const look = (): void => {
      if (document.querySelector('[data-record]'))
        (window as unknown as { firstCard: number }).firstCard = performance.now()
      else requestAnimationFrame(look)
    }
    look()
  })

/** Types a note on a slow device, a key every 90 ms; answers what `watchKeys` noted. */
const typeInto = async (page: Page, area: Locator): Promise<number[]> => {
  await slowDown(page)
  await watchKeys(page)
  await area.pressSequentially(note, { delay: 90 })
  return paintedOf(page)
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Microseconds of the processor, whatever else the machine does. */
  readonly tdur?: number
  readonly args?: { readonly data?: { readonly type?: string } }
}

/**
 * Milliseconds of the processor that the page's thread takes from each key to the picture that shows it, as if it were
 * four times slower: what a key costs, also on a machine that has other things to do.
 */
const computingOf = async (page: Page, area: Locator): Promise<number[]> => {
  const inspector = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  inspector.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const ended = new Promise((resolve) => inspector.once('Tracing.tracingComplete', resolve))
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline']
  await inspector.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } })
  await area.pressSequentially(note, { delay: 90 })
  await inspector.send('Tracing.end')
  await ended
  const keys = events.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown')
  const own = events.filter(({ ph, pid, tid }) => ph === 'X' && pid === keys[0]?.pid && tid === keys[0]?.tid)
  const ends = ({ ts, dur = 0 }: TraceEvent): number => ts + dur
  const pictures = own.filter(({ name }) => name === 'Commit').map(ends)
  return keys.map(({ ts }) => {
    const shown = Math.min(...pictures.filter((picture) => picture > ts))
    const its = own.filter((task) => task.name === 'RunTask' && ends(task) >= ts && task.ts < shown)
    return its.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 250
  })
}

test('typing into a follow-up on a slow device', async ({ browser, demo, request }) => {
  test.setTimeout(600_000)
  const patientId = await fillFile(demo, request, 12)
  const page = await openSignedIn(browser, demo, { language: 'es' }, t)
  await page.goto(`/app/patient/${patientId}?write=followup`)
  const field = page.getByRole('textbox', { name: t('module:followup_patientObs') })
  await field.waitFor()
  await field.click()
  const computed = of(await computingOf(page, field))
  const form = of(await typeInto(page, field))
  await watchFeedback(page, t('record:editor.saveAndClose'))
  await page.getByRole('button', { name: t('record:editor.saveAndClose') }).click()
  await page.getByText(t('record:editor.saved')).first().waitFor()
  const saveFeedback = Math.round(await saveFeedbackMs(page))
  // A text area with nothing around it: what of the figure is the browser's and the machine's.
  const bare = await browser.newPage()
  await bare.setContent('<textarea rows="4" cols="60"></textarea>')
  const bareComputed = of(await computingOf(bare, bare.locator('textarea')))
  const floor = of(await typeInto(bare, bare.locator('textarea')))
  const figures = {
    keyToPaintMs: form,
    bareTextAreaMs: floor,
    computingMs: computed,
    bareComputingMs: bareComputed,
    saveFeedbackMs: saveFeedback,
  }
  console.log(JSON.stringify({ id: 'H8', ...figures }))
})

test('a file with 500 records', async ({ browser, demo, request }) => {
  test.setTimeout(900_000)
  const patientId = await fillFile(demo, request, followUps)
  const page = await openSignedIn(browser, demo, { language: 'es' }, t)
  await watchFirstCard(page)
  const openings: number[] = []
  for (let round = 0; round < rounds; round += 1) openings.push(await opening(page, patientId))
  await watchKeys(page)
  const filter = page.getByLabel(t('record:timeLine.filter'))
  for (const text of ['camina', 'sin dolor', 'sesión 48']) {
    await filter.pressSequentially(text, { delay: 120 })
    await filter.fill('')
  }
  console.log(
    JSON.stringify({
      id: 'H9 file',
      records: followUps + 1,
      openMs: of(openings),
      filterKeyToPaintMs: of(await paintedOf(page)),
    }),
  )
})
