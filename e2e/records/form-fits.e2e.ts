import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../scene/fixtures.ts'
import { hiddenFocus } from '../scene/keys.ts'
import { textsIn } from '../scene/texts.ts'
import { openScene, post, type Scene, writeFollowUp } from '../scene/writing-scene.ts'

// What is in sight while a follow-up is written, by where it stands on the screen.

const t = textsIn('es')

const desktop = { width: 1440, height: 900 }
const tablet = { width: 820, height: 1180 }
const lying = { width: 1180, height: 820 }
const phone = { width: 360, height: 780 }

const allergy = 'Látex'
const told = 'Duerme sobre el lado derecho sin despertarse.'

/** A patient with an allergy, a diagnosis with pain 8, and a visit with pain 4 and a mark on the back. */
const writtenScene = async (page: Page): Promise<Scene> => {
  const scene = await openScene(page)
  await post(page, '/record', {
    ownerId: scene.patientId,
    type: 'med_hist',
    recordClassId: 'med_hist_default',
    data: { allergies: allergy, profession: 'Docente' },
  })
  await writeFollowUp(page, scene, {
    painIntensity: 4,
    patientObs: told,
    bodyChart: { marks: [{ view: 'back', region: 'lumbar', side: 'left', intensity: 4 }] },
  })
  return scene
}

const startWriting = async (page: Page, { patientId }: Scene, size: typeof desktop): Promise<Locator> => {
  await page.setViewportSize(size)
  await page.goto(`/app/patient/${patientId}?write=followup`)
  const form = page.getByRole('form', { name: t('record:editor.newFollowUp', { number: 2 }) })
  await expect(form).toBeVisible()
  await expect(form.getByRole('radio', { name: '0', exact: true })).toBeFocused()
  return form
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const boxOf = async (what: Locator): Promise<Box> => {
  const box = await what.boundingBox()
  if (!box) throw new Error('it has no place on the screen')
  return box
}

const topOf = async (what: Locator): Promise<number> => (await boxOf(what)).y

/** Whole between the top of the screen and `bottom`, once what comes later (letters, last time's values) has its place. */
const expectAbove = async (what: Locator, bottom: () => Promise<number>): Promise<void> =>
  expect(async () => {
    const { y, height } = await boxOf(what)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + height).toBeLessThanOrEqual(await bottom())
  }).toPass()

const firstText = (form: Locator) => form.getByRole('textbox', { name: t('module:followup_patientObs') })
const save = (page: Page) => page.getByRole('button', { name: t('record:editor.saveAndClose'), exact: true })

test('a follow-up starts at the scale, and what is written first is in sight without scrolling', async ({
  page,
  noise,
}) => {
  const scene = await writtenScene(page)
  const form = await startWriting(page, scene, desktop)
  // The keys of the scale work at once.
  await page.keyboard.press('3')
  await expect(form.getByRole('radio', { name: '3', exact: true })).toBeChecked()
  await expect(form.getByText(t('record:comparison.change', { change: '−5' }))).toBeVisible()
  const barTop = () => topOf(save(page))
  await expectAbove(firstText(form), barTop)
  // What was said last time stands once.
  await expect(form.getByText(told)).toHaveCount(1)
  await expectAbove(form.getByText(told), barTop)
  const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
  await expect.poll(async () => (await boxOf(head)).height).toBeLessThanOrEqual(96)

  // The body is whole and beside the form, and what it asks of a touched place is in sight.
  const back = page.getByRole('group', { name: t('bodyChart:view.back'), exact: true })
  await expectAbove(back, async () => desktop.height)
  const bar = await boxOf(save(page))
  expect((await boxOf(back)).x).toBeGreaterThan(bar.x + bar.width)
  await back
    .getByRole('button', { name: new RegExp(t('bodyChart:region.back.lumbar')) })
    .first()
    .click()
  const panel = page.getByRole('region', { name: new RegExp(t('bodyChart:region.back.lumbar')) })
  const level = panel.getByRole('radio', { name: '6', exact: true })
  await expect(level).toBeInViewport({ ratio: 1 })
  await level.click()
  await expect(page.getByRole('list', { name: t('bodyChart:marks') })).toContainText('6/10')
  expect(noise).toEqual([])
})

for (const size of [lying, tablet]) {
  test(`the bar that saves and the first text are in sight on a tablet of ${size.width}`, async ({
    page,
  }) => {
    const form = await startWriting(page, await writtenScene(page), size)
    await expectAbove(save(page), async () => size.height)
    await expectAbove(firstText(form), () => topOf(save(page)))
  })
}

for (const size of [tablet, phone]) {
  test(`no bar hides what has the keyboard, from the first field to the last, at ${size.width}`, async ({
    page,
  }) => {
    await startWriting(page, await writtenScene(page), size)
    const hidden: string[] = []
    const saves = () => save(page).evaluate((button) => button === document.activeElement)
    for (let press = 0; press < 60 && !(await saves()); press += 1) {
      await page.keyboard.press('Tab')
      const found = await hiddenFocus(page)
      if (found) hidden.push(found)
    }
    await expect(save(page)).toBeFocused()
    // And back again: what comes from below must not stop under the head.
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press('Shift+Tab')
      const found = await hiddenFocus(page)
      if (found) hidden.push(found)
    }
    expect(hidden).toEqual([])
  })
}

for (const size of [desktop, tablet, phone]) {
  test(`what to beware of stays in sight while one writes, at ${size.width}`, async ({ page }) => {
    const form = await startWriting(page, await writtenScene(page), size)
    const alert = page.getByText(t('patient:head.allergy', { what: allergy })).first()
    await expect(alert).toBeInViewport({ ratio: 1 })
    await form.getByRole('textbox').last().focus()
    await page.keyboard.type('Ejercicios en casa.')
    await expect(form.getByRole('textbox').last()).toBeInViewport()
    await expect(alert).toBeInViewport({ ratio: 1 })
  })
}

test.describe('with a finger', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })

  test('the body fills a phone, its views are one row, and a touched place asks how strong where it is', async ({
    page,
    noise,
  }) => {
    const form = await startWriting(page, await writtenScene(page), phone)
    // Hints that speak of keys are for keyboards.
    await expect(form.getByText(t('record:painScale.keys'))).toBeHidden()
    await form.getByRole('button', { name: t('bodyChart:open') }).tap()
    const dialog = page.getByRole('dialog', { name: t('module:followup_bodyChart') })
    const views = dialog.getByRole('group', { name: t('bodyChart:views') })
    await expect(views).toBeVisible()
    const rows = await views
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(new Set(rows).size).toBe(1)
    // It opens where the last visit has a mark, and turns with one touch.
    await dialog.getByRole('button', { name: t('bodyChart:view.front'), exact: true }).tap()
    await dialog.getByRole('button', { name: t('bodyChart:view.back'), exact: true }).tap()
    const back = dialog.getByRole('group', { name: t('bodyChart:view.back'), exact: true })
    expect((await boxOf(back)).height).toBeGreaterThan(phone.height / 2)

    const foot = back.getByRole('button', { name: new RegExp(t('bodyChart:region.back.calf')) }).first()
    await foot.tap()
    const level = dialog.getByRole('radio', { name: '7', exact: true })
    await expect(level).toBeInViewport({ ratio: 1 })
    const { width, height } = await boxOf(level)
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    // What was touched is not under the sheet.
    const sheet = await boxOf(dialog.getByRole('region'))
    const place = await boxOf(foot)
    expect(place.y + place.height / 2).toBeLessThan(sheet.y)
    await level.tap()
    await dialog.getByRole('button', { name: t('bodyChart:mark.close') }).tap()
    await dialog.getByRole('button', { name: t('bodyChart:done') }).tap()
    await expect(dialog).toBeHidden()
    await expect(form.getByRole('listitem').filter({ hasText: '7/10' })).toBeVisible()
    expect(noise).toEqual([])
  })
})
