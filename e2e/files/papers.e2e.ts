import { readFile } from 'node:fs/promises'
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

const writeFile = async (page: Page): Promise<{ patientId: number; caseId: number }> => {
  const patient = await post(page, '/patient', { firstName: 'Mariana', lastName: 'Gómez Lara' })
  const diagnosis = await post(page, '/record', {
    ownerId: patient.id,
    type: 'control',
    subtype: 'case',
    recordClassId: 'case_default',
    data: { name: 'Manguito rotador', doctorObs: 'SatO₂ 97 %, hombro derecho.' },
  })
  return { patientId: patient.id, caseId: diagnosis.id }
}

const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

/** One byte in the middle is another one. */
const alteredCopy = (original: Buffer): Buffer => {
  const copy = Buffer.from(original)
  const middle = Math.floor(copy.length / 2)
  copy[middle] = (copy[middle] ?? 0) ^ 1
  return copy
}

for (const language of languagesFrom('en')) {
  const t = textsIn(language)

  test(`a case leaves as a signed PDF; anybody learns whether it is unchanged, superseded or altered (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    const { patientId, caseId } = await writeFile(page)
    await page.goto(`/app/patient/${patientId}?case=${caseId}&record=${caseId}&print=case`)
    const button = page.getByRole('button', { name: t('print:pdf') })
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(download.suggestedFilename()).toMatch(/^ulna-[0-9A-Z-]+\.pdf$/)
    const original = await readFile(await download.path())
    expect(original.subarray(0, 5).toString()).toBe('%PDF-')

    await page.goto('/verify')
    const verdict = page.getByRole('main').getByRole('status')
    const choose = page.locator('input[type=file]')
    await choose.setInputFiles(pdf('caso.pdf', original))
    await expect(verdict.getByRole('heading', { name: t('verify:status.unchanged.title') })).toBeVisible()
    await expect(verdict).toContainText('caso.pdf')
    await expect(page.getByText('Mariana')).toHaveCount(0)
    const found = await faultsAtEachSize(page, 'verify')

    await choose.setInputFiles(pdf('copia.pdf', alteredCopy(original)))
    await expect(verdict.getByRole('heading', { name: t('verify:status.altered.title') })).toBeVisible()
    await choose.setInputFiles(pdf('otro.pdf', Buffer.from('%PDF-1.7 of somebody else')))
    await expect(verdict.getByRole('heading', { name: t('verify:status.noNumber.title') })).toBeVisible()

    await post(page, `/record/${caseId}/addenda`, { text: 'La resonancia confirma la rotura.' })
    const [, number = ''] = /ulna:([0-9A-Z-]+)/.exec(original.toString('latin1')) ?? []
    await page.getByLabel(t('verify:number.label')).fill(number.toLowerCase())
    await page.getByRole('button', { name: t('verify:number.check'), exact: true }).click()
    await expect(verdict.getByRole('heading', { name: t('verify:status.superseded.title') })).toBeVisible()
    await expect(verdict).toContainText(t('verify:since.added_one', { count: 1 }))
    await page.getByLabel(t('verify:number.label')).fill('1-0000-0000-0000')
    await page.keyboard.press('Enter')
    await expect(verdict.getByRole('heading', { name: t('verify:status.unknown.title') })).toBeVisible()
    expect(found).toEqual([])
    expect(noise).toEqual([])
  })
}
