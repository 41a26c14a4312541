import { expect, type Page } from '@playwright/test'
import { tokenOf } from '../scene/colleagues.ts'
import { faultsAtEachSize, phone } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { tabTo } from '../scene/keys.ts'
import { zoneAtNoon } from '../scene/noon.ts'
import { register } from '../scene/people.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom, within } from '../scene/tier.ts'
import { stateOf, visitCard } from '../scene/visit-card.ts'

const mariana = 'Mariana Gómez Lara'
const rosa = 'Rosa Murcia'

const send = async (page: Page, method: string, path: string, data: object): Promise<{ id: number }> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request.fetch(`/api${path}`, { method, headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

/** Two visits about now: of somebody with an allergy, a phone and a package, and of somebody else. */
const openDay = async (page: Page) => {
  await send(page, 'PUT', '/settings/practice', { timezone: zoneAtNoon() })
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const me = (await (await page.request.get('/api/auth/me', { headers })).json()) as {
    payload: { doctor: { id: number } }
  }
  const doctorId = me.payload.doctor.id
  const one = await send(page, 'POST', '/patient', {
    firstName: 'Mariana',
    lastName: 'Gómez Lara',
    mobile: '+57 300 555 1234',
  })
  const other = await send(page, 'POST', '/patient', { firstName: 'Rosa', lastName: 'Murcia' })
  await send(page, 'POST', '/record', {
    ownerId: one.id,
    type: 'med_hist',
    recordClassId: 'med_hist_default',
    data: { allergies: 'Látex' },
  })
  await send(page, 'POST', '/sessionpackage', { ownerId: one.id, doctorId, numSessions: 8 })
  const book = (patientId: number, fromMinutes: number) =>
    send(page, 'POST', '/appointment', {
      doctorId,
      patientId,
      start: new Date(Date.now() + fromMinutes * 60_000).toISOString(),
      end: new Date(Date.now() + (fromMinutes + 30) * 60_000).toISOString(),
      allowOverlap: true,
    })
  const visit = await book(one.id, -60)
  await book(other.id, 40)
  return { visit, patientId: one.id }
}

const cardOf = (page: Page, name: string) => page.locator('[data-event]').filter({ hasText: name })

const openAgenda = async (page: Page): Promise<void> => {
  await page.goto('/app/calendar')
  await expect(cardOf(page, mariana)).toBeVisible()
}

const expectKnowledge = async (page: Page, t: Texts): Promise<void> => {
  const card = visitCard(page, t)
  await expect(card.getByRole('heading', { name: mariana })).toBeVisible()
  await expect(card.getByText(/Látex/)).toBeVisible()
  await expect(card.getByText(t('dashboard:sessionsLeft_other', { count: 8 }))).toBeVisible()
  await expect(card.getByRole('link', { name: /300 555 1234/ })).toHaveAttribute('href', 'tel:+573005551234')
}

for (const language of languagesFrom('en')) {
  const t = textsIn(language)

  test(`an appointment opens as a card: what to beware of, its state with two presses, a receipt and the next visit (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    await openDay(page)
    await openAgenda(page)
    await cardOf(page, mariana).click()
    await expectKnowledge(page, t)
    expect(await faultsAtEachSize(page, 'the card of a visit')).toEqual([])

    await stateOf(page, t, 'attended').click()
    await expect(stateOf(page, t, 'attended')).toHaveAttribute('aria-pressed', 'true')
    await expect(cardOf(page, mariana)).toHaveAccessibleName(new RegExp(t('calendar:status.attended')))

    // A press beside the card closes it; upon another appointment it opens that one.
    await cardOf(page, rosa).click({ position: { x: 500, y: 8 }, force: true })
    await expect(visitCard(page, t).getByRole('heading', { name: rosa })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(cardOf(page, rosa)).toBeFocused()

    await cardOf(page, mariana).click()
    await visitCard(page, t)
      .getByRole('button', { name: t('dashboard:charge'), exact: true })
      .click()
    const receipt = page.getByRole('dialog', { name: t('receipts:form.title') })
    await expect(visitCard(page, t)).toBeHidden()
    await receipt.getByLabel(t('receipts:line.unit')).fill('90')
    await receipt.getByRole('button', { name: t('receipts:form.submit') }).click()
    await expect(receipt).toBeHidden()

    const day = await page.getByRole('heading', { level: 1 }).textContent()
    await cardOf(page, mariana).click()
    await visitCard(page, t)
      .getByRole('button', { name: t('agendaViews:card.bookNext') })
      .click()
    const form = page.getByRole('dialog', { name: t('calendar:form.newTitle') })
    await expect(form.getByRole('textbox', { name: t('calendar:form.patient'), exact: true })).toHaveValue(
      mariana,
    )
    await form.getByRole('button', { name: t('calendar:form.book') }).click()
    await expect(form).toBeHidden()
    for (let turn = 0; turn < 7; turn += 1)
      await page.getByRole('button', { name: t('calendar:next.day'), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(day ?? '')
    await expect(cardOf(page, mariana)).toBeVisible()
    expect(noise).toEqual([])
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })

  test('the card is a sheet at the foot, and a state takes two touches', async ({ page, noise }) => {
    const t = textsIn('it')
    await register(page, 'it')
    await openDay(page)
    await openAgenda(page)
    await cardOf(page, mariana).tap()
    await expectKnowledge(page, t)
    const sheet = await visitCard(page, t).boundingBox()
    expect(sheet).toMatchObject({ x: 0, width: phone.width })
    expect(Math.round((sheet?.y ?? 0) + (sheet?.height ?? 0))).toBe(phone.height)
    await stateOf(page, t, 'arrived').tap()
    await expect(cardOf(page, mariana)).toHaveAccessibleName(new RegExp(t('calendar:status.arrived')))
    // Beside it there is nothing to book by mistake.
    await page.touchscreen.tap(180, 40)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(noise).toEqual([])
  })
})

test('the form of an appointment keeps its save button in view while it scrolls, on a phone as well', async ({
  page,
}) => {
  const t = textsIn('es')
  await register(page, 'es')
  await openDay(page)
  for (const size of [phone, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size)
    await openAgenda(page)
    await cardOf(page, mariana).focus()
    await page.keyboard.press('Enter')
    await tabTo(page, t('agendaViews:card.edit'))
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: t('calendar:form.editTitle') })
    const save = form.getByRole('button', { name: t('calendar:form.save') })
    await expect(save).toBeInViewport({ ratio: 1 })
    await form.getByRole('textbox', { name: t('calendar:form.title') }).focus()
    await expect(save).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
  }
})

test('what the card cannot read is said, and read on request', async ({ page }) => {
  const t = textsIn('es')
  await register(page, 'es')
  await openDay(page)
  await openAgenda(page)
  await page.route('**/api/patient/glance/**', (route) => route.abort())
  await cardOf(page, mariana).click()
  const card = visitCard(page, t)
  await expect(card.getByText(t('agendaViews:card.failed'))).toBeVisible(within(20_000))
  await page.unroute('**/api/patient/glance/**')
  await card.getByRole('button', { name: t('calendar:failed.retry') }).click()
  await expectKnowledge(page, t)
})
