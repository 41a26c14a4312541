import { expect, type Page } from '@playwright/test'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { askForSeries, comingMonday, dayAfter, openAgenda } from '../scene/series.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'
import { editVisit, visitCard } from '../scene/visit-card.ts'

const t = textsIn('es')
const monday = comingMonday()
const patient = 'Mariana Gómez'
const other = 'Carlos Peña'
const weeks = (...at: number[]): string[] => at.map((week) => dayAfter(monday, week * 7))
const at = (time: string, ...which: number[]): string[] => weeks(...which).map((day) => `${day} ${time}`)

const card = (page: Page) => page.getByRole('button', { name: new RegExp(patient) })
const bar = (page: Page, text: string, count: number) => page.getByText(t(text, { count }))

test('a weekly series is looked at, decided, booked, moved, taken back and deleted from one date on', async ({
  page,
  noise,
}) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [patient, other])
  await agenda.book(other, dayAfter(monday, 14), '10:15')

  const dialog = await askForSeries(page, t, monday, patient)
  await expect(dialog).toContainText('Cada semana, los lunes, 6 veces')
  await expect(dialog.getByRole('listitem').filter({ hasText: '10:00–11:00' })).toHaveCount(6)
  await expect(dialog).toContainText(`10:15–11:00 ${other}`)
  expect(await agenda.visitsOf(patient)).toEqual([])

  // Nothing is written while a date waits for a decision, and the keyboard is brought to it.
  await dialog.getByRole('button', { name: t('series:save.book_other', { count: 6 }) }).click()
  await expect(dialog).toContainText(t('series:way.missing'))
  const nearest = dialog.getByRole('radio', { name: /Hueco más cercano/ })
  await expect(nearest).toBeFocused()
  await nearest.check()
  await dialog.getByRole('button', { name: t('series:save.book_other', { count: 6 }) }).click()
  await expect(bar(page, 'series:undo.booked_other', 6)).toBeVisible()
  const usual = at('10:00', 0, 1, 3, 4, 5)
  const booked = await agenda.visitsOf(patient)
  expect(booked).toHaveLength(6)
  expect(booked).toEqual(expect.arrayContaining(usual))
  const detached = booked.filter((one) => !usual.includes(one))

  await card(page).focus()
  await page.keyboard.press('m')
  for (let quarter = 0; quarter < 4; quarter += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const moving = page.getByRole('dialog', { name: t('series:title.move') })
  await expect(moving.getByRole('radio', { name: t('series:scope.this') })).toBeChecked()
  await expect(moving).toContainText(t('series:scope.detached_one', { count: 1 }))
  await moving.getByRole('radio', { name: t('series:scope.all') }).check()
  await expect(moving.getByRole('listitem').filter({ hasText: '11:00–12:00' })).toHaveCount(5)
  await moving.getByRole('button', { name: t('series:save.series') }).click()
  await expect(bar(page, 'series:undo.changed_other', 5)).toBeVisible()
  expect(await agenda.visitsOf(patient)).toEqual([...at('11:00', 0, 1, 3, 4, 5), ...detached].sort())

  await page.keyboard.press('Control+z')
  await expect(page.getByText(t('series:undo.done'))).toBeVisible()
  expect(await agenda.visitsOf(patient)).toEqual(booked)

  await page.goto(`/app/calendar?day=${dayAfter(monday, 21)}`)
  await card(page).focus()
  await page.keyboard.press('Delete')
  const removing = page.getByRole('dialog', { name: t('series:title.remove') })
  await removing.getByRole('radio', { name: t('series:scope.following') }).check()
  await expect(removing).toContainText(t('series:scope.toDelete_other', { count: 3 }))
  await removing.getByRole('button', { name: t('series:remove.confirm.following') }).click()
  await expect(bar(page, 'series:undo.removed_other', 3)).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  expect(await agenda.visitsOf(patient)).toEqual([...at('10:00', 0, 1), ...detached].sort())

  await page.getByRole('button', { name: t('series:undo.button') }).click()
  await expect(card(page)).toBeVisible()
  expect(await agenda.visitsOf(patient)).toEqual(booked)
  expect(noise).toEqual([])
})

test('what was decided stays when somebody is faster, and only the new date is asked about', async ({
  page,
}) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [patient, other, 'Irene Castellanos'])
  await agenda.book(other, dayAfter(monday, 7), '10:00')
  const dialog = await askForSeries(page, t, monday, patient)
  await dialog.getByRole('radio', { name: t('series:way.skip') }).check()
  await agenda.book('Irene Castellanos', dayAfter(monday, 28), '10:30')

  await dialog.getByRole('button', { name: t('series:save.book_other', { count: 5 }) }).click()
  await expect(dialog).toContainText(t('series:refused.title_one', { count: 1 }))
  await expect(dialog).toContainText('Irene Castellanos')
  expect(await agenda.visitsOf(patient)).toEqual([])
  await expect(dialog.getByRole('radio', { name: t('series:way.skip'), checked: true })).toHaveCount(1)
  await dialog
    .getByRole('radio', { name: t('series:way.keep') })
    .last()
    .check()

  // Booked beside another one: not without saying why.
  const save = dialog.getByRole('button', { name: t('series:save.book_other', { count: 5 }) })
  await save.click()
  await expect(dialog).toContainText(t('series:reason.missing'))
  // The place to say it has the keyboard, a moment after it is told that something is missing.
  await expect(dialog.getByRole('textbox', { name: t('series:reason.label') })).toBeFocused()
  await page.keyboard.type('Vienen en pareja')
  await save.click()
  await expect(dialog).toBeHidden()
  expect(await agenda.visitsOf(patient)).toEqual(at('10:00', 0, 2, 3, 4, 5))

  await page.goto(`/app/calendar?day=${dayAfter(monday, 28)}`)
  await card(page).click()
  await expect(visitCard(page, t)).toContainText('Vienen en pareja')
})

test('an occurrence that is dropped elsewhere moves alone unless more is said, and goes back when it is left', async ({
  page,
}) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [patient])
  const dialog = await askForSeries(page, t, monday, patient)
  await dialog.getByRole('button', { name: t('series:save.book_other', { count: 6 }) }).click()
  await expect(dialog).toBeHidden()

  const drag = async (pixels: number): Promise<void> => {
    await card(page).hover()
    const box = await card(page).boundingBox()
    if (!box) throw new Error('the appointment has no place on the page')
    await page.mouse.move(box.x + box.width / 2, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + 10 + pixels / 2, { steps: 5 })
    await page.mouse.move(box.x + box.width / 2, box.y + 10 + pixels, { steps: 5 })
    await page.mouse.up()
  }
  const moving = page.getByRole('dialog', { name: t('series:title.move') })

  await drag(72)
  await expect(moving.getByRole('radio', { name: t('series:scope.this') })).toBeFocused()
  await moving.getByRole('button', { name: t('series:back.move') }).click()
  await expect(card(page)).toHaveAccessibleName(/10:00/)
  expect(await agenda.visitsOf(patient)).toEqual(at('10:00', 0, 1, 2, 3, 4, 5))

  await drag(72)
  await page.keyboard.press('Enter')
  await expect(moving).toBeHidden()
  await expect(card(page)).toHaveAccessibleName(/11:00/)
  await expect
    .poll(() => agenda.visitsOf(patient))
    .toEqual([...at('11:00', 0), ...at('10:00', 1, 2, 3, 4, 5)].sort())
})

test('of two who move the same series one wins, and the other is told and loses nothing', async ({
  page,
}) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [patient])
  const dialog = await askForSeries(page, t, monday, patient)
  await dialog.getByRole('button', { name: t('series:save.book_other', { count: 6 }) }).click()
  await expect(dialog).toBeHidden()

  await editVisit(page, card(page), t)
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: t('calendar:form.title') }).fill('Rodilla')
  const [first = 0] = await agenda.idsOf(patient)
  await agenda.change(first, { note: 'Trae la resonancia' })
  await form.getByRole('button', { name: t('calendar:form.save') }).click()
  const series = page.getByRole('dialog', { name: t('series:title.change') })
  await series.getByRole('radio', { name: t('series:scope.all') }).check()
  await series.getByRole('button', { name: t('series:save.series') }).click()
  await expect(form).toContainText(t('calendar:conflict.title'))
  await expect(form.getByRole('textbox', { name: t('calendar:form.title') })).toHaveValue('Rodilla')
})

test('nothing is taken back that somebody changed meanwhile, and that is said', async ({ page }) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [patient])
  const dialog = await askForSeries(page, t, monday, patient)
  await dialog.getByRole('button', { name: t('series:save.book_other', { count: 6 }) }).click()
  await expect(bar(page, 'series:undo.booked_other', 6)).toBeVisible()
  const [first = 0] = await agenda.idsOf(patient)
  await agenda.change(first, { note: 'Trae la resonancia' })
  await page.getByRole('button', { name: t('series:undo.button') }).click()
  await expect(page.getByText(t('series:undo.refused.version_conflict'))).toBeVisible()
  expect(await agenda.visitsOf(patient)).toHaveLength(6)
})

test('a visit dropped on another one asks why, and a patient who is expected elsewhere is only a hint', async ({
  page,
}) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [patient, other])
  await agenda.book(patient, monday, '10:00')
  await agenda.book(other, monday, '11:00')
  await page.goto(`/app/calendar?day=${monday}`)
  await card(page).focus()
  await page.keyboard.press('m')
  for (let quarter = 0; quarter < 4; quarter += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog')
  await expect(question).toContainText(other)
  await expect(question.getByLabel(t('calendar:overlap.reason'))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toContainText(t('calendar:overlap.needsReason'))
  await page.keyboard.type('Vienen en pareja')
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect.poll(() => agenda.visitsOf(patient)).toEqual([`${monday} 11:00`])

  await page
    .getByRole('button', { name: t('calendar:new') })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: t('calendar:form.patient'), exact: true }).fill(patient)
  await page.getByRole('option', { name: patient }).click()
  await form.getByLabel(t('calendar:form.start'), { exact: true }).fill('11:30')
  await form.getByRole('button', { name: t('calendar:form.book') }).click()
  await form.getByLabel(t('calendar:overlap.reason')).fill('Segunda sesión')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(page.getByText(new RegExp(`${patient} tiene otra cita a esa hora`))).toBeVisible()
})

for (const language of languagesFrom('es')) {
  test(`the dialogs of a series are clean for axe and stand in 360 px (${language})`, async ({ page }) => {
    const words = textsIn(language)
    const found: string[] = []
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await register(page, language)
    const agenda = await openAgenda(page, [patient, other])
    await agenda.book(other, dayAfter(monday, 7), '10:00')
    await agenda.book(other, dayAfter(monday, 14), '10:00')
    await page.goto(`/app/calendar?day=${monday}`)
    await page
      .getByRole('button', { name: words('calendar:new') })
      .first()
      .click()
    await page.getByRole('dialog').getByLabel(words('series:form.repeat')).selectOption('month')
    found.push(...(await faultsAtEachSize(page, 'the repetition')))
    const dialog = await askForSeries(page, words, monday, patient)
    found.push(...(await faultsAtEachSize(page, 'the dates')))
    await dialog.getByRole('button', { name: words('series:forAll.skip') }).click()
    await dialog.getByRole('button', { name: words('series:save.book_other', { count: 4 }) }).click()
    await expect(page.getByText(words('series:undo.booked_other', { count: 4 }))).toBeVisible()
    found.push(...(await faultsAtEachSize(page, 'the bar')))
    await editVisit(page, card(page), words)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('calendar:form.delete'), exact: true })
      .click()
    await expect(page.getByRole('dialog', { name: words('series:title.remove') })).toContainText(
      words('series:scope.toDelete_other', { count: 4 }),
    )
    found.push(...(await faultsAtEachSize(page, 'the question before deleting')))
    expect(found).toEqual([])
  })
}
