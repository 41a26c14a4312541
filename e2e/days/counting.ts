import type { Locator, Page } from '@playwright/test'
import type { Hand } from './hands.ts'

/** What a way through the pages costs. */
export interface Cost {
  /** Times a finger or a button went down, a stroke of a signature too. */
  readonly presses: number
  readonly keys: number
  /** Presses for which something had to be scrolled before, the window or anything in it, and turns of a wheel. */
  readonly scrolls: number
}

interface Counted {
  counted: {
    presses: number
    keys: number
    scrolls: number
    isReaching: boolean
    lastScroll: number
  }
}

/** Counts from the next page on. */
export const watchCosts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const counted = { presses: 0, keys: 0, scrolls: 0, isReaching: false, lastScroll: 0 }
    ;(window as unknown as Counted).counted = counted
    const listen = (name: string, note: () => void) => addEventListener(name, note, { capture: true })
    listen('keydown', () => {
      counted.keys += 1
    })
    listen('wheel', () => {
      counted.scrolls += 1
    })
    listen('pointerdown', () => {
      counted.presses += 1
      counted.isReaching = false
    })
    // What a page scrolls by itself, as an agenda that opens at the hours of work, is nobody's trouble.
    listen('scroll', () => {
      counted.lastScroll = performance.now()
      if (counted.isReaching) counted.scrolls += 1
      counted.isReaching = false
    })
  })

/** Milliseconds without scrolling after which a page stands still. */
const still = 400

const standStill = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    (quiet) => performance.now() - (window as unknown as Counted).counted.lastScroll > quiet,
    still,
  )

/** From now until the next press each scroll is one that was needed to press. */
const reachFor = async (page: Page): Promise<void> => {
  await standStill(page)
  await page.evaluate(() => {
    ;(window as unknown as Counted).counted.isReaching = true
  })
}

export const startCounting = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.assign((window as unknown as Counted).counted, { presses: 0, keys: 0, scrolls: 0 })
  })

export const costOf = (page: Page): Promise<Cost> =>
  page.evaluate(() => {
    const { presses, keys, scrolls } = (window as unknown as Counted).counted
    return { presses, keys, scrolls }
  })

/** Where a finger finds it as the page stands, if it does: all of it on the screen, and beneath nothing. */
const inReach = (what: Locator): Promise<{ x: number; y: number } | null> =>
  what.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const isOnScreen = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    const hit = isOnScreen ? document.elementFromPoint(x, y) : null
    return hit && (element.contains(hit) || hit.contains(element)) ? { x, y } : null
  })

/**
 * The same hand, with what it had to scroll for. What is in reach is pressed where it stands: Playwright scrolls for
 * anything in the room that a scroller keeps free at its edges, a bar that stays among it.
 */
export const counting = (hand: Hand): Hand & { readonly scrolledFor: readonly string[] } => {
  const { page } = hand
  const scrolledFor: string[] = []
  return {
    ...hand,
    scrolledFor,
    press: async (what: Locator) => {
      const shown = what.filter({ visible: true }).first()
      await shown.waitFor()
      await reachFor(page)
      const at = await inReach(shown)
      if (at) return hand.kind === 'touch' ? page.touchscreen.tap(at.x, at.y) : page.mouse.click(at.x, at.y)
      const { scrolls } = await costOf(page)
      const name = await shown.evaluate((one) => one.getAttribute('aria-label') || one.textContent || one.id)
      await hand.press(what)
      if ((await costOf(page)).scrolls > scrolls) scrolledFor.push(name)
    },
  }
}
