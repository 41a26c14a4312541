import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { tokenOf } from '../scene/colleagues.ts'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const send = async (page: Page, method: 'post' | 'put', path: string, data: object) => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request[method](`/api${path}`, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

/** A patient who was here once, long ago, and is archived. */
const stagePatient = async (page: Page, firstName: string, date: string): Promise<number> => {
  const { id } = await send(page, 'post', '/patient', {
    firstName,
    lastName: 'Gómez',
    email: 'paciente@example.test',
  })
  await send(page, 'post', '/record', {
    ownerId: id,
    type: 'med_hist',
    recordClassId: 'med_hist_default',
    date,
    data: { gender: 'f' },
  })
  await send(page, 'post', `/patient/${id}/archive`, {})
  return id
}

for (const language of languagesFrom('es')) {
  const t = textsIn(language)

  test(`an owner erases a file from the list of what is due: blocked first, taken back, then gone from sight (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    const id = await stagePatient(page, 'Mariana', '2015-03-02')
    await send(page, 'put', '/settings/practice', { configurations: { retention: { rule: 'spain' } } })
    await page.goto('/app/settings/retention')
    await expect(page.getByText(t('erasures:list.none'))).toBeVisible()
    const name = 'Mariana Gómez'
    const erase = page.getByRole('button', { name: t('archive:due.eraseOf', { name }) })
    const dialog = page.getByRole('dialog', { name: t('erasures:dialog.title', { name }) })
    const block = async () => {
      await erase.click()
      const confirm = dialog.getByRole('button', { name: t('erasures:dialog.block') })
      await expect(dialog.getByRole('rowheader', { name: t('erasures:kinds.records') })).toBeVisible()
      await expect(confirm).toHaveAttribute('aria-disabled', 'true')
      expect(await faultsAtEachSize(page, 'what would become of a file')).toEqual([])
      await dialog.getByLabel(t('erasures:dialog.ground')).selectOption('term_over')
      await dialog.getByLabel(t('erasures:dialog.seen')).check()
      await confirm.click()
      await expect(dialog).toBeHidden()
    }
    await block()
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row.getByText(t('erasures:states.blocked'), { exact: true })).toBeVisible()
    await expect(erase).toHaveCount(0)
    expect(await faultsAtEachSize(page, 'erasures')).toEqual([])

    // Nobody sees it any more, by no way.
    const headers = { authorization: `Bearer ${await tokenOf(page)}` }
    expect((await page.request.get(`/api/patient/${id}`, { headers })).status()).toBe(404)

    // But for a court, which says in which matter.
    await row.getByRole('button', { name: t('erasures:disclosure.action') }).click()
    const disclosure = page.getByRole('dialog')
    await disclosure.getByLabel(t('erasures:disclosure.askedBy')).fill('Juzgado 3')
    await disclosure.getByLabel(t('erasures:disclosure.reason')).fill('Procedimiento 12/2026')
    expect(await faultsAtEachSize(page, 'reading a file that is set aside')).toEqual([])
    const coming = page.waitForEvent('download')
    await disclosure.getByRole('button', { name: t('erasures:disclosure.save') }).click()
    expect((await coming).suggestedFilename()).toMatch(/^ulna-blocked-\d+\.zip$/)
    await expect(disclosure).toBeHidden()

    await row.getByRole('button', { name: t('erasures:list.takeBackOf', { name }) }).click()
    const back = page.getByRole('dialog', { name: t('erasures:list.takeBackTitle') })
    await back.getByRole('button', { name: t('erasures:list.takeBack') }).click()
    await expect(row.getByText(t('erasures:states.taken_back'), { exact: true })).toBeVisible()
    await expect(erase).toBeVisible()
    expect((await page.request.get(`/api/patient/${id}`, { headers })).status()).toBe(200)
    await block()
    await expect(row.getByText(t('erasures:states.blocked'), { exact: true })).toBeVisible()
    expect(noise.filter((line) => !line.includes('404'))).toEqual([])
  })

  test(`a patient asks for it while the law keeps the file: what no law keeps goes, with a certificate anybody can check (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    const id = await stagePatient(page, 'Andrea', new Date().toISOString().slice(0, 10))
    await send(page, 'put', '/settings/practice', { configurations: { retention: { rule: 'spain' } } })
    await page.goto(`/app/patient/${id}`)
    const banner = page.getByRole('region', { name: t('archive:banner.label') })
    await banner.getByRole('button', { name: t('archive:banner.erase') }).click()
    const dialog = page.getByRole('dialog', { name: t('erasures:dialog.title', { name: 'Andrea Gómez' }) })
    await expect(dialog.getByText(t('erasures:reasons.term')).first()).toBeVisible()
    await dialog.getByLabel(t('erasures:dialog.seen')).check()
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: t('erasures:dialog.erasePart') }).click()
    await expect(dialog).toBeHidden()
    await expect(banner).toBeVisible()

    await page.goto('/app/settings/retention')
    const certificate = page.getByRole('button', { name: /^(Certificado|Certificate|Certificato)/ })
    await expect(async () => {
      await page.reload()
      await expect(certificate).toBeVisible({ timeout: 2000 })
    }).toPass()
    const download = page.waitForEvent('download')
    await certificate.click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^ulna-.*\.pdf$/)
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
    const [, code = ''] = /^ulna-(.*)\.pdf$/.exec(file.suggestedFilename()) ?? []
    const verified = await page.request.post('/api/verify', { data: { code } })
    expect((await verified.json()).payload).toMatchObject({
      status: 'unchanged',
      paper: { scope: 'erasure' },
    })
    expect(noise).toEqual([])
  })
}
