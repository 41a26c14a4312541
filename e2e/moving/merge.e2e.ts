import { expect, type Page } from '@playwright/test'
import { tokenOf } from '../scene/colleagues.ts'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const send = async (page: Page, path: string, data: object) => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request.post(`/api${path}`, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number; fileId: string } }).payload
}

/** Somebody who was registered twice and treated under both numbers, with a history, a diagnosis and a package in each. */
const stageFile = async (page: Page, lastName: string, profession: string, diagnosis: string) => {
  const patient = await send(page, '/patient', { firstName: 'Mariana', lastName, birthDate: '1985-04-03' })
  const ownerId = patient.id
  await send(page, '/record', {
    ...{ ownerId, type: 'med_hist', recordClassId: 'med_hist_default', date: '2026-01-12' },
    data: { gender: 'f', profession },
  })
  await send(page, '/record', {
    ...{ ownerId, type: 'control', subtype: 'case', recordClassId: 'case_default', date: '2026-01-12' },
    data: { name: diagnosis },
  })
  const { doctor } = (await (
    await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${await tokenOf(page)}` } })
  )
    .json()
    .then(({ payload }: { payload: { doctor: { id: number } } }) => payload)) as { doctor: { id: number } }
  await send(page, '/sessionpackage', {
    ownerId,
    doctorId: doctor.id,
    numSessions: 10,
    description: diagnosis,
  })
  return patient
}

for (const language of languagesFrom('es')) {
  const t = textsIn(language)

  test(`two files of one person are looked at, become one, and are two again (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    const kept = await stageFile(page, 'Gómez Lara', 'Docente', 'Lumbalgia')
    const other = await stageFile(page, 'Gomez', 'Música', 'Hombro derecho')
    await page.goto(`/app/patient/${kept.id}`)
    await page
      .getByRole('button', { name: t('patient:head.more'), exact: true })
      .first()
      .click()
    await page.getByRole('menuitem', { name: t('patient:head.merge') }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('merge:title') })).toBeVisible()
    expect(await faultsAtEachSize(page, 'choosing the other file')).toEqual([])

    const picker = page.getByLabel(t('merge:choose.label'))
    await picker.fill('Mariana Gom')
    await page.getByRole('option', { name: new RegExp(`Gomez.*${other.fileId}`) }).click()
    await expect(page.getByRole('heading', { name: t('merge:history.title'), exact: true })).toBeVisible()
    expect(await faultsAtEachSize(page, 'two files side by side')).toEqual([])

    const lastName = page.getByRole('group', { name: t('patient:form.lastName') })
    await expect(lastName.getByRole('radio').first()).toBeChecked()
    await lastName.getByRole('radio').nth(1).check()
    await page.getByRole('button', { name: t('merge:locked.unlock_other') }).click()
    await expect(page.getByRole('region', { name: t('merge:locked.label') })).toBeHidden()
    // Read anew with the versions that unlocking made, so what was chosen is chosen again.
    await lastName.getByRole('radio').nth(1).check()
    await page.getByLabel(t('merge:confirm.reason')).fill('Se registró dos veces')
    await page
      .getByRole('button', { name: new RegExp(`${t('merge:side', { number: other.fileId })}$`) })
      .first()
      .click()
    const typed = () =>
      page.getByRole('textbox').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    await expect.poll(typed).toContain('Música')
    await page.getByRole('button', { name: t('merge:confirm.merge') }).click()

    await expect(page.getByRole('heading', { level: 1, name: 'Mariana Gomez' })).toBeVisible()
    await expect(page.getByText(t('patient:head.otherFiles', { numbers: other.fileId }))).toBeVisible()
    for (const diagnosis of ['Lumbalgia', 'Hombro derecho'])
      await expect(page.getByText(diagnosis).locator('visible=true').first()).toBeVisible()
    const undo = page.getByRole('button', { name: t('merge:merged.undo') })
    await expect(undo).toBeVisible()
    expect(await faultsAtEachSize(page, 'a merged file')).toEqual([])
    expect(noise).toEqual([])

    // The number that somebody wrote down leads to the file.
    await page.goto(`/app/patient/${other.id}`)
    await expect(page).toHaveURL(new RegExp(`/app/patient/${kept.id}$`))

    await undo.click()
    const dialog = page.getByRole('dialog', { name: t('merge:merged.undoTitle', { number: other.fileId }) })
    await expect(dialog.getByText(t('merge:merged.undoText'))).toBeVisible()
    expect(await faultsAtEachSize(page, 'undoing a merge')).toEqual([])
    await dialog.getByRole('button', { name: t('merge:merged.undo') }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Mariana Gómez Lara' })).toBeVisible()
    await expect(page.getByText('Hombro derecho')).toHaveCount(0)
    await page.goto(`/app/patient/${other.id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Mariana Gomez' })).toBeVisible()
    await expect(page.getByText('Hombro derecho').locator('visible=true').first()).toBeVisible()
    expect(noise).toEqual([])
  })
}
