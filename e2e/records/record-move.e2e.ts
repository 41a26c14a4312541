import { expect, type Page } from '@playwright/test'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const write = async (page: Page, path: string, data: object): Promise<number> => {
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const answer = await page.request.post(`/api${path}`, {
    headers: { authorization: `Bearer ${token}` },
    data,
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload.id
}

/** A patient with two diagnoses, an x-ray, and a follow-up that was written under the wrong diagnosis on a later day. */
const stage = async (page: Page): Promise<{ patientId: number; followUpId: number }> => {
  const patientId = await write(page, '/patient', { firstName: 'Mariana', lastName: 'Gómez Lara' })
  const record = (part: object) => write(page, '/record', { ownerId: patientId, ...part })
  const date = '2025-12-01T15:00:00Z'
  const diagnosis = { type: 'control', subtype: 'case', recordClassId: 'case_default', date }
  const shoulder = await record({ ...diagnosis, data: { name: 'Manguito rotador' } })
  await record({ ...diagnosis, data: { name: 'Rodilla' } })
  await record({ type: 'document', subtype: 'xray', recordClassId: 'document', data: { name: 'Hombro AP' } })
  const followUpId = await record({
    type: 'control',
    subtype: 'follow_up',
    recordClassId: 'followup_default',
    date: '2026-01-10T15:00:00Z',
    data: { case: shoulder, patientObs: 'Baja escaleras sin dolor.' },
  })
  return { patientId, followUpId }
}

for (const language of languagesFrom('es')) {
  test(`records say what they are, whose and since when, and a follow-up moves to the right diagnosis (${language})`, async ({
    page,
    noise,
  }) => {
    const t = textsIn(language)
    await register(page, language)
    const { patientId, followUpId } = await stage(page)
    await page.goto(`/app/patient/${patientId}?record=${followUpId}`)
    const title = t('record:title.followUp', { number: 1 })
    const card = page.locator(`[data-record="${followUpId}"]`)
    const written = t('record:title.enteredLater', { day: '' }).trim()
    for (const said of ['Manguito rotador', 'Laura Restrepo', written]) await expect(card).toContainText(said)
    const xray = `${t('record:title.documents.xray')}: Hombro AP`
    await expect(page.getByRole('button', { name: xray })).toBeVisible()

    const open = page.getByRole('article', { name: title })
    for (const said of ['Manguito rotador', 'Laura Restrepo', written]) await expect(open).toContainText(said)
    await open.getByRole('button', { name: t('record:open.more') }).click()
    await page.getByRole('menuitem', { name: t('history:move.open') }).click()
    const dialog = page.getByRole('dialog', { name: t('history:move.title', { title }) })
    const found = await faultsAtEachSize(page, 'move')
    await dialog.getByLabel(t('history:move.case')).selectOption({ index: 1 })
    await dialog.getByRole('button', { name: t('history:move.confirm'), exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(open).toContainText('Rodilla')
    await expect(card).toContainText('Rodilla')
    await open.getByRole('button', { name: t('history:versions.open_other', { count: 2 }) }).click()
    await expect(page.getByRole('dialog').locator('ins')).toHaveText('Rodilla')
    await page.keyboard.press('Escape')

    await page.goto(`/app/patient/${patientId}/whatever/beneath`)
    await expect(page.getByRole('heading', { name: 'Mariana Gómez Lara' })).toBeVisible()
    expect(found).toEqual([])
    expect(noise).toEqual([])
  })
}

test('a picture stands on the page while a sign-in is restored, and goes with it', async ({ page }) => {
  await register(page, 'es')
  const answers: (() => void)[] = []
  await page.route('**/api/auth/me', async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve))
    await route.continue()
  })
  await page.goto('/app/dashboard', { waitUntil: 'commit' })
  const picture = page.locator('.first-picture')
  await expect.poll(() => answers.length).toBeGreaterThan(0)
  await expect(picture).toBeVisible()
  for (const answer of answers) answer()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(picture).toBeHidden()
})
