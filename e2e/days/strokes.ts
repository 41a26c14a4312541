import type { Locator, Page } from '@playwright/test'

/** Signs with a finger on the pad of a signature: what Playwright's own touch screen cannot do is to move. */
export const signByFinger = async (page: Page, pad: Locator): Promise<void> => {
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('the pad is nowhere')
  const glass = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', step?: number) =>
    glass.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        step === undefined
          ? []
          : [{ x: box.x + 60 + step * 6, y: box.y + box.height / 2 + Math.sin(step / 3) * 40 }],
    })
  await touch('touchStart', 0)
  for (let step = 1; step <= 30; step += 1) await touch('touchMove', step)
  await touch('touchEnd')
  // A tap at once would count to the browser as the end of the stroke; nobody is as quick.
  await page.waitForTimeout(700)
}
