import { expect, type Page } from '@playwright/test'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

/** Sends what somebody else would, from another device. */
const send = async (
  page: Page,
  method: 'POST' | 'PUT',
  path: string,
  data: object,
): Promise<{ id: number }> => {
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    data,
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

const follow = { type: 'control', subtype: 'follow_up', recordClassId: 'followup_default' }

/** A patient with a case and a follow-up of today. */
const stage = async (page: Page) => {
  const { id: ownerId } = await send(page, 'POST', '/patient', { firstName: 'Mariana', lastName: 'Gómez' })
  const diagnosis = { type: 'control', subtype: 'case', recordClassId: 'case_default' }
  const { id: caseId } = await send(page, 'POST', '/record', {
    ownerId,
    ...diagnosis,
    data: { name: 'Manguito rotador' },
  })
  await send(page, 'POST', '/record', { ownerId, ...follow, data: { case: caseId, patientObs: 'Duerme.' } })
  return ownerId
}

const book = async (page: Page, patientId: number, packageId: number, minutes: number): Promise<number> => {
  const me = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const session = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${me}` } })
  const { payload } = (await session.json()) as { payload: { doctor: { id: number } } }
  const start = Date.now() + minutes * 60_000
  const times = { start: new Date(start).toISOString(), end: new Date(start + 1_800_000).toISOString() }
  const { id } = await send(page, 'POST', '/appointment', {
    doctorId: payload.doctor.id,
    patientId,
    ...times,
  })
  await send(page, 'PUT', `/sessionpackage/visit/${id}`, { action: 'count', packageId })
  return id
}

for (const language of languagesFrom('es'))
  test(`ten sessions are sold, used, kept, given back and explained, in ${language}`, async ({ page }) => {
    const t = textsIn(language)
    await register(page, language)
    const patientId = await stage(page)
    await page.goto('/app/session-package')
    await expect(page.getByRole('heading', { name: t('sessionPackage:list.noneActive') })).toBeVisible()
    await page
      .getByRole('button', { name: t('sessionPackage:new') })
      .first()
      .click()
    const form = page.getByRole('dialog', { name: t('sessionPackage:form.newTitle') })
    await form.getByLabel(t('calendar:form.patient'), { exact: true }).fill('Mariana')
    await page.getByRole('option', { name: /Mariana Gómez/ }).click()
    await form.getByLabel(t('sessionPackage:form.description')).fill('Hombro')
    await form.getByLabel(t('sessionPackage:form.price')).fill('350,50')
    expect(await faultsAtEachSize(page, 'selling')).toEqual([])
    await form.getByRole('button', { name: t('sessionPackage:form.sell') }).click()
    await page.waitForURL(/session-package\/\d+/)
    const packageId = Number(page.url().split('/').at(-1))

    await page.getByRole('button', { name: t('sessionPackage:records.action') }).click()
    const records = page.getByRole('dialog', { name: t('sessionPackage:records.title') })
    await expect(records.getByRole('checkbox').first()).toBeVisible()
    for (const box of await records.getByRole('checkbox').all()) await box.check()
    expect(await faultsAtEachSize(page, 'records')).toEqual([])
    await records.getByRole('button', { name: t('sessionPackage:records.save') }).click()
    const ledger = page.getByRole('region', { name: t('sessionPackage:ledger.title') })
    await expect(ledger.getByText(t('sessionPackage:record.followUp', { number: 1 }))).toBeVisible()

    const missed = await book(page, patientId, packageId, -1440)
    await send(page, 'PUT', `/appointment/${missed}`, { status: 'no_show' })
    const cancelled = await book(page, patientId, packageId, 4 * 1440)
    await send(page, 'PUT', `/appointment/${cancelled}`, { status: 'cancelled' })
    // Told by the practice's news, without a reload.
    await expect(ledger.getByText(t('sessionPackage:movement.visit_no_show'))).toBeVisible()
    await expect(ledger.getByText(t('sessionPackage:movement.visit_cancelled'))).toBeVisible()
    await expect(
      page.getByText(t('sessionPackage:left_other', { count: 7 }), { exact: false }).first(),
    ).toBeVisible()
    expect(await faultsAtEachSize(page, 'ledger')).toEqual([])

    await page.goto(`/app/patient/${patientId}`)
    const why = page.getByRole('button', { name: t('sessionPackage:head.why', { figure: '3/10' }) })
    await why.focus()
    await page.keyboard.press('Enter')
    const balance = page.getByRole('dialog', {
      name: t('sessionPackage:head.title', { name: 'Mariana Gómez' }),
    })
    await expect(balance.getByText(t('sessionPackage:movement.sold'), { exact: true })).toBeVisible()
    await expect(balance.getByRole('button', { name: t('receipts:new') })).toBeVisible()
    expect(await faultsAtEachSize(page, 'balance')).toEqual([])

    await page.goto('/app/session-package')
    const sold = page.getByRole('table', { name: t('sessionPackage:title') })
    await expect(sold.getByRole('columnheader')).toHaveText(
      ['patient', 'sessions', 'used', 'expires', 'status'].map((name) => t(`sessionPackage:columns.${name}`)),
    )
    await page.getByRole('searchbox', { name: t('sessionPackage:list.search') }).fill('nadie así')
    await expect(page.getByRole('heading', { name: t('sessionPackage:list.noMatch') })).toBeVisible()
    expect(await faultsAtEachSize(page, 'no package')).toEqual([])
    await page.getByRole('button', { name: t('sessionPackage:list.clear') }).click()
    await expect(sold.getByRole('link', { name: 'Mariana Gómez' })).toBeVisible()
  })
