import { expect, type Page } from '@playwright/test'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const tokenOf = (page: Page): Promise<string> => page.evaluate(() => sessionStorage.getItem('appToken') ?? '')

const post = async (page: Page, path: string, data: object): Promise<{ id: number }> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request.post(`/api${path}`, { headers, data })
  expect(answer.ok()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

/** A case with one session that has a note added to it, and one that was voided. */
const writeFile = async (page: Page): Promise<{ patientId: number; caseId: number }> => {
  const patient = await post(page, '/patient', {
    firstName: 'Mariana',
    lastName: 'Gómez Lara',
    birthDate: '1984-02-29',
  })
  const write = (recordClassId: string, subtype: string, data: object) =>
    post(page, '/record', { ownerId: patient.id, type: 'control', subtype, recordClassId, data })
  const diagnosis = await write('case_default', 'case', {
    name: 'Manguito rotador',
    doctorObs: 'Dolor en el hombro derecho.',
  })
  const session = (patientObs: string) =>
    write('followup_default', 'follow_up', { case: diagnosis.id, patientObs })
  const first = await session('Duerme mejor.')
  await post(page, `/record/${first.id}/addenda`, { text: 'La resonancia confirma la rotura.' })
  const second = await session('Escrito por error.')
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const query = new URLSearchParams({ reason: 'Era de otro paciente' })
  await page.request.delete(`/api/record/${second.id}?${query.toString()}`, { headers })
  return { patientId: patient.id, caseId: diagnosis.id }
}

/** The browser's own dialog cannot be seen from here: counts how often it is asked for. */
const countPrinting = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const counting = window as Window & { printed?: number }
    counting.print = () => {
      counting.printed = (counting.printed ?? 0) + 1
    }
  })
const printed = (page: Page): Promise<number> =>
  page.evaluate(() => (window as Window & { printed?: number }).printed ?? 0)

for (const language of languagesFrom('en')) {
  const t = textsIn(language)

  test(`a case is printed with its sessions and what was added, each page says whose it is, and the trail who printed it (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    const { patientId, caseId } = await writeFile(page)
    await page.goto(`/app/patient/${patientId}?record=${caseId}`)
    const open = page.getByRole('article').filter({ hasText: 'Dolor en el hombro derecho.' })
    await open.getByRole('button', { name: t('record:open.more') }).click()
    await page.getByRole('menuitem', { name: t('record:open.printCase') }).click()
    await expect(page.getByRole('heading', { name: t('print:title.case') })).toBeFocused()
    const records = page.getByRole('article')
    await expect(records).toHaveCount(2)
    await expect(records.first()).toContainText('Dolor en el hombro derecho.')
    await expect(records.last()).toContainText('La resonancia confirma la rotura.')
    await page.getByLabel(t('print:withVoided')).check()
    await expect(records).toHaveCount(3)
    await expect(records.last()).toContainText('Era de otro paciente')
    const found = await faultsAtEachSize(page, 'print')

    await countPrinting(page)
    await page.getByRole('button', { name: t('print:print'), exact: true }).click()
    await expect.poll(() => printed(page)).toBe(1)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('thead')).toContainText('Mariana Gómez Lara')
    await expect(page.locator('tfoot')).toContainText('Laura Restrepo')
    await expect(page.getByRole('button', { name: t('print:print'), exact: true })).toBeHidden()
    await expect(page.getByRole('navigation').first()).toBeHidden()
    await page.emulateMedia({ media: 'screen' })

    await page.getByRole('button', { name: t('print:back') }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Mariana Gómez Lara' })).toBeVisible()
    await page.goto('/app/settings/audit')
    const told = page.getByText(t('settings:audit.actions.record.print')).and(page.locator(':not(option)'))
    await expect(told.first()).toBeVisible()
    expect(found).toEqual([])
    expect(noise).toEqual([])
  })
}
