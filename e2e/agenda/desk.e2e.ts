import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const run = promisify(execFile)

/** Sends what somebody else does meanwhile, from another device. */
const send = async (
  page: Page,
  method: 'POST' | 'PUT',
  path: string,
  data: object,
): Promise<{ id: number }> => {
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.fetch(`/api${path}`, { method, headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

const ownPractitioner = async (page: Page): Promise<number> => {
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const answer = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { payload: { doctor: { id: number } } }).payload.doctor.id
}

const newPatient = (page: Page): Promise<{ id: number }> =>
  send(page, 'POST', '/patient', { firstName: 'Mariana', lastName: 'Gómez' })

const balanceButton = (page: Page, t: Texts, figure: string) =>
  page.getByRole('button', { name: t('sessionPackage:head.why', { figure }) })

for (const language of languagesFrom('es')) {
  test(`a package is sold from the file, whose head has its balance at once, in ${language}`, async ({
    page,
    noise,
  }) => {
    const t = textsIn(language)
    await register(page, language)
    const { id } = await newPatient(page)
    await page.goto(`/app/patient/${id}`)
    await page.getByRole('button', { name: t('desk:sell') }).focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: t('sessionPackage:form.newTitle') })
    await expect(form.getByLabel(t('calendar:form.patient'), { exact: true })).toHaveValue('Mariana Gómez')
    await form.getByLabel(t('sessionPackage:form.numSessions'), { exact: true }).fill('8')
    expect(await faultsAtEachSize(page, 'selling from a file')).toEqual([])
    await form.getByRole('button', { name: t('sessionPackage:form.sell') }).click()
    await expect(form).toBeHidden()
    await expect(balanceButton(page, t, '0/8')).toBeVisible()
    expect(noise).toEqual([])
  })

  test(`two people change one package and lose nothing, in ${language}`, async ({ page }) => {
    const t = textsIn(language)
    await register(page, language)
    const { id: ownerId } = await newPatient(page)
    const doctorId = await ownPractitioner(page)
    const { id } = await send(page, 'POST', '/sessionpackage', {
      ownerId,
      doctorId,
      numSessions: 10,
      description: 'Hombro',
    })
    await page.goto(`/app/session-package/${id}`)
    await page.getByRole('button', { name: t('sessionPackage:edit'), exact: true }).click()
    const form = page.getByRole('dialog', { name: t('sessionPackage:form.editTitle') })
    const notes = form.getByLabel(t('sessionPackage:form.notes'))
    const description = form.getByLabel(t('sessionPackage:form.description'))
    await notes.fill('Pagó la mitad')
    await description.fill('Hombro derecho')
    const theirs = { description: 'Hombro izquierdo', expiresOn: '2031-05-09' }
    await send(page, 'PUT', `/sessionpackage/${id}`, theirs)
    // The page beneath hears of it; the form goes on from what it showed.
    await expect(page.getByRole('article', { name: 'Hombro izquierdo', includeHidden: true })).toBeAttached()
    await form.getByRole('button', { name: t('sessionPackage:form.save') }).click()
    const conflict = form.getByRole('alert')
    await expect(conflict).toContainText(t('common:form.conflict.colleague'))
    await expect(conflict).toContainText('Hombro izquierdo')
    await expect(conflict).toContainText('2031')
    await expect(conflict).toBeInViewport()
    await expect(notes).toHaveValue('Pagó la mitad')
    expect(await faultsAtEachSize(page, 'two change a package')).toEqual([])
    await conflict.getByRole('button', { name: t('common:form.conflict.keepMine') }).click()
    await expect(form).toBeHidden()
    const detail = page.getByRole('article', { name: 'Hombro derecho' })
    await expect(detail).toContainText('Pagó la mitad')
    await expect(detail).toContainText('2031')

    // The other way: what was saved there counts.
    await page.getByRole('button', { name: t('sessionPackage:edit'), exact: true }).click()
    await description.fill('Otra cosa')
    await send(page, 'PUT', `/sessionpackage/${id}`, { description: 'Rodilla' })
    await form.getByRole('button', { name: t('sessionPackage:form.save') }).click()
    await form.getByRole('button', { name: t('common:form.conflict.seeTheirs') }).click()
    await expect(description).toHaveValue('Rodilla')
    await expect(notes).toHaveValue('Pagó la mitad')
  })

  test(`attendance of some days is put on paper from the file, in ${language}`, async ({ page, noise }) => {
    const t = textsIn(language)
    await register(page, language)
    const { id: patientId } = await newPatient(page)
    const doctorId = await ownPractitioner(page)
    for (const day of ['2026-03-02', '2026-03-09', '2026-04-06'])
      await send(page, 'POST', '/appointment', {
        doctorId,
        patientId,
        start: `${day}T15:00:00Z`,
        end: `${day}T16:00:00Z`,
      })
    await page.goto(`/app/patient/${patientId}`)
    await page.getByRole('button', { name: t('desk:attendance.open') }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', {
      name: t('desk:attendance.title', { name: 'Mariana Gómez' }),
    })
    const from = dialog.getByLabel(t('desk:attendance.from'), { exact: true })
    const to = dialog.getByLabel(t('desk:attendance.to'), { exact: true })
    await from.fill('2026-03-03')
    await to.fill('2026-03-01')
    await to.press('Tab')
    await dialog.getByRole('button', { name: t('desk:attendance.submit') }).click()
    await expect(dialog.getByText(t('desk:attendance.order'))).toBeVisible()
    await expect(to).toBeFocused()
    expect(await faultsAtEachSize(page, 'days of attendance')).toEqual([])
    await to.fill('2026-03-31')
    const download = page.waitForEvent('download')
    await to.press('Tab')
    await dialog.getByRole('button', { name: t('desk:attendance.submit') }).click()
    const { stdout } = await run('pdftotext', ['-layout', await (await download).path(), '-'])
    expect(stdout.normalize('NFC')).toContain(t('receipts:paper.attendance'))
    expect(stdout).toMatch(/0?9\/\w+\/2026/)
    expect(stdout).not.toMatch(/0?2\/\w+\/2026 +\d/)
    expect(stdout).not.toMatch(/0?6\/\w+\/2026 +\d/)
    await expect(dialog).toBeHidden()
    expect(noise).toEqual([])
  })
}
