import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { test } from '../scene/fixtures.ts'
import { register, type Somebody } from '../scene/people.ts'
import { type Language, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

/** The words of most of these stories. */
const t = textsIn('es')

interface Ready {
  readonly somebody: Somebody
  readonly patientId: number
  readonly token: string
}

/** The Bearer token of the page's session, to look at the server behind the page's back. */
const tokenOf = (page: Page): Promise<string> => page.evaluate(() => sessionStorage.getItem('appToken') ?? '')

const post = async (page: Page, token: string, path: string, data: object): Promise<{ id: number }> => {
  const answer = await page.request.post(`/api${path}`, {
    headers: { authorization: `Bearer ${token}` },
    data,
  })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

interface FollowUp {
  readonly subtype: string
  readonly data: { readonly patientObs?: string }
}

const followUps = async (page: Page, { patientId }: Ready): Promise<FollowUp[]> => {
  const answer = await page.request.get(`/api/patient/getWithRecord/${patientId}`, {
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
  })
  const { payload } = (await answer.json()) as { payload: { records: FollowUp[] } }
  return payload.records.filter((record) => record.subtype === 'follow_up')
}

/** A practice with a patient and an open case, and the follow-up form open. */
const startFollowUp = async (page: Page, language: Language = 'es'): Promise<Ready> => {
  const somebody = await register(page, language)
  const token = await tokenOf(page)
  const patient = await post(page, token, '/patient', { firstName: 'Mariana', lastName: 'Gómez Lara' })
  const data = { name: 'Manguito rotador', painIntensity: 8 }
  await post(page, token, '/record', {
    ownerId: patient.id,
    type: 'control',
    subtype: 'case',
    recordClassId: 'case_default',
    data,
  })
  await openFollowUp(page, patient.id, language)
  return { somebody, patientId: patient.id, token }
}

const openFollowUp = async (page: Page, patientId: number, language: Language = 'es'): Promise<void> => {
  await page.goto(`/app/patient/${patientId}`)
  await page.getByRole('button', { name: textsIn(language)('patient:head.startFollowUp') }).click()
  await expect(note(page, language)).toBeVisible()
}

const note = (page: Page, language: Language = 'es') =>
  page.getByRole('textbox', { name: textsIn(language)('module:followup_patientObs') })

/** What says that a draft is kept, now or some seconds ago. */
const kept = (page: Page, language: Language = 'es') => {
  const words = textsIn(language)
  const before = words('record:draft.savedSeconds', { count: '\\d+' })
  return page.getByText(new RegExp(`${words('record:draft.savedNow')}|${before}`)).first()
}

const saved = (page: Page, language: Language = 'es') =>
  page.getByText(textsIn(language)('record:editor.saved')).first()

const save = async (page: Page, language: Language = 'es'): Promise<void> => {
  await page.getByRole('button', { name: textsIn(language)('record:editor.saveAndClose') }).click()
  await expect(saved(page, language)).toBeVisible()
}

test('H2 what was typed two seconds ago is there after a crash of the tab', async ({
  page,
  context,
  noise,
}) => {
  const ready = await startFollowUp(page)
  await note(page).pressSequentially('Duerme de corrido. ')
  await expect(kept(page)).toBeVisible()
  await page.close({ runBeforeUnload: false })
  const again = await context.newPage()
  await openFollowUp(again, ready.patientId)
  await expect(note(again)).toHaveValue('Duerme de corrido. ')
  await save(again)
  expect((await followUps(again, ready)).map((one) => one.data.patientObs)).toEqual(['Duerme de corrido. '])
  expect(noise).toEqual([])
})

test('H1 a long note survives a dropped network, and is one record in the end', async ({ page, context }) => {
  const ready = await startFollowUp(page)
  const long = 'Refiere dolor leve al elevar el brazo. '.repeat(480)
  await note(page).fill(long)
  await expect(kept(page)).toBeVisible()
  await context.setOffline(true)
  await note(page).press('Control+End')
  await note(page).pressSequentially('Sin red.')
  await expect(page.getByText(t('record:draft.unsent')).first()).toBeVisible()
  await context.setOffline(false)
  await expect(kept(page)).toBeVisible()
  await save(page)
  const [written, ...more] = await followUps(page, ready)
  expect(more).toEqual([])
  expect(written?.data.patientObs === `${long}Sin red.`).toBe(true)
})

test('H1 a save whose answer was lost is one record, however often it is sent again', async ({ page }) => {
  const ready = await startFollowUp(page)
  await note(page).fill('Se perdió la respuesta.')
  let lost = 0
  await page.route('**/api/record', async (route) => {
    if (route.request().method() !== 'POST' || lost >= 1) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort('connectionreset')
  })
  const button = page.getByRole('button', { name: t('record:editor.saveAndClose') })
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 500 }).catch(() => undefined)
    await expect(saved(page)).toBeVisible({ timeout: 2500 })
  }).toPass()
  expect(lost).toBe(1)
  expect(await followUps(page, ready)).toHaveLength(1)
})

for (const language of languagesFrom('en')) {
  test(`an expired session while writing asks for the password in place and keeps the text (${language})`, async ({
    page,
    context,
  }) => {
    const words = textsIn(language)
    const ready = await startFollowUp(page, language)
    const field = note(page, language)
    await field.fill('Antes de que expire.')
    await expect(kept(page, language)).toBeVisible()
    await page.request.post('/api/auth/logout', {
      headers: { authorization: `Bearer ${await tokenOf(page)}` },
    })
    await context.clearCookies()
    await field.press('Control+End')
    await field.pressSequentially(' Y después.')
    const dialog = page.getByRole('dialog', { name: words('auth:expired.title') })
    await expect(dialog).toBeVisible()
    await dialog.getByLabel(words('auth:password'), { exact: true }).fill(ready.somebody.password)
    await dialog.getByRole('button', { name: words('auth:login.submit'), exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(field).toHaveValue('Antes de que expire. Y después.')
    await save(page, language)
    expect((await followUps(page, ready))[0]?.data.patientObs).toBe('Antes de que expire. Y después.')
  })
}
