import { expect, type Page } from '@playwright/test'
import { todayInBogota } from '../scene/bogota.ts'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const t = textsIn('es')

const tokenOf = (page: Page): Promise<string> => page.evaluate(() => sessionStorage.getItem('appToken') ?? '')

const send = async (
  page: Page,
  method: 'post' | 'put',
  path: string,
  data: object,
): Promise<{ id: number }> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request[method](`/api${path}`, { headers, data })
  expect(answer.ok()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

/** A patient with a case that was corrected, closed and opened again. */
const openCorrectedCase = async (page: Page): Promise<{ patientId: number; caseId: number }> => {
  const patient = await send(page, 'post', '/patient', { firstName: 'Mariana', lastName: 'Gómez Lara' })
  const data = { name: 'Manguito rotador', painIntensity: 8, doctorObs: 'Dolor en el hombro derecho.' }
  const { id } = await send(page, 'post', '/record', {
    ownerId: patient.id,
    type: 'control',
    subtype: 'case',
    recordClassId: 'case_default',
    data,
  })
  const corrected = { ...data, painIntensity: 6, doctorObs: 'Dolor en el hombro izquierdo.' }
  await send(page, 'put', `/record/${id}`, { data: corrected })
  const closing = { caseStatus: 'closed', caseOutcome: 'improved', caseClosedOn: todayInBogota() }
  await send(page, 'put', `/record/${id}`, closing)
  await send(page, 'put', `/record/${id}`, { caseStatus: 'active', reason: 'Recaída' })
  await page.goto(`/app/patient/${patient.id}?record=${id}`)
  return { patientId: patient.id, caseId: id }
}

for (const language of languagesFrom('es')) {
  test(`what a record said before stands beside what it says now, and a note is added to it (${language})`, async ({
    page,
    noise,
  }) => {
    const words = textsIn(language)
    await register(page, language)
    await openCorrectedCase(page)
    const found: string[] = []

    await page.getByRole('button', { name: words('history:versions.open_other', { count: 4 }) }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(words('history:change.case_reopened'))
    await expect(dialog).toContainText(words('history:versions.reason', { reason: 'Recaída' }))
    await dialog.getByLabel(words('history:versions.shown')).selectOption('2')
    await expect(dialog.locator('del')).toHaveText(['8', 'derecho'])
    await expect(dialog.locator('ins')).toHaveText(['6', 'izquierdo'])
    found.push(...(await faultsAtEachSize(page, 'versions')))
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    const text = 'La resonancia confirma la rotura parcial.'
    const label = words('history:addenda.label')
    await page.getByRole('button', { name: words('history:addenda.add') }).click()
    await page.getByRole('textbox', { name: label }).pressSequentially(text)
    await expect(page.getByText(words('record:draft.savedNow')).first()).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: words('history:addenda.continue') }).click()
    await expect(page.getByRole('textbox', { name: label })).toHaveValue(text)
    found.push(...(await faultsAtEachSize(page, 'addendum')))
    await page.getByRole('button', { name: words('history:addenda.save') }).click()
    await expect(page.getByRole('region', { name: words('history:addenda.title') })).toContainText(text)
    expect(found).toEqual([])
    expect(noise).toEqual([])
  })
}

test('an addendum that says nothing is refused in words, and the focus stays where it is missing', async ({
  page,
}) => {
  await register(page, 'es')
  await openCorrectedCase(page)
  await page.getByRole('button', { name: t('history:addenda.add') }).click()
  const area = page.getByRole('textbox', { name: t('history:addenda.label') })
  await expect(area).toBeFocused()
  await page.getByRole('button', { name: t('history:addenda.save') }).click()
  await expect(page.getByText(t('error:field_required'))).toBeVisible()
  await expect(area).toBeFocused()
})

test('an addendum whose answer was lost is sent again as it is, and another text is not refused for it', async ({
  page,
}) => {
  await register(page, 'es')
  const { caseId } = await openCorrectedCase(page)
  const path = `**/api/record/${caseId}/addenda`
  const save = page.getByRole('button', { name: t('history:addenda.save') })
  const area = page.getByRole('textbox', { name: t('history:addenda.label') })
  await page.getByRole('button', { name: t('history:addenda.add') }).click()
  await area.fill('La resonancia confirma la rotura.')
  await page.route(path, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await save.click()
  await expect(page.getByText(t('record:editor.notSaved'))).toBeVisible()
  await page.unroute(path)
  const added = page.getByRole('region', { name: t('history:addenda.title') })
  // The server has it, and tells: pressed before, the button would move down from under the pointer.
  await expect(added.getByRole('listitem')).toHaveCount(1)
  await save.click()
  await expect(save).toBeHidden()
  await expect(added.getByRole('listitem')).toHaveText([/La resonancia confirma la rotura\.$/])

  await page.getByRole('button', { name: t('history:addenda.add') }).click()
  await area.fill('Primera redacción.')
  await page.route(path, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await save.click()
  await expect(page.getByText(t('record:editor.notSaved'))).toBeVisible()
  await page.unroute(path)
  await expect(added.getByRole('listitem')).toHaveCount(2)
  await area.fill('Segunda redacción.')
  await save.click()
  await expect(added.getByRole('listitem').last()).toContainText('Segunda redacción.')
})

test('the medical history goes on from what it says, and keeps what a colleague wrote meanwhile', async ({
  page,
}) => {
  await register(page, 'es')
  const { patientId } = await openCorrectedCase(page)
  const write = (data: object) =>
    send(page, 'post', '/record', {
      ownerId: patientId,
      type: 'med_hist',
      recordClassId: 'med_hist_default',
      data,
    })
  const { id } = await write({ profession: 'Docente', allergies: 'Látex' })
  await page.goto(`/app/patient/${patientId}?record=${id}`)
  await page.getByRole('button', { name: t('record:open.edit'), exact: true }).click()
  const profession = page.getByLabel(t('module:medHist_profession'), { exact: true })
  await expect(profession).toHaveValue('Docente')
  await write({ profession: 'Docente de música', allergies: 'Látex' })
  await profession.fill('Pensionada')
  await page.getByRole('button', { name: t('record:editor.saveAndClose') }).click()
  await expect(page.getByText(t('writing:conflict.title'))).toBeVisible()
  await page.getByRole('button', { name: t('writing:conflict.saveMine') }).click()
  await expect(page.getByText(t('record:editor.saved')).first()).toBeVisible()
  await page.getByRole('button', { name: t('history:versions.open_other', { count: 3 }) }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('del').first()).toBeVisible()
  await expect(dialog).toContainText('Pensionada')
})
