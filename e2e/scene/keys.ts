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

/** What stands where the keyboard is: the focused element itself, or what hides it. */
export const hiddenFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return null
    const box = focused.getBoundingClientRect()
    const within = (value: number, most: number) => Math.min(Math.max(value, 1), most - 1)
    const x = within(box.x + box.width / 2, window.innerWidth)
    const y = within(box.y + box.height / 2, window.innerHeight)
    const seen = document.elementFromPoint(x, y)
    const isIn = seen !== null && (focused.contains(seen) || seen.contains(focused))
    const isOnScreen = box.bottom > 0 && box.top < window.innerHeight
    if (isIn && isOnScreen) return null
    return `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.id} at ${Math.round(box.y)} under ${seen?.className}`
  })

/** What is wrong with where the keyboard is, or null: it must be in sight, drawn as such, and hidden by nothing. */
export const focusFault = async (page: Page): Promise<string | null> => {
  const hidden = await hiddenFocus(page)
  if (hidden !== null) return hidden
  if (await isMarked(page)) return null
  return page.evaluate(() => {
    const focused = document.activeElement
    return `${focused?.tagName} ${focused?.getAttribute('aria-label') ?? focused?.textContent?.slice(0, 40)} is not marked`
  })
}
