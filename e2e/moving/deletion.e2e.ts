import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { tokenOf } from '../scene/colleagues.ts'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'
import { changeBehind } from '../scene/ulna-server.ts'

const ask = async (page: Page, method: 'get' | 'post', path: string, data?: object) => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request[method](`/api${path}`, { headers, ...(data && { data }) })
  return { status: answer.status(), body: await answer.json() }
}

/** A patient whose file has to be kept. */
const stagePatient = async (page: Page): Promise<number> => {
  const { body } = await ask(page, 'post', '/patient', { firstName: 'Mariana', lastName: 'Gómez' })
  const { id } = body.payload as { id: number }
  const record = await ask(page, 'post', '/record', {
    ownerId: id,
    type: 'med_hist',
    recordClassId: 'med_hist_default',
    date: '2026-01-12',
    data: { gender: 'f' },
  })
  expect(record.status).toBe(201)
  return id
}

for (const language of languagesFrom('es')) {
  const t = textsIn(language)

  test(`an owner closes the practice, says who keeps the files, takes an archive along, and thinks better of it (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    await stagePatient(page)
    await page.goto('/app/settings/practice')
    const card = page.getByRole('region', { name: t('practiceDeletions:title') })
    await card.getByRole('button', { name: t('practiceDeletions:begin') }).click()
    const dialog = page.getByRole('dialog', { name: t('practiceDeletions:title') })
    await expect(dialog.getByText(t('practiceDeletions:kept'))).toBeVisible()
    expect(await faultsAtEachSize(page, 'what goes with a practice')).toEqual([])
    await dialog.getByLabel(t('practiceDeletions:keeper.name')).fill('Custodia Clínica')
    await dialog.getByLabel(t('practiceDeletions:keeper.address')).fill('Calle Mayor 1, Bilbao')
    await dialog.getByLabel(t('practiceDeletions:keeper.contact')).fill('archivo@custodia.test')
    const { body } = await ask(page, 'get', '/practice/deletion')
    const { practiceName } = body.payload as { practiceName: string }
    const name = dialog.getByLabel(t('practiceDeletions:name', { name: practiceName }))
    const close = dialog.getByRole('button', { name: t('practiceDeletions:confirm') })
    await name.fill('Otra consulta')
    await close.click()
    await expect(dialog.getByText(t('movingErrors:field_practice_name'))).toBeVisible()
    await name.fill(practiceName)
    await close.click()
    await expect(dialog).toBeHidden()
    await expect(card.getByRole('heading', { name: t('practiceDeletions:closing.title') })).toBeVisible()
    await expect(card.getByText(t('practiceDeletions:missing.archive'))).toBeVisible()
    const notice = page
      .getByRole('main')
      .getByRole('alert')
      .getByText(t('practiceDeletions:closedNotice.text'))
    await expect(notice).toBeVisible()
    expect(await faultsAtEachSize(page, 'a practice that is closed')).toEqual([])

    const refused = await ask(page, 'post', '/patient', { firstName: 'Otra', lastName: 'Gómez' })
    expect(refused).toMatchObject({ status: 409, body: { errors: [{ message: 'practice_closing' }] } })
    expect((await ask(page, 'get', '/patient')).status).toBe(200)

    await page.getByRole('button', { name: t('practiceMoves:make') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('practiceMoves:begin'), exact: true })
      .click()
    const fetch = page.getByRole('button', { name: t('practiceMoves:fetch') })
    await expect(fetch).toBeVisible()
    const missing = card.getByText(t('practiceDeletions:missing.fetch'))
    await expect(missing).toBeVisible()
    const coming = page.waitForEvent('download')
    await fetch.click()
    await (await coming).path()
    await expect(card.getByText(t('practiceDeletions:closing.ready'))).toBeVisible()

    await card.getByRole('button', { name: t('practiceDeletions:arrival.title') }).click()
    const arrival = page.getByRole('dialog', { name: t('practiceDeletions:arrival.title') })
    await arrival.getByLabel(t('practiceDeletions:arrival.fingerprint')).fill('AB:CD')
    await arrival.getByLabel(t('practiceDeletions:arrival.digest')).fill('00')
    expect(await faultsAtEachSize(page, 'the proof of an arrival')).toEqual([])
    await arrival.getByRole('button', { name: t('practiceDeletions:arrival.prove') }).click()
    await expect(arrival.getByText(t('movingErrors:field_archive_proof'))).toBeVisible()
    await page.keyboard.press('Escape')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common:form.leave.confirm') })
      .click()

    await card.getByRole('button', { name: t('practiceDeletions:closing.takeBack') }).click()
    await expect(card.getByRole('button', { name: t('practiceDeletions:begin') })).toBeVisible()
    await expect(notice).toBeHidden()
    const again = await ask(page, 'post', '/patient', { firstName: 'Otra', lastName: 'Gómez' })
    expect(again.status).toBe(201)
    expect(noise.filter((line) => !/400/.test(line))).toEqual([])
  })

  test(`once the practice is gone, the certificate lies with whoever owned it, and proves itself to anybody (${language})`, async ({
    page,
    ulna,
    noise,
  }) => {
    await register(page, language)
    await page.goto('/app/settings/practice')
    const card = page.getByRole('region', { name: t('practiceDeletions:title') })
    await card.getByRole('button', { name: t('practiceDeletions:begin') }).click()
    const dialog = page.getByRole('dialog', { name: t('practiceDeletions:title') })
    const { body } = await ask(page, 'get', '/practice/deletion')
    const { practiceName } = body.payload as { practiceName: string }
    await dialog.getByLabel(t('practiceDeletions:name', { name: practiceName })).fill(practiceName)
    await dialog.getByRole('button', { name: t('practiceDeletions:confirm') }).click()
    await expect(card.getByRole('heading', { name: t('practiceDeletions:closing.title') })).toBeVisible()

    // Nothing keeps it, so thirty days later it is destroyed.
    const session = await ask(page, 'get', '/auth/me')
    const practiceId = Number((session.body.payload as { practice: { id: number } }).practice.id)
    await changeBehind(
      ulna,
      `update practice_deletions set destroy_after = now() - interval '1 second' where practice = ${practiceId};
      update graphile_worker._private_jobs set run_at = now() where payload::text like '%deletionId%'`,
    )
    const mine = page.getByRole('region', { name: t('practiceDeletions:mine.title') })
    await expect(async () => {
      await page.goto('/app/settings/account')
      await expect(mine.getByText(practiceName)).toBeVisible({ timeout: 5000 })
    }).toPass()
    expect(await faultsAtEachSize(page, 'what is left of a practice that was deleted')).toEqual([])
    const coming = page.waitForEvent('download')
    const name = t('practiceDeletions:mine.certificateOf', { name: practiceName })
    await mine.getByRole('button', { name }).click()
    const file = await (await coming).path()
    const text = execFileSync('pdftotext', ['-layout', file, '-']).toString()
    expect(text).toContain(practiceName)
    expect(text).toContain(t('practiceDeletions:paper.title'))

    await page.goto('/verify')
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'certificado.pdf', mimeType: 'application/pdf', buffer: await readFile(file) },
    })
    const verdict = page.getByRole('main').getByRole('status')
    await expect(verdict).toContainText(t('verify:sheet.deletion.unchanged.file'))
    expect(noise.filter((line) => !/40[139]/.test(line))).toEqual([])
  })
}
