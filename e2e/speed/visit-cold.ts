import type { Page } from '@playwright/test'
import { homeLine } from '../scene/slow-device.ts'

export interface Visit {
  readonly path: string
  /** What is there when the page can be read. */
  readonly card: string
}

export interface Travelled {
  /** Milliseconds from the navigation until the first card is in the page. */
  readonly card: number
  /** Paths of what was asked for until then, the page itself left out. */
  readonly before: readonly string[]
  /** Requests in all, with what is fetched ahead. */
  readonly all: number
}

/** The moment the card is in the page, not the next frame: on a busy machine that comes late, and more is under way. */
const watchCard = (page: Page, card: string) =>
  page.addInitScript((selector) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      performance.mark('first-card')
      watch.disconnect()
    })
    watch.observe(document, { childList: true, subtree: true })
  }, card)

const readVisit = (page: Page): Promise<Travelled> =>
  page.evaluate(() => {
    const [mark] = performance.getEntriesByName('first-card')
    if (!mark) throw new Error('no card came')
    const asked = performance.getEntriesByType('resource')
    const before = asked.filter(({ startTime }) => startTime < mark.startTime)
    return {
      card: Math.round(mark.startTime),
      before: before.map(({ name }) => new URL(name).pathname),
      all: asked.length + 1,
    }
  })

/**
 * Opens a page in a tab of its own on a home line, with nothing of the app in the browser's store; `settle` is how
 * many milliseconds it is left alone afterwards.
 */
export const visitCold = async (page: Page, { path, card }: Visit, settle: number): Promise<Travelled> => {
  const visitor = await page.context().newPage()
  await homeLine(visitor)
  await watchCard(visitor, card)
  await visitor.goto(path)
  await visitor.locator(card).first().waitFor()
  await visitor.waitForTimeout(settle)
  await visitor.waitForLoadState('networkidle')
  const travelled = await readVisit(visitor)
  await visitor.close()
  return travelled
}
