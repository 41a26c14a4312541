import { expect, type Locator, type Page } from '@playwright/test'
import { photo } from '../scene/file-samples.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const ask = async (
  page: Page,
  method: 'post' | 'put',
  path: string,
  data: object,
): Promise<{ id: number }> => {
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request[method](`/api${path}`, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

const save = async (page: Page, t: Texts): Promise<void> => {
  const button = page.getByRole('button', { name: t('record:editor.saveAndClose') })
  await button.click()
  await expect(button).toBeHidden()
}

const writeHistory = async (page: Page, t: Texts): Promise<void> => {
  await page.getByRole('button', { name: t('record:tree.writeHistory') }).click()
  await page.getByRole('textbox', { name: t('module:medHist_profession') }).fill('Docente')
  await page
    .getByRole('textbox', { name: t('module:medHist_allergies') })
    .first()
    .fill('Látex')
  await save(page, t)
  await expect(page.getByText('Látex').first()).toBeVisible()
}

const writeCase = async (page: Page, t: Texts): Promise<void> => {
  // The head and the tree say it alike.
  await page
    .getByRole('button', { name: t('record:tree.newCase') })
    .first()
    .click()
  await page.getByRole('textbox', { name: t('module:case_name'), exact: true }).fill('Lumbalgia mecánica')
  await save(page, t)
  await expect(page.getByRole('heading', { name: /Lumbalgia mecánica/ }).first()).toBeVisible()
}

/** Marks the left side of the low back, as strong as said. */
const markBody = async (page: Page, t: Texts, level: number): Promise<void> => {
  await page.getByRole('button', { name: t('bodyChart:enlarge') }).click()
  const dialog = page.getByRole('dialog')
  const search = dialog.getByRole('combobox', { name: t('bodyChart:search.label') })
  await search.fill(`${t('bodyChart:region.back.lumbar')} ${t('bodyChart:side.left')}`)
  await dialog.getByRole('option').first().click()
  await dialog
    .getByRole('radio', { name: new RegExp(`^${level}\\b`) })
    .first()
    .click()
  await dialog.getByRole('button', { name: t('bodyChart:quality.burning') }).click()
  await dialog.getByRole('button', { name: t('bodyChart:done') }).click()
  await expect(dialog).toBeHidden()
}

const writeFollowUp = async (page: Page, t: Texts, number: number): Promise<void> => {
  await page
    .getByRole('button', { name: t('patient:head.startFollowUp') })
    .first()
    .click()
  await page.getByRole('textbox', { name: t('module:followup_patientObs') }).fill(`Sesión número ${number}.`)
  await markBody(page, t, 8 - 2 * number)
  await save(page, t)
  const open = page.getByRole('article', { name: t('record:title.followUp', { number }) })
  await expect(open).toContainText(t('bodyChart:region.back.lumbar'))
  await expect(open).toContainText(t('bodyChart:quality.burning'))
}

const addPhotos = async (page: Page, t: Texts): Promise<void> => {
  await page
    .getByRole('button', { name: t('files:add.open') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel(t('files:add.choose'))
    .setInputFiles([await photo('antes.jpg', '#7a5a48'), await photo('despues.jpg', '#48607a')])
  await dialog.getByLabel(t('module:document_name')).fill('Postura')
  await dialog.getByRole('button', { name: t('files:add.save') }).click()
  await expect(dialog).toBeHidden()
}

const comparePhotos = async (page: Page, t: Texts): Promise<void> => {
  await page.getByRole('button', { name: t('files:gallery.open', { name: 'antes.jpg' }) }).click()
  const viewer = page.getByRole('dialog', { name: t('files:viewer.title') })
  await expect(viewer.getByRole('img', { name: 'antes.jpg' })).toBeVisible()
  await viewer.getByRole('button', { name: t('files:viewer.compare'), exact: true }).click()
  await viewer.getByRole('radio', { name: t('files:compare.slider'), exact: true }).check()
  await expect(viewer.getByRole('slider', { name: t('files:compare.divide') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
}

const installGoniometry = async (page: Page, t: Texts): Promise<void> => {
  const name = t('module.goniometry:module_name')
  await page.goto('/app/modules')
  await page.getByRole('button', { name: t('modules:change.install.named', { name }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('modules:change.install.action', { name }), exact: true })
    .click()
  await expect(page.getByText(t('modules:change.install.done', { name })).first()).toBeVisible()
}

const measureKnee = async (page: Page, t: Texts): Promise<void> => {
  await page
    .getByRole('button', { name: t('modules:picker.open') })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('module.goniometry:class_goniometry_knee') })
    .click()
  const flexion = page.getByRole('group', { name: t('module.goniometry:knee_flexion'), exact: true })
  await flexion.getByLabel(t('measures:pair.right')).fill('110')
  await flexion.getByLabel(t('measures:pair.left')).fill('135')
  await save(page, t)
}

/** The hours in which an author may correct what was just written are over. */
const endEditWindow = (page: Page): Promise<unknown> =>
  ask(page, 'put', '/settings/practice', {
    configurations: { records: { editWindowHours: 0, relockHours: 8 } },
  })

const openFollowUp = async (page: Page, t: Texts, number: number): Promise<Locator> => {
  const title = t('record:title.followUp', { number })
  await page
    .getByRole('button', { name: new RegExp(`^${title}`) })
    .first()
    .click()
  const open = page.getByRole('article', { name: title })
  await expect(open.getByRole('heading', { name: title })).toBeVisible()
  return open
}

for (const language of languagesFrom('en')) {
  const t = textsIn(language)

  test(`from the medical history to a corrected session: body chart, photos, module, lock and difference (${language})`, async ({
    page,
    noise,
  }) => {
    test.slow()
    await register(page, language)
    const { id } = await ask(page, 'post', '/patient', { firstName: 'Mariana', lastName: 'Gómez Lara' })
    const file = `/app/patient/${id}`
    await page.goto(file)
    await writeHistory(page, t)
    await writeCase(page, t)
    for (const number of [1, 2, 3]) await writeFollowUp(page, t, number)
    await addPhotos(page, t)
    await comparePhotos(page, t)
    await installGoniometry(page, t)
    await page.goto(file)
    await measureKnee(page, t)

    await endEditWindow(page)
    await page.goto(file)
    const open = await openFollowUp(page, t, 2)
    const correct = open.getByRole('button', { name: t('record:open.edit'), exact: true })
    await expect(correct).toHaveAttribute('aria-disabled', 'true')
    await expect(correct).toHaveAccessibleDescription(t('error:patient_locked'))

    await page
      .getByRole('banner')
      .or(page.locator('header'))
      .getByRole('button', { name: t('patient:head.more') })
      .first()
      .click()
    await page.getByRole('menuitem', { name: t('patient:head.unlock') }).click()
    const unlocking = page.getByRole('dialog')
    await unlocking.getByLabel(t('patient:lock.reason')).fill('Corregir la segunda sesión')
    await unlocking.getByRole('button', { name: t('patient:lock.confirm') }).click()
    await expect(unlocking).toBeHidden()

    await expect(correct).not.toHaveAttribute('aria-disabled')
    await correct.click()
    await page.getByRole('textbox', { name: t('module:followup_patientObs') }).fill('Sesión número dos.')
    await save(page, t)
    await page.getByRole('button', { name: t('history:versions.open_other', { count: 2 }) }).click()
    const versions = page.getByRole('dialog')
    await expect(versions.locator('del')).toHaveText(['2'])
    await expect(versions.locator('ins')).toHaveText(['dos'])
    expect(noise).toEqual([])
  })
}
