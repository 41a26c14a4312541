import type { Locator, Page } from '@playwright/test'

/** Signs by the mouse on the pad of a signature. */
export const draw = async (page: Page, pad: Locator): Promise<void> => {
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('the pad is nowhere')
  await page.mouse.move(box.x + 60, box.y + 120)
  await page.mouse.down()
  for (let step = 1; step <= 30; step += 1)
    await page.mouse.move(box.x + 60 + step * 6, box.y + 120 + Math.sin(step / 3) * 50)
  await page.mouse.up()
}
