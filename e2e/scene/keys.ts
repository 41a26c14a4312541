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

/** The focused element shows that it is. */
export const expectVisibleFocus = async (page: Page): Promise<void> => {
  const outlined = await page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return false
    const style = getComputedStyle(element)
    const parent = element.parentElement ? getComputedStyle(element.parentElement) : style
    return [style, parent].some(
      (one) => (one.outlineStyle !== 'none' && one.outlineWidth !== '0px') || one.boxShadow !== 'none',
    )
  })
  expect(outlined).toBe(true)
}
