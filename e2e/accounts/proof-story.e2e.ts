import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { todayInBogota } from '../scene/bogota.ts'
import { draw } from '../scene/drawing.ts'
import { test } from '../scene/fixtures.ts'
import { password, register } from '../scene/people.ts'
import { comingMonday, dayAfter, openAgenda } from '../scene/series.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'
import { type AppointmentState, stateOf } from '../scene/visit-card.ts'
import { get } from '../scene/writing-scene.ts'

const patient = 'Mariana Gómez'
const monday = comingMonday()
/** Monday, Wednesday and Friday, ten times. */
const days = [0, 2, 4, 7, 9, 11, 14, 16, 18, 21].map((later) => dayAfter(monday, later))

const tokenOf = (page: Page): Promise<string> => page.evaluate(() => sessionStorage.getItem('appToken') ?? '')

const post = async (page: Page, path: string, data: object): Promise<{ id: number }> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request.post(`/api${path}`, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

const sellTen = async (page: Page, t: Texts): Promise<void> => {
  await page.goto('/app/session-package')
  // In the head; the empty page offers it once more.
  await page
    .getByRole('button', { name: t('sessionPackage:new') })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: t('sessionPackage:form.newTitle') })
  await form.getByLabel(t('calendar:form.patient'), { exact: true }).fill('Mariana')
  await page.getByRole('option', { name: /Mariana Gómez/ }).click()
  await form.getByLabel(t('sessionPackage:form.description')).fill('Hombro')
  await form.getByLabel(t('sessionPackage:form.price')).fill('350')
  await form.getByRole('button', { name: t('sessionPackage:form.sell') }).click()
  await page.waitForURL(/session-package\/\d+/)
}

/** Ten visits are planned from the page of the package: Monday, Wednesday and Friday at ten. */
const planTen = async (page: Page, t: Texts, language: string): Promise<void> => {
  await page.getByRole('link', { name: t('sessionPackage:plan') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(t('course:form.count'))).toHaveValue('10')
  await dialog.getByLabel(t('course:form.from'), { exact: true }).fill(monday)
  await page.keyboard.press('Tab')
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  for (const day of days.slice(0, 3)) {
    const name = weekday.format(Date.parse(`${day}T12:00:00Z`))
    await dialog.getByRole('checkbox', { name: new RegExp(`^${name}$`, 'i') }).check({ force: true })
  }
  await dialog.getByLabel(t('calendar:form.start'), { exact: true }).fill('10:00')
  await dialog.getByRole('button', { name: t('course:form.preview') }).click()
  await dialog.getByRole('button', { name: t('series:save.book_other', { count: 10 }) }).click()
  await expect(dialog).toBeHidden()
}

/** The first visit comes forward to today, in the hour that it has: of a later day nobody has attended anything. */
const bringForward = async (page: Page): Promise<void> => {
  const { practice } = await get<{ practice: { id: number } }>(page, '/auth/me')
  const path = `/calendar/appointments/${practice.id}/${monday}/${dayAfter(monday, 1)}`
  const [
    {
      events: [visit],
    } = { events: [] },
  ] = await get<{ events: { id: number; start: string; end: string }[] }[]>(page, path)
  if (!visit) throw new Error('nothing was planned')
  const today = (moment: string): string => `${todayInBogota()}${new Date(moment).toISOString().slice(10)}`
  const moved = await page.request.put(`/api/appointment/${visit.id}`, {
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
    data: { start: today(visit.start), end: today(visit.end) },
  })
  expect(moved.ok(), await moved.text()).toBe(true)
}

const openCard = async (page: Page, day: string): Promise<Locator> => {
  await page.goto(`/app/calendar?day=${day}`)
  const card = page.getByRole('button', { name: new RegExp(patient) })
  await card.focus()
  await page.keyboard.press('Enter')
  return card
}

const setStatus = async (page: Page, t: Texts, day: string, status: AppointmentState): Promise<void> => {
  const card = await openCard(page, day)
  await stateOf(page, t, status).click()
  await expect(card).toHaveAccessibleName(new RegExp(t(`calendar:status.${status}`)))
}

const cancel = async (page: Page, t: Texts, day: string): Promise<void> => {
  const card = await openCard(page, day)
  await stateOf(page, t, 'cancelled').press('Enter')
  await page.getByRole('dialog').getByLabel(t('calendar:form.cancelReason')).fill('Viaje')
  await page.keyboard.press('Enter')
  await expect(card).toHaveAccessibleName(new RegExp(t('calendar:status.cancelled')))
}

const expectBalance = async (page: Page, t: Texts): Promise<void> => {
  await page.getByRole('button', { name: t('sessionPackage:head.why', { figure: '2/10' }) }).click()
  const balance = page.getByRole('dialog', { name: t('sessionPackage:head.title', { name: patient }) })
  await expect(balance.getByText(t('sessionPackage:movement.visit_attended'))).toBeVisible()
  await expect(balance.getByText(t('sessionPackage:movement.visit_no_show'))).toBeVisible()
  await expect(balance.getByText(t('sessionPackage:movement.visit_cancelled'))).toBeVisible()
  await expect(balance).toContainText(t('sessionPackage:kept_other', { count: 7 }))
  await page.keyboard.press('Escape')
}

/** The device goes to the patient, who signs, and comes back to the practitioner. */
const signOnTheSameDevice = async (page: Page, t: Texts): Promise<void> => {
  await page.getByRole('button', { name: t('signatures:handOver.start') }).click()
  await expect(
    page.getByRole('heading', { name: t('signatures:handOver.title', { name: 'Mariana' }) }),
  ).toBeVisible()
  await draw(page, page.locator('canvas'))
  await page.getByRole('button', { name: t('signatures:sign'), exact: true }).click()
  await expect(page.getByRole('heading', { name: t('signatures:outcome.signed') })).toBeVisible()
  await page
    .getByRole('button', { name: t('signatures:handOver.giveBack', { name: 'Laura' }) })
    .last()
    .click()
  await page.getByRole('dialog').locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t('signatures:offer.decline') }).click()
  await expect(page.getByRole('region', { name: t('signatures:title') }).getByText(patient)).toBeVisible()
}

/** One byte in the middle is another one. */
const alteredCopy = (original: Buffer): Buffer => {
  const copy = Buffer.from(original)
  const middle = Math.floor(copy.length / 2)
  copy[middle] = (copy[middle] ?? 0) ^ 1
  return copy
}

for (const language of languagesFrom('en'))
  test(`ten sessions are sold, planned, attended, missed and cancelled; the patient signs, and the paper proves itself (${language})`, async ({
    page,
    noise,
  }) => {
    const t = textsIn(language)
    await register(page, language)
    const { patients } = await openAgenda(page, [patient])
    const ownerId = patients[patient] ?? 0
    const { id: caseId } = await post(page, '/record', {
      ownerId,
      type: 'control',
      subtype: 'case',
      recordClassId: 'case_default',
      data: { name: 'Manguito rotador' },
    })
    await sellTen(page, t)
    await planTen(page, t, language)
    await bringForward(page)
    await setStatus(page, t, todayInBogota(), 'attended')
    await setStatus(page, t, days[1] ?? monday, 'no_show')
    await cancel(page, t, days[2] ?? monday)

    await page.goto(`/app/patient/${ownerId}`)
    await expectBalance(page, t)

    const { id } = await post(page, '/record', {
      ownerId,
      type: 'control',
      subtype: 'follow_up',
      recordClassId: 'followup_default',
      data: { case: caseId, patientObs: 'Duerme mejor.' },
    })
    await page.goto(`/app/patient/${ownerId}?record=${id}`)
    await signOnTheSameDevice(page, t)

    await page.goto(`/app/patient/${ownerId}?record=${id}&print=record`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('print:pdf') }).click(),
    ])
    const original = await readFile(await download.path())
    const pdf = (buffer: Buffer) => ({ name: 'sesion.pdf', mimeType: 'application/pdf', buffer })
    await page.goto('/verify')
    const verdict = page.getByRole('main').getByRole('status')
    await page.locator('input[type=file]').setInputFiles(pdf(original))
    await expect(verdict.getByRole('heading', { name: t('verify:status.unchanged.title') })).toBeVisible()
    await page.locator('input[type=file]').setInputFiles(pdf(alteredCopy(original)))
    await expect(verdict.getByRole('heading', { name: t('verify:status.altered.title') })).toBeVisible()
    expect(noise).toEqual([])
  })
