import { expect, type Locator, type Page } from '@playwright/test'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { comingMonday, dayAfter, openAgenda } from '../scene/series.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const monday = comingMonday()
const patient = 'Mariana Gómez'
const other = 'Carlos Peña'
/** Monday, Wednesday and Friday, ten times. */
const days = [0, 2, 4, 7, 9, 11, 14, 16, 18, 21].map((later) => dayAfter(monday, later))

const send = async (page: Page, path: string, data: object): Promise<{ id: number }> => {
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.post(`/api${path}`, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

/** A patient with an open case and ten sessions paid ahead, and somebody else on the first Wednesday. */
const stage = async (page: Page) => {
  const agenda = await openAgenda(page, [patient, other])
  const ownerId = agenda.patients[patient] ?? 0
  await send(page, '/record', {
    ownerId,
    type: 'control',
    subtype: 'case',
    recordClassId: 'case_default',
    data: { name: 'Manguito rotador' },
  })
  const bought = { ownerId, doctorId: agenda.doctorId, numSessions: 10, description: 'Hombro' }
  const { id: packageId } = await send(page, '/sessionpackage', bought)
  await agenda.book(other, days[1] ?? monday, '10:15')
  return { agenda, ownerId, packageId }
}

const openPlanner = async (page: Page, t: Texts): Promise<Locator> => {
  await page.getByRole('button', { name: t('course:open') }).click()
  const dialog = page.getByRole('dialog', { name: t('course:title', { case: 'Manguito rotador' }) })
  await expect(dialog.getByLabel(t('course:form.count'))).toHaveValue('10')
  await expect(dialog.getByLabel(t('course:package.label'))).toContainText('Hombro')
  return dialog
}

const weekdayNames = (language: string): string[] =>
  [0, 2, 4].map((later) =>
    new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
      Date.parse(`${dayAfter(monday, later)}T12:00:00Z`),
    ),
  )

/** Fills in Monday, Wednesday and Friday at ten from that Monday on. */
const fillPlan = async (dialog: Locator, t: Texts, language: string): Promise<void> => {
  await dialog.getByLabel(t('course:form.from'), { exact: true }).fill(monday)
  await dialog.getByLabel(t('course:form.from'), { exact: true }).press('Tab')
  for (const name of weekdayNames(language))
    await dialog.getByRole('checkbox', { name: new RegExp(`^${name}$`, 'i') }).check({ force: true })
  await dialog.getByLabel(t('calendar:form.start'), { exact: true }).fill('10:00')
}

/** Where the balance on the head of the file leads: why it is what it is. */
const openBalance = async (page: Page, t: Texts, figure: string): Promise<Locator> => {
  await page.getByRole('button', { name: t('sessionPackage:head.why', { figure }) }).click()
  return page.getByRole('dialog', { name: t('sessionPackage:head.title', { name: patient }) })
}

for (const language of languagesFrom('es'))
  test(`ten visits are planned from a case, kept by its package, moved and cancelled in step, in ${language}`, async ({
    page,
    noise,
  }) => {
    const t = textsIn(language)
    await register(page, language)
    const { agenda, ownerId, packageId } = await stage(page)
    // The dialog opens at once from the page of the package, and by its button from the file.
    await page.goto(`/app/session-package/${packageId}`)
    await page.getByRole('link', { name: t('sessionPackage:plan') }).click()
    await expect(page.getByRole('dialog').getByLabel(t('course:form.count'))).toHaveValue('10')
    await page.goto(`/app/patient/${ownerId}`)
    const dialog = await openPlanner(page, t)
    await fillPlan(dialog, t, language)
    await dialog.getByLabel(t('course:form.count')).fill('12')
    await expect(dialog).toContainText(t('course:package.tooFew_other', { count: 10, wanted: 12 }))
    expect(await faultsAtEachSize(page, 'planning')).toEqual([])

    // Two more than the package has: nothing is booked before somebody says so.
    await dialog.getByRole('button', { name: t('course:form.preview') }).click()
    const cover = dialog.getByRole('region', { name: t('course:cover.label') })
    await expect(cover).toContainText(t('course:cover.short_other', { count: 2 }))
    await expect(dialog).toContainText(`10:15–11:00 ${other}`)
    await dialog.getByRole('radio', { name: t('series:way.skip') }).check()
    await expect(cover).toContainText(t('course:cover.short_one', { count: 1 }))
    await dialog.getByRole('button', { name: t('series:save.book_other', { count: 11 }) }).click()
    await expect(cover).toContainText(t('course:cover.missing'))
    await expect(cover.getByRole('checkbox')).toBeFocused()
    expect(await faultsAtEachSize(page, 'too few sessions')).toEqual([])
    expect(await agenda.visitsOf(patient)).toEqual([])

    await dialog.getByRole('button', { name: t('series:back.form') }).click()
    await dialog.getByLabel(t('course:form.count')).fill('10')
    await dialog.getByRole('button', { name: t('course:form.preview') }).click()
    await expect(cover).toContainText(t('course:cover.kept_other', { count: 10 }))
    // The nearest time that is free.
    await dialog.getByRole('radio').first().check()
    expect(await faultsAtEachSize(page, 'dates of a course')).toEqual([])
    await dialog.getByRole('button', { name: t('series:save.book_other', { count: 10 }) }).click()
    await expect(page.getByText(t('series:undo.booked_other', { count: 10 }))).toBeVisible()
    await expect(dialog).toBeHidden()
    const booked = await agenda.visitsOf(patient)
    expect(booked).toHaveLength(10)
    expect(booked).toEqual(
      expect.arrayContaining(days.filter((_, at) => at !== 1).map((day) => `${day} 10:00`)),
    )

    const balance = await openBalance(page, t, '0/10')
    await expect(balance).toContainText(t('sessionPackage:kept_other', { count: 10 }))
    await expect(balance.getByText(t('sessionPackage:movement.visit_planned'))).toHaveCount(10)
    expect(await faultsAtEachSize(page, 'balance of a course')).toEqual([])
    await page.keyboard.press('Escape')

    // Taken back where it was planned, all of it goes; planned again, it is there again.
    await page.getByRole('button', { name: t('series:undo.button') }).click()
    await expect(page.getByText(t('series:undo.done'))).toBeVisible()
    expect(await agenda.visitsOf(patient)).toEqual([])
    const again = await openPlanner(page, t)
    await fillPlan(again, t, language)
    await again.getByRole('button', { name: t('course:form.preview') }).click()
    await again.getByRole('radio', { name: t('series:way.keep') }).check()
    await again.getByLabel(t('series:reason.label')).fill('Dos a la vez')
    await again.getByRole('button', { name: t('series:save.book_other', { count: 10 }) }).click()
    await expect(page.getByText(t('series:undo.booked_other', { count: 10 }))).toBeVisible()

    // Asked for once more, it says what is booked, and books no second series by accident.
    await page.getByRole('button', { name: t('course:open') }).click()
    const already = page.getByRole('dialog').getByRole('region', { name: t('course:planned.label') })
    await expect(already).toContainText(
      t('course:planned.ofCase_other', { count: 10, day: '' }).split(';')[0] ?? '',
    )
    await expect(already.getByRole('link', { name: t('course:planned.see') })).toHaveAttribute(
      'href',
      new RegExp(monday),
    )
    await expect(page.getByRole('dialog').getByLabel(t('course:form.count'))).toHaveCount(0)
    expect(await faultsAtEachSize(page, 'planned already')).toEqual([])
    await already.getByRole('button', { name: t('course:planned.more') }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByLabel(t('course:form.count'))).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()

    // Moved in the agenda: an hour later, all of them.
    await page.goto(`/app/calendar?day=${monday}`)
    const card = page.getByRole('button', { name: new RegExp(patient) })
    await card.focus()
    await page.keyboard.press('m')
    for (let quarter = 0; quarter < 4; quarter += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const moving = page.getByRole('dialog', { name: t('series:title.move') })
    await moving.getByRole('radio', { name: t('series:scope.all') }).check()
    await moving.getByRole('button', { name: t('series:save.series') }).click()
    await expect(page.getByText(t('series:undo.changed_other', { count: 10 }))).toBeVisible()
    expect(await agenda.visitsOf(patient)).toEqual(days.map((day) => `${day} 11:00`))

    const [first = 0, second = 0] = await agenda.idsOf(patient)
    await agenda.change(first, { status: 'cancelled', cancelReason: 'Viaje' })
    await agenda.change(second, { status: 'no_show' })
    await page.goto(`/app/patient/${ownerId}`)
    const after = await openBalance(page, t, '1/10')
    await expect(after).toContainText(t('sessionPackage:left_one', { count: 1 }))
    await expect(after).toContainText(t('sessionPackage:kept_other', { count: 8 }))
    await expect(after.getByText(t('sessionPackage:movement.visit_cancelled'))).toBeVisible()
    await expect(after.getByText(t('sessionPackage:movement.visit_no_show'))).toBeVisible()
    expect(noise).toEqual([])
  })

for (const language of languagesFrom('es'))
  test(`a kept visit that is moved past the last day of its package is warned of, in ${language}`, async ({
    page,
    noise,
  }) => {
    const t = textsIn(language)
    await register(page, language)
    const agenda = await openAgenda(page, [patient])
    const patientId = agenda.patients[patient] ?? 0
    const { doctorId } = agenda
    const { id: caseId } = await send(page, '/record', {
      ownerId: patientId,
      type: 'control',
      subtype: 'case',
      recordClassId: 'case_default',
      data: { name: 'Manguito rotador' },
    })
    const lastDay = dayAfter(monday, 7)
    const bought = { ownerId: patientId, doctorId, numSessions: 4, expiresOn: lastDay }
    const { id: packageId } = await send(page, '/sessionpackage', bought)
    await send(page, '/appointment', {
      doctorId,
      patientId,
      start: `${monday}T15:00:00Z`,
      end: `${monday}T16:00:00Z`,
      every: { repeat: true, freq: 'week', interval: 1, count: 2 },
      course: { caseId, packageId },
    })
    const said = (key: string, count: number) => t(key, { count, day: '' }).split(',')[0] ?? ''

    // The second of them, a day later: it alone, then the whole series.
    await page.goto(`/app/calendar?day=${lastDay}&view=week`)
    const card = page.getByRole('button', { name: new RegExp(patient) }).first()
    await card.focus()
    await page.keyboard.press('m')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const moving = page.getByRole('dialog', { name: t('series:title.move') })
    await moving.getByRole('radio', { name: t('series:scope.all') }).check()
    await expect(moving).toContainText(said('series:note.afterPackage_one', 1))
    expect(await faultsAtEachSize(page, 'moving past the last day')).toEqual([])
    await moving.getByRole('radio', { name: t('series:scope.this') }).check()
    await moving.getByRole('button', { name: t('series:save.this') }).click()
    await expect(page.getByText(said('course:afterPackage_one', 1))).toBeVisible()
    await page.getByRole('button', { name: t('buttons:undo') }).click()
    await expect.poll(() => agenda.visitsOf(patient)).toEqual([`${monday} 10:00`, `${lastDay} 10:00`])
    expect(noise).toEqual([])
  })
