import { expect, type Page } from '@playwright/test'
import { tokenOf } from '../scene/colleagues.ts'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const post = async (page: Page, path: string, data: object): Promise<{ id: number }> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request.post(`/api${path}`, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

const doctorOf = async (page: Page): Promise<number> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request.get('/api/auth/me', { headers })
  return ((await answer.json()) as { payload: { doctor: { id: number } } }).payload.doctor.id
}

/** A patient who was treated, is expected and has paid ahead. */
const stagePatient = async (page: Page): Promise<number> => {
  const doctorId = await doctorOf(page)
  const { id } = await post(page, '/patient', { firstName: 'Mariana', lastName: 'Gómez' })
  await post(page, '/patient', { firstName: 'Pedro', lastName: 'Quintana' })
  const start = new Date(Date.now() + 3 * 86_400_000)
  await post(page, '/appointment', {
    doctorId,
    patientId: id,
    start: start.toISOString(),
    end: new Date(start.getTime() + 2_700_000).toISOString(),
  })
  await post(page, '/sessionpackage', { ownerId: id, doctorId, numSessions: 10, description: '10 × 45' })
  await post(page, '/record', {
    ownerId: id,
    type: 'control',
    subtype: 'case',
    recordClassId: 'case_default',
    date: '2015-03-02',
    data: { name: 'Hombro', painIntensity: 5 },
  })
  return id
}

for (const language of languagesFrom('es')) {
  const t = textsIn(language)

  test(`a patient is archived with what still lived, is found among the archived alone, and comes back (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    const id = await stagePatient(page)
    await page.goto(`/app/patient/${id}`)
    const menu = async (item: string) => {
      // An open record has such a menu too, behind that of the file.
      await page
        .getByRole('button', { name: t('patient:head.more') })
        .first()
        .click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await menu(t('patient:head.archive'))
    const dialog = page.getByRole('dialog', { name: t('archive:dialog.title', { name: 'Mariana Gómez' }) })
    await expect(dialog.getByText(t('archive:dialog.visits_one'))).toBeVisible()
    await expect(dialog.getByText(t('archive:dialog.left_other', { count: 10 }))).toBeVisible()
    expect(await faultsAtEachSize(page, 'what still lives in a file')).toEqual([])
    const confirm = dialog.getByRole('button', { name: t('archive:dialog.confirm') })
    await expect(confirm).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByLabel(t('archive:dialog.cancelVisits_one')).check()
    await dialog.getByLabel(t('archive:dialog.balanceSeen')).check()
    await dialog.getByLabel(t('archive:dialog.reason')).fill('Vive en otra ciudad')
    await confirm.click()
    await expect(dialog).toBeHidden()

    const banner = page.getByRole('region', { name: t('archive:banner.label') })
    await expect(
      banner.getByText(t('archive:banner.reason', { reason: 'Vive en otra ciudad' })),
    ).toBeVisible()
    for (const name of [t('patient:head.startFollowUp'), t('patient:head.firstDiagnosis')])
      await expect(page.getByRole('button', { name })).toHaveCount(0)
    await expect(page.getByRole('link', { name: t('patient:head.book'), exact: true })).toHaveCount(0)
    expect(await faultsAtEachSize(page, 'an archived file')).toEqual([])
    // An address that was kept opens no form either.
    await page.goto(`/app/patient/${id}?write=case`)
    await expect(banner).toBeVisible()
    await expect(page.getByLabel(/^(Dolor|Pain)/)).toHaveCount(0)

    await page.goto('/app/patient')
    const mariana = page.getByRole('link', { name: 'Mariana Gómez' })
    await expect(page.getByRole('link', { name: 'Pedro Quintana' })).toBeVisible()
    await expect(mariana).toHaveCount(0)
    const search = page.getByRole('searchbox', { name: t('patient:list.search') })
    await search.fill('mariana')
    await expect(page.getByText(t('patient:list.noMatch.title', { text: 'mariana' }))).toBeVisible()
    await page.getByRole('checkbox', { name: t('patient:list.onlyArchived') }).check()
    await expect(mariana).toBeVisible()
    expect(await faultsAtEachSize(page, 'the archived patients')).toEqual([])
    await mariana.click()

    await banner.getByRole('button', { name: t('archive:banner.bringBack') }).click()
    await expect(banner).toBeHidden()
    await page.goto('/app/patient')
    await expect(mariana).toBeVisible()
    expect(noise).toEqual([])
  })

  test(`a file whose term is over is listed with its reason, and a hold keeps it (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    const { id } = await post(page, '/patient', { firstName: 'Mariana', lastName: 'Gómez' })
    await post(page, '/record', {
      ownerId: id,
      type: 'med_hist',
      recordClassId: 'med_hist_default',
      date: '2015-03-02',
      data: { gender: 'f' },
    })
    await page.goto('/app/settings/retention')
    await expect(page.getByText(t('archive:due.neverText'))).toBeVisible()
    await page.getByRole('radio', { name: t('archive:retention.rules.spain') }).check()
    await page.getByRole('button', { name: t('settings:navigation.save') }).click()
    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Mariana Gómez' }) })
    await expect(row.getByText(t('archive:due.states.due'), { exact: true })).toBeVisible()
    await expect(row.getByText(t('archive:retention.sources.spain'))).toBeVisible()
    expect(await faultsAtEachSize(page, 'files whose term is over')).toEqual([])

    await row.getByRole('button', { name: t('archive:due.holdOf', { name: 'Mariana Gómez' }) }).click()
    const holds = page.getByRole('dialog', { name: t('archive:holds.title', { name: 'Mariana Gómez' }) })
    await holds.getByRole('button', { name: t('archive:holds.place') }).click()
    const ask = page.getByRole('dialog', { name: t('archive:holds.placeTitle') })
    await ask.getByLabel(t('archive:holds.reason')).fill('Reclamación')
    await page.keyboard.press('Enter')
    await expect(holds.getByText('Reclamación', { exact: true })).toBeVisible()
    expect(await faultsAtEachSize(page, 'the holds on a file')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(row.getByText(t('archive:due.states.held'), { exact: true })).toBeVisible()
    await expect(row.getByText(t('archive:due.holdReason', { reason: 'Reclamación' }))).toBeVisible()
    expect(noise).toEqual([])
  })
}
