import { expect, type Page } from '@playwright/test'

/** Presses Tab until the element has the keyboard; a person would do no more than that. */
export const tabTo = async (page: Page, name: RegExp | string, most = 60): Promise<void> => {
  for (let press = 0; press < most; press += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null
      if (element === document.body) return ''
      const label = element?.id
        ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`)?.textContent
        : ''
      const text = element?.matches('button, a, [role=button], [role=option]') ? element.textContent : ''
      return `${element?.getAttribute('aria-label') ?? ''} ${label ?? ''} ${text}`
    })
    if (typeof name === 'string' ? focused.includes(name) : name.test(focused)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${name}`)
}

/** Whether the focused element, or what it stands in, is drawn as such; a place of a drawing by its line. */
const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return false
    const beside = element instanceof SVGElement ? element.nextElementSibling : null
    if (beside && getComputedStyle(beside).strokeWidth !== getComputedStyle(element).strokeWidth) return true
    const styles = [getComputedStyle(element), getComputedStyle(element, '::after')]
    if (element.parentElement) styles.push(getComputedStyle(element.parentElement))
    return styles.some(
      (one) => (one.outlineStyle !== 'none' && one.outlineWidth !== '0px') || one.boxShadow !== 'none',
    )
  })

/** The focused element shows that it is. */
export const expectVisibleFocus = async (page: Page): Promise<void> => expect(await isMarked(page)).toBe(true)

/** Parts of its width and height at which an element is looked for. */
type Spot = readonly [number, number]

const middle: readonly Spot[] = [[0.5, 0.5]]
const allOver: readonly Spot[] = [...middle, [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]]

/** What stands where the keyboard is, at each of these spots: the focused element itself, or what hides it. */
export const hiddenFocus = (page: Page, spots = middle): Promise<string | null> =>
  page.evaluate((looked) => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return null
    // What takes no pointer is looked through, and cannot be asked for.
    if (getComputedStyle(focused).pointerEvents === 'none') return null
    const box = focused.getBoundingClientRect()
    const within = (value: number, most: number) => Math.min(Math.max(value, 1), most - 1)
    const over = looked.map(([across, along]) => {
      const x = within(box.x + box.width * across, window.innerWidth)
      const seen = document.elementFromPoint(x, within(box.y + box.height * along, window.innerHeight))
      return seen && (focused.contains(seen) || seen.contains(focused)) ? null : seen
    })
    const isOnScreen = box.bottom > 0 && box.top < window.innerHeight
    if (over.includes(null) && isOnScreen) return null
    return `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 40)} at ${Math.round(box.y)} under ${over[0]?.className}`
  }, spots)

/** What is wrong with where the keyboard is, or null: it must be in sight, drawn as such, and not all of it hidden (WCAG 2.4.11). */
export const focusFault = async (page: Page): Promise<string | null> => {
  const hidden = await hiddenFocus(page, allOver)
  if (hidden !== null) return hidden
  if (await isMarked(page)) return null
  return page.evaluate(() => {
    const focused = document.activeElement
    return `${focused?.tagName} ${focused?.getAttribute('aria-label') ?? focused?.textContent?.slice(0, 40)} is not marked`
  })
}
