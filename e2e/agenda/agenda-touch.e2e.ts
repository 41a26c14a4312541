import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { comingMonday, openAgenda } from '../scene/series.ts'
import { textsIn } from '../scene/texts.ts'

const t = textsIn('es')
const monday = comingMonday()
const patient = 'Mariana Gómez'
/** Pixels of an hour, as drawn (card-shape.ts). */
const hour = 72

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

interface Point {
  readonly x: number
  readonly y: number
}

interface Box extends Point {
  readonly width: number
}

/** A finger on the glass: what Playwright's own touch screen cannot do, rest and move. */
const putFinger = async (page: Page) => {
  const glass = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    glass.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  return {
    down: (at: Point) => touch('touchStart', [at]),
    moveTo: (at: Point) => touch('touchMove', [at]),
    up: () => touch('touchEnd', []),
  }
}

/** Where something stands once it stands still: the day opens at the hours in which people work. */
const settled = async (what: Locator): Promise<Box> => {
  let before = ''
  const isStill = async (): Promise<boolean> => {
    const now = JSON.stringify(await what.boundingBox())
    const same = now === before
    before = now
    return same
  }
  await expect.poll(isStill, { intervals: [500] }).toBe(true)
  return JSON.parse(before) as Box
}

const middleOf = async (page: Page): Promise<Point> => {
  const { x, y, width } = await settled(card(page))
  return { x: x + width / 3, y: y + 12 }
}

const card = (page: Page) => page.getByRole('button', { name: new RegExp(patient) })

test('a free time is tapped and booked, its appointment dragged after a long press, and a quick finger only scrolls', async ({
  page,
  noise,
}) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [patient])
  await page.goto(`/app/calendar?day=${monday}`)
  const grid = page.getByRole('application')
  await expect(grid).toBeVisible()
  const body = await settled(grid)
  await page.touchscreen.tap(body.x + 200, body.y + 10 * hour + 8)

  const form = page.getByRole('dialog', { name: t('calendar:form.newTitle') })
  const who = form.getByRole('textbox', { name: t('calendar:form.patient'), exact: true })
  await who.tap()
  await who.fill(patient)
  await page.getByRole('option', { name: patient }).tap()
  await form.getByRole('button', { name: t('calendar:form.book') }).tap()
  await expect(form).toBeHidden()
  await expect(card(page)).toHaveAccessibleName(/10:00/)
  expect(await agenda.visitsOf(patient)).toEqual([`${monday} 10:00`])

  const finger = await putFinger(page)
  const start = await middleOf(page)
  await finger.down(start)
  for (const step of [20, 40, 60]) await finger.moveTo({ x: start.x, y: start.y + step })
  await finger.up()
  await expect(page.locator('[data-ghost]')).toHaveCount(0)
  expect(await agenda.visitsOf(patient)).toEqual([`${monday} 10:00`])

  // The quick finger threw the day some way, as far as the browser liked; a card held at the edge would scroll it.
  await settled(card(page))
  await card(page).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const held = await middleOf(page)
  await finger.down(held)
  await expect(page.locator('[data-ghost]')).toBeVisible()
  for (const step of [0.25, 0.5, 0.75, 1]) await finger.moveTo({ x: held.x, y: held.y + step * hour })
  await finger.up()
  await expect(card(page)).toHaveAccessibleName(/11:00/)
  await expect.poll(() => agenda.visitsOf(patient)).toEqual([`${monday} 11:00`])

  await page.getByRole('button', { name: t('buttons:undo') }).tap()
  await expect.poll(() => agenda.visitsOf(patient)).toEqual([`${monday} 10:00`])
  expect(noise).toEqual([])
})
