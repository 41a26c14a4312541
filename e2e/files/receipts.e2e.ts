import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type Download, expect, type Page } from '@playwright/test'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const run = promisify(execFile)

/** Sends what somebody did before, from another device. */
const send = async (page: Page, path: string, data: object): Promise<{ id: number; doctorId?: number }> => {
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.fetch(`/api${path}`, { method: 'POST', headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

const ownPractitioner = async (page: Page): Promise<number> => {
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const answer = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { payload: { doctor: { id: number } } }).payload.doctor.id
}

const downloaded = async (page: Page, ask: () => Promise<void>): Promise<Download> => {
  const download = page.waitForEvent('download')
  await ask()
  return download
}

const pdfText = async (download: Download): Promise<string> => {
  const { stdout } = await run('pdftotext', ['-layout', await download.path(), '-'])
  return stdout.normalize('NFC').replaceAll(/\s+/g, ' ')
}

for (const language of languagesFrom('it'))
  test(`a package is sold, paid, put on paper, voided and exported, in ${language}`, async ({ page }) => {
    test.setTimeout(420_000)
    const t = textsIn(language)
    await register(page, language)
    const { id: ownerId } = await send(page, '/patient', { firstName: 'Mariana', lastName: 'Gómez' })
    const { id } = await send(page, '/sessionpackage', {
      ownerId,
      doctorId: await ownPractitioner(page),
      numSessions: 10,
      description: 'Hombro',
      packageData: { price: 350.5, currency: 'EUR' },
    })

    await page.goto(`/app/session-package/${id}`)
    const paid = page.getByRole('region', { name: t('receipts:ofPackage.title') })
    await expect(paid.getByText(t('receipts:ofPackage.none'))).toBeVisible()
    const issue = paid.getByRole('button', { name: t('receipts:new') })
    await issue.focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: t('receipts:form.title') })
    await expect(form.getByLabel(t('receipts:line.unit'))).toHaveValue('350.5')
    await form.getByLabel(t('receipts:line.unit')).fill('x')
    await form.getByRole('button', { name: t('receipts:form.submit') }).click()
    await expect(form.getByText(t('receipts:form.wrong.amount'))).toBeVisible()
    await expect(form.getByLabel(t('receipts:line.unit'))).toBeFocused()
    await form.getByLabel(t('receipts:line.unit')).fill('350,50')
    await form.getByRole('button', { name: t('receipts:line.add') }).click()
    const second = form.getByRole('group', { name: t('receipts:line.number', { number: 2 }) })
    await second.getByLabel(t('receipts:line.description')).fill('=Vendaje')
    await second.getByLabel(t('receipts:line.quantity')).fill('3')
    await second.getByLabel(t('receipts:line.unit')).fill('0,10')
    await expect(form.getByText(/350[.,]80/)).toBeVisible()
    await form.getByLabel(t('receipts:payer.other')).check()
    await form.getByLabel(t('receipts:payer.name')).fill('Empresa SL')
    expect(await faultsAtEachSize(page, 'issuing')).toEqual([])
    await form.getByRole('button', { name: t('receipts:form.submit') }).click()
    const year = new Date().getFullYear()
    const number = `${year}-00001`
    await expect(paid.getByText(number)).toBeVisible()
    expect(await faultsAtEachSize(page, 'package')).toEqual([])

    const paper = await downloaded(page, () =>
      paid.getByRole('button', { name: t('receipts:pdf.label', { number }) }).click(),
    )
    // Whoever finds it among others knows what it is and whose, and not of whom.
    const title = t('receipts:paper.title.receipt', { number })
    expect(paper.suggestedFilename()).toMatch(new RegExp(`^${title} .+\\.pdf$`))
    expect(paper.suggestedFilename()).not.toContain('Mariana')
    const pdf = await pdfText(paper)
    expect(pdf).toContain(title)
    expect(pdf).toContain('Empresa SL')
    expect(pdf).toMatch(/350[.,]80/)
    const sheet = await downloaded(page, () =>
      paid.getByRole('button', { name: t('receipts:ofPackage.attendance') }).click(),
    )
    expect(await pdfText(sheet)).toContain(t('receipts:paper.attendance'))

    await page.goto('/app/session-package')
    await page.getByRole('link', { name: t('sessionPackage:receipts') }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('receipts:title') })).toBeVisible()
    await page.getByRole('button', { name: t('receipts:void.label', { number }) }).click()
    const voiding = page.getByRole('dialog', { name: t('receipts:void.title', { number }) })
    await expect(voiding.getByRole('button', { name: t('receipts:void.confirm') })).toBeDisabled()
    await voiding.getByLabel(t('receipts:reason')).fill('Importe equivocado')
    expect(await faultsAtEachSize(page, 'voiding')).toEqual([])
    await voiding.getByRole('button', { name: t('receipts:void.confirm') }).click()
    await expect(
      page.getByText(t('receipts:voidedBy', { number: `${year}-00002` }), { exact: true }),
    ).toBeVisible()
    await expect(page.getByText(t('receipts:voids', { number }), { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: t('receipts:void.label', { number }) })).toHaveCount(0)
    expect(await faultsAtEachSize(page, 'list')).toEqual([])

    const picker = page.getByLabel(t('receipts:filter.patient'), { exact: true })
    await picker.fill('Mariana')
    await page.getByRole('option', { name: /Mariana Gómez/ }).click()
    await expect(page.getByRole('button', { name: t('receipts:filter.clear') })).toBeVisible()
    const csv = await downloaded(page, () => page.getByRole('button', { name: t('receipts:export') }).click())
    const lines = (await readFile(await csv.path(), 'utf8')).split('\r\n').slice(0, -1)
    expect(lines[0]).toMatch(/^\ufeffnumber,date,kind,/)
    expect(lines[1]).toContain('350.80,EUR')
    expect(lines[2]).toContain('-350.80,EUR')
    expect(lines).toHaveLength(3)

    await page.getByRole('button', { name: t('receipts:issuer.action') }).click()
    const issuer = page.getByRole('dialog', { name: t('receipts:issuer.title') })
    await issuer.getByLabel(t('receipts:issuer.taxId')).fill('B12345678')
    await issuer.getByLabel(t('receipts:issuer.series')).fill('a')
    expect(await faultsAtEachSize(page, 'issuer')).toEqual([])
    await issuer.getByRole('button', { name: t('receipts:issuer.save') }).click()
    await expect(issuer).toBeHidden()
    await page.getByRole('button', { name: t('receipts:new') }).click()
    const free = page.getByRole('dialog', { name: t('receipts:form.title') })
    await free.getByLabel(t('receipts:patient'), { exact: true }).fill('Mariana')
    await page.getByRole('option', { name: /Mariana Gómez/ }).click()
    await free.getByLabel(t('receipts:line.description')).fill('Sesión suelta')
    await free.getByLabel(t('receipts:line.unit')).fill('45')
    await free.getByRole('button', { name: t('receipts:form.submit') }).click()
    await expect(page.getByText(`A${year}-00001`, { exact: true })).toBeVisible()
  })
