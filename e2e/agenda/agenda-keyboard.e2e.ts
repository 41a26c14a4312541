import { expect, type Page } from '@playwright/test'
import { test } from '../scene/fixtures.ts'
import { expectVisibleFocus, tabTo } from '../scene/keys.ts'
import { register } from '../scene/people.ts'
import { comingMonday, dayAfter, openAgenda } from '../scene/series.ts'
import { textsIn } from '../scene/texts.ts'

const t = textsIn('es')
const monday = comingMonday()
const patient = 'Mariana Gómez'
const mondays = (time: string): string[] => [0, 7, 14, 21].map((days) => `${dayAfter(monday, days)} ${time}`)

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

/** Walks the free times of the grid until one begins at that time. */
const walkToSlot = async (page: Page, time: string): Promise<void> => {
  for (let press = 0; press < 60; press += 1) {
    if ((await focusedName(page)).includes(time)) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the arrows never reached ${time}`)
}

test('Enter chooses whom the text means by now, and not whom an earlier answer named', async ({ page }) => {
  await register(page, 'es')
  await openAgenda(page, [patient, 'Mario Ruiz Peña'])
  await page.goto(`/app/calendar?day=${monday}`)
  await page.getByRole('button', { name: t('calendar:new') }).click()
  const field = page.getByRole('textbox', { name: t('calendar:form.patient'), exact: true })
  await expect(field).toBeFocused()
  await page.keyboard.type('mari')
  await expect(page.locator('[data-combobox-selected]')).toContainText(patient)
  await expect(page.getByRole('option', { name: 'Mario Ruiz Peña' })).toBeVisible()
  // The server is as slow from here on as it is in a village.
  await page.route(/\/api\/patient\/findByName\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3000))
    await route.continue()
  })
  await page.keyboard.type('o')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Mario Ruiz Peña')
})

test('a weekly series is booked from a free time, looked at, moved aloud and taken back by keyboard alone', async ({
  page,
  noise,
}) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [patient])
  await page.goto(`/app/calendar?day=${monday}`)
  const said = page.locator('[aria-live=assertive]')
  const card = page.getByRole('button', { name: new RegExp(patient) })

  await expect(page.getByRole('application')).toBeVisible()
  await tabTo(page, /Hueco a las/, 90)
  await walkToSlot(page, 'Hueco a las 10:00')
  await expectVisibleFocus(page)
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: t('calendar:form.newTitle') })
  await expect(form.getByRole('textbox', { name: t('calendar:form.patient'), exact: true })).toBeFocused()
  await page.keyboard.type('mariana')
  await expect(page.locator('[data-combobox-selected]')).toContainText(patient)
  await page.keyboard.press('Enter')
  await tabTo(page, t('series:form.repeat'))
  await page.keyboard.type(t('series:form.freq.week'))
  await tabTo(page, t('series:form.count'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('4')
  await tabTo(page, t('calendar:form.book'))
  await page.keyboard.press('Enter')

  const dates = page.getByRole('dialog', { name: t('series:title.book') })
  await expect(dates.getByRole('listitem').filter({ hasText: '10:00–11:00' })).toHaveCount(4)
  expect(await agenda.visitsOf(patient)).toEqual([])
  await tabTo(page, t('series:save.book_other', { count: 4 }))
  await expectVisibleFocus(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('series:undo.booked_other', { count: 4 }))).toBeVisible()
  expect(await agenda.visitsOf(patient)).toEqual(mondays('10:00'))

  await tabTo(page, patient, 90)
  await expect(card).toBeFocused()
  await page.keyboard.press('m')
  await expect(said).toHaveText(t('calendar:said.pickedUp', { name: patient }))
  for (let quarter = 0; quarter < 4; quarter += 1) await page.keyboard.press('ArrowDown')
  await expect(said).toContainText('11:00 a 12:00')
  await page.keyboard.press('Enter')
  await expect(said).toContainText(`${patient}: 11:00 a 12:00`)
  const question = page.getByRole('dialog', { name: t('series:title.move') })
  await expect(question.getByRole('radio', { name: t('series:scope.this') })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(question.getByRole('listitem').filter({ hasText: '11:00–12:00' })).toHaveCount(4)
  await tabTo(page, t('series:save.series'))
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('series:undo.changed_other', { count: 4 }))).toBeVisible()
  expect(await agenda.visitsOf(patient)).toEqual(mondays('11:00'))

  await page.keyboard.press('Control+z')
  await expect(page.getByText(t('series:undo.done'))).toBeVisible()
  await expect(card).toHaveAccessibleName(/10:00/)
  expect(await agenda.visitsOf(patient)).toEqual(mondays('10:00'))
  expect(noise).toEqual([])
})
