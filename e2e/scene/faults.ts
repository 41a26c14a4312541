import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { isLongTier } from './tier.ts'

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 360, height: 740 }

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What WCAG 2.2 AA asks, and what axe calls good practice besides: every screen is asked for both. */
export const everythingAsked: readonly string[] = [...wcag, 'best-practice']

/** What axe answers in place of a selector when an element left the page while it looked: see `generateSelector` there. */
const gone = ':root'

/**
 * A list that a field opens belongs to the field, wherever in the document it is drawn, and the bar of what is being
 * loaded to the whole page: no landmark holds them.
 */
const standsOutside = async (page: Page, target: string): Promise<boolean> =>
  target === gone ||
  page.evaluate((selector) => {
    const element = document.querySelector(selector)
    // It may be gone by now.
    if (!element || element.closest('[role=progressbar]')) return true
    const list = element.closest('[role=listbox]') ?? element.querySelector('[role=listbox]')
    return list instanceof Element && document.querySelector(`[aria-controls~="${list.id}"]`) !== null
  }, target)

/** What axe finds, short enough to read in a test report. */
const seen = async (page: Page, axe: AxeBuilder): Promise<string[]> => {
  const { violations } = await axe.analyze()
  const faults: string[] = []
  for (const { id, nodes } of violations) {
    for (const { target, failureSummary } of nodes.slice(0, 3)) {
      const at = target.join(' ')
      if (id === 'region' && (await standsOutside(page, at))) continue
      faults.push(`${id}: ${at} ${failureSummary?.split('\n')[1] ?? ''}`)
    }
  }
  return faults
}

/** Something that lies half beneath a bar that stays is whole once one scrolls. */
const isHalfHidden = (fault: string): boolean => fault.includes('partially obscured')

/** The page and whatever scrolls in it, such as a dialog, a little further down. */
const scrollOn = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.scrollBy(0, 120)
    for (const one of document.querySelectorAll('*'))
      if (one.scrollHeight > one.clientHeight) one.scrollBy(0, 120)
  })

/** What axe finds, wherever the page stands: what is only half hidden is looked at again a little further down. */
const found = async (page: Page, axe: () => AxeBuilder): Promise<string[]> => {
  const first = await seen(page, axe())
  if (!first.some(isHalfHidden)) return first
  await scrollOn(page)
  const further = await seen(page, axe())
  return first.filter((fault) => !isHalfHidden(fault) || further.includes(fault))
}

/**
 * Only what is wrong is put together, and in the page itself: our pages hold no frames, for which axe would open a page
 * more each time. Four times as quick, with the same findings.
 */
const axeIn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true)

/** What WCAG 2.2 AA forbids in the page as it looks now. */
export const violations = (page: Page, asked: readonly string[] = wcag): Promise<string[]> =>
  found(page, () => axeIn(page).withTags([...asked]))

/**
 * A colour that is on its way from light to dark is neither. They are ended, not waited for: of a transition that is
 * taken away with its element Chromium never settles `finished`.
 */
const endTransitions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
  })

export type Scheme = 'light' | 'dark'
export const bothSchemes: readonly Scheme[] = ['light', 'dark']

/** All of them in the long tier; in `npm test` one, dealt out by the letters of a name and always the same for it. */
const dealt = <T>(all: readonly T[], name: string): readonly T[] => {
  if (isLongTier) return all
  const sum = [...name].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7)
  const at = sum % all.length
  return all.slice(at, at + 1)
}

/** The schemes in which axe looks at something. */
export const schemesFor = (what: string): readonly Scheme[] => dealt(bothSchemes, `scheme of ${what}`)

const lookIn = async (page: Page, scheme: Scheme): Promise<void> => {
  await page.emulateMedia({ colorScheme: scheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
  await endTransitions(page)
}

const colours = 'color-contrast'

/** Whether the colours of the page as it is now are looked at: they are the same at every width. */
const looksAtColours = (page: Page): boolean =>
  isLongTier || (page.viewportSize()?.width ?? 0) >= desktop.width

/**
 * What WCAG 2.2 AA forbids, or more where it is asked, in the schemes that are asked for. Colours alone differ from one to the other. They are by
 * far the dearest rule: in `npm test` they are asked on a desktop, in the long tier at every width.
 */
export const violationsIn = async (
  page: Page,
  [first, ...others]: readonly Scheme[],
  asked: readonly string[] = wcag,
): Promise<string[]> => {
  if (!first) return []
  await lookIn(page, first)
  if (!looksAtColours(page))
    return found(page, () =>
      axeIn(page)
        .withTags([...asked])
        .disableRules([colours]),
    )
  const inScheme = (scheme: Scheme, those: string[]) => those.map((one) => `${scheme}: ${one}`)
  const faults = inScheme(first, await violations(page, asked))
  for (const scheme of others) {
    await lookIn(page, scheme)
    faults.push(...inScheme(scheme, await found(page, () => axeIn(page).withRules([colours]))))
  }
  await lookIn(page, first)
  return faults
}

/** What scrolls sideways: the page, or something in its dialogs. */
const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    /** Where an element ends, or the words in it that stick out of it. */
    const endOf = (element: Element): number => {
      const words = document.createRange()
      words.selectNodeContents(element)
      const { right } = element.getBoundingClientRect()
      return Math.max(right, words.getBoundingClientRect().right) + window.scrollX
    }
    const isPast = (element: Element): boolean => endOf(element) > clientWidth
    const past = scrollWidth > clientWidth ? [...document.body.querySelectorAll('*')].filter(isPast) : []
    const page = [...past.slice(0, 3), ...past.slice(-2)].map(
      ({ tagName, className }) => `past the page: ${tagName}.${className}`,
    )
    if (scrollWidth > clientWidth) page.unshift(`the page is ${scrollWidth - clientWidth} too wide`)
    // What is only heard is one pixel wide.
    const isWide = (element: Element): boolean =>
      element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).overflowX !== 'visible'
    const inside = [...document.querySelectorAll('[role=dialog], [role=dialog] *')]
      .filter(isWide)
      .map(({ tagName, className }) => `wider than its place: ${tagName}.${className}`)
    return [...page, ...inside]
  })

/** What still scrolls sideways once the page had the time to take up its new width. */
const lastingSideways = async (page: Page): Promise<string[]> => {
  for (let patience = 40; patience > 0; patience -= 1) {
    if ((await sideways(page)).length === 0) return []
    await page.waitForTimeout(50)
  }
  return sideways(page)
}

const sizes = [desktop, phone]

/** Everything wrong with what is shown, on a desktop and on a phone. In `npm test` axe looks at one of the two. */
export const faultsAtEachSize = async (page: Page, what: string): Promise<string[]> => {
  const faults: string[] = []
  const sizesForAxe = dealt(sizes, `size of ${what}`)
  for (const size of sizes) {
    await page.setViewportSize(size)
    const here = sizesForAxe.includes(size) ? await violationsIn(page, schemesFor(what)) : []
    here.push(...(await lastingSideways(page)))
    faults.push(...here.map((one) => `${what} at ${size.width}: ${one}`))
  }
  await page.setViewportSize(desktop)
  return faults
}
