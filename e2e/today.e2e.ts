import { expect, type Page } from '@playwright/test'
import { addColleague, tokenOf } from './scene/colleagues.ts'
import { draw } from './scene/drawing.ts'
import { faultsAtEachSize, phone } from './scene/faults.ts'
import { test } from './scene/fixtures.ts'
import { zoneAtNoon } from './scene/noon.ts'
import { register } from './scene/people.ts'
import { textsIn } from './scene/texts.ts'
import { languagesFrom } from './scene/tier.ts'

const send = async (page: Page, path: string, data: object): Promise<{ id: number }> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request.post(`/api${path}`, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

/** Two patients of the owner, one expected about now and one in a quarter of an hour, and what was written of the first. */
const openDay = async (page: Page) => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const moved = await page.request.put('/api/settings/practice', {
    headers,
    data: { timezone: zoneAtNoon() },
  })
  expect(moved.ok(), await moved.text()).toBe(true)
  const me = (await (await page.request.get('/api/auth/me', { headers })).json()) as {
    payload: { doctor: { id: number } }
  }
  const add = (firstName: string, lastName: string) => send(page, '/patient', { firstName, lastName })
  const [mariana, rosa] = [await add('Mariana', 'Gómez'), await add('Rosa', 'Murcia')]
  const book = (patientId: number, fromMinutes: number) =>
    send(page, '/appointment', {
      doctorId: me.payload.doctor.id,
      patientId,
      start: new Date(Date.now() + fromMinutes * 60_000).toISOString(),
      end: new Date(Date.now() + (fromMinutes + 10) * 60_000).toISOString(),
      allowOverlap: true,
    })
  await book(mariana.id, -1)
  await book(rosa.id, 0)
  const write = (recordClassId: string, subtype: string, data: object) =>
    send(page, '/record', { ownerId: mariana.id, type: 'control', subtype, recordClassId, data })
  const { id } = await write('case_default', 'case', { name: 'Manguito rotador' })
  await write('followup_default', 'follow_up', { case: id, patientObs: 'Duerme mejor.' })
}

for (const language of languagesFrom('es')) {
  const t = textsIn(language)
  const state = (name: string) => t(`dashboard:state.${name}`)

  test(`the desk sees everybody’s day on a phone: who arrives, who waits, who was attended and pays (${language})`, async ({
    page,
    browser,
    ulna,
    noise,
  }) => {
    await register(page, language)
    await openDay(page)
    await send(page, '/price', { name: 'Sesión', minutes: 10, priceMinor: 9_000_000, currency: 'COP' })
    const desk = await addColleague(page, {
      ...{ browser, ulna, language },
      colleague: { name: 'Patricia Mora', role: 'assistant', clinical: false },
    })
    await desk.setViewportSize(phone)
    const day = desk.getByRole('region', { name: t('dashboard:practiceDay') })
    const row = (name: string) => day.getByRole('listitem').filter({ hasText: name })
    await expect(row('Rosa Murcia')).toBeVisible()
    // What was written is no business of the desk.
    await expect(day.getByText('Manguito')).toHaveCount(0)

    const stepOf = (name: string, next: string) =>
      desk.getByRole('button', { name: t('dashboard:stepFor', { name, state: state(next) }) })
    await stepOf('Rosa Murcia', 'arrived').click()
    await expect(stepOf('Rosa Murcia', 'attended')).toBeVisible()
    await expect(
      day
        .getByRole('listitem')
        .filter({ hasText: state('arrived') })
        .first(),
    ).toContainText('Rosa')
    await stepOf('Rosa Murcia', 'attended').click()
    await desk.getByRole('button', { name: t('dashboard:earlier_one') }).click()
    await desk.getByRole('button', { name: t('dashboard:chargeTo', { name: 'Rosa Murcia' }) }).click()
    const form = desk.getByRole('dialog', { name: t('receipts:form.title') })
    // A visit of ten minutes costs what the price list says of ten minutes: nothing is left to type.
    await expect(form.getByLabel(t('receipts:line.unit'))).toHaveValue('90000')
    await expect(form.getByLabel(t('receipts:line.description'))).toHaveValue('Sesión')
    await form.getByRole('button', { name: t('receipts:form.submit') }).click()
    await expect(form).toBeHidden()
    await expect(row('Rosa Murcia').getByRole('button', { name: t('dashboard:charge') })).toHaveCount(0)
    expect(await faultsAtEachSize(desk, 'today of the desk')).toEqual([])
    await desk.context().close()
    expect(noise).toEqual([])
  })

  test(`a practitioner sees whose turn it is with what to know, signs from Today, and looks at everybody’s day (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    await openDay(page)
    await page.goto('/app/dashboard')
    const day = page.getByRole('region', { name: t('dashboard:myDay') })
    await expect(day.getByText('Manguito rotador', { exact: false }).first()).toBeVisible()
    await expect(day.getByText('Duerme mejor.')).toBeVisible()
    await expect(day.getByText(t('dashboard:session', { number: 1 }), { exact: false }).first()).toBeVisible()
    expect(await faultsAtEachSize(page, 'today')).toEqual([])

    const unsigned = page.getByRole('region', { name: t('dashboard:unsigned') })
    const kind = `${t('dashboard:recordKinds.follow_up')} 1`
    await unsigned
      .getByRole('button', { name: t('dashboard:signRecord', { kind, name: 'Mariana Gómez' }) })
      .click()
    const dialog = page.getByRole('dialog', { name: t('signatures:signOneself') })
    await expect(dialog.getByText('Duerme mejor.')).toBeVisible()
    await draw(page, dialog.locator('canvas'))
    await dialog.getByRole('button', { name: t('signatures:sign'), exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(unsigned.getByRole('button', { name: new RegExp(kind) })).toHaveCount(0)

    await page.getByRole('button', { name: t('dashboard:show.practice') }).click()
    await expect(page.getByRole('region', { name: t('dashboard:practiceDay') })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: t('dashboard:show.own') }).click()
    await expect(day).toBeVisible()
    expect(noise).toEqual([])
  })
}
