import { expect, type Locator, type Page } from '@playwright/test'
import { faultsAtEachSize } from './scene/faults.ts'
import { test } from './scene/fixtures.ts'
import { register } from './scene/people.ts'
import { type Texts, textsIn } from './scene/texts.ts'
import { languagesFrom } from './scene/tier.ts'

const tokenOf = (page: Page): Promise<string> => page.evaluate(() => sessionStorage.getItem('appToken') ?? '')

const newPatient = async (page: Page): Promise<string> => {
  const answer = await page.request.post('/api/patient', {
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
    data: { firstName: 'Mariana', lastName: 'Gómez Lara' },
  })
  expect(answer.ok()).toBe(true)
  const { payload } = (await answer.json()) as { payload: { id: number } }
  return `/app/patient/${payload.id}`
}

const openModules = async (page: Page, t: Texts): Promise<void> => {
  await page.goto('/app/settings')
  const sections = page.getByRole('navigation', { name: t('settings:navigation.label') })
  await sections.getByRole('link', { name: t('settings:navigation.sections.modules') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('modules:title') })).toBeVisible()
}

const goniometry = (page: Page, t: Texts): Locator =>
  page.getByRole('article', { name: t('module.goniometry:module_name'), exact: true })

/** Presses what installs or uninstalls goniometry, and says yes. */
const change = async (page: Page, t: Texts, wanted: 'install' | 'uninstall'): Promise<void> => {
  const name = t('module.goniometry:module_name')
  const words = (key: string) => t(`modules:change.${wanted}.${key}`, { name })
  await goniometry(page, t)
    .getByRole('button', { name: words('named') })
    .click()
  const dialog = page.getByRole('dialog', { name: words('title') })
  await expect(dialog).toContainText(words('undo'))
  await dialog.getByRole('button', { name: words('action'), exact: true }).click()
  await expect(page.getByText(words('done')).first()).toBeVisible()
  await expect(dialog).toBeHidden()
}

const openForms = async (page: Page, t: Texts): Promise<Locator> => {
  await page
    .getByRole('button', { name: t('modules:picker.open') })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: t('modules:picker.title') })
  await expect(dialog.getByRole('button', { name: t('module:class_med_hist_default') })).toBeVisible()
  return dialog
}

/** Writes how far the right and the left knee bend. */
const typeFlexion = async (page: Page, t: Texts, right: string, left: string): Promise<void> => {
  const flexion = page.getByRole('group', { name: t('module.goniometry:knee_flexion'), exact: true })
  await flexion.getByLabel(t('measures:pair.right')).fill(right)
  await flexion.getByLabel(t('measures:pair.left')).fill(left)
}

for (const language of languagesFrom('en')) {
  const t = textsIn(language)
  const knee = t('module.goniometry:class_goniometry_knee')

  test(`a module is installed, written with, and uninstalled; what was written stays (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    const file = await newPatient(page)
    const found: string[] = []

    await openModules(page, t)
    await page.getByLabel(t('modules:search')).fill(knee)
    await expect(page.getByText(t('modules:found_one'))).toBeVisible()
    await goniometry(page, t)
      .getByRole('button', { name: t('module.goniometry:module_name'), exact: true })
      .click()
    const about = page.getByRole('dialog', { name: t('module.goniometry:module_name') })
    await expect(about).toContainText('CC-BY-4.0')
    await about.getByRole('button', { name: knee }).click()
    await expect(
      about.getByRole('group', { name: t('module.goniometry:knee_flexion'), exact: true }),
    ).toBeVisible()
    found.push(...(await faultsAtEachSize(page, 'module')))
    await page.keyboard.press('Escape')
    await expect(about).toBeHidden()
    await change(page, t, 'install')
    await expect(goniometry(page, t)).toContainText(t('modules:installed'))
    found.push(...(await faultsAtEachSize(page, 'modules')))

    await page.goto(file)
    const forms = await openForms(page, t)
    found.push(...(await faultsAtEachSize(page, 'forms')))
    await forms.getByLabel(t('modules:picker.search')).fill(knee)
    await forms.getByRole('button', { name: knee }).click()
    await expect(page.getByRole('heading', { name: knee })).toBeVisible()
    await typeFlexion(page, t, '120', '95')
    await expect(page.getByText(t('record:draft.savedNow'))).toBeVisible()

    // What was typed is listed by the name of its form, and opens again.
    await page.goto(file)
    await page.getByRole('button', { name: new RegExp(`^${knee}`) }).click()
    await expect(
      page
        .getByRole('group', { name: t('module.goniometry:knee_flexion'), exact: true })
        .getByLabel(t('measures:pair.left')),
    ).toHaveValue('95')
    await page.getByRole('button', { name: t('record:editor.saveAndClose') }).click()
    const said = `${t('record:side.right')} 120° · ${t('record:side.left')} 95°`
    const card = page
      .getByRole('region', { name: t('record:timeLine.label') })
      .getByRole('button', { name: knee })
    await expect(card).toBeVisible()
    await expect(page.getByText(said).first()).toBeVisible()
    await page.getByLabel(t('record:timeLine.kind')).selectOption('test')
    await expect(card).toBeVisible()

    await openModules(page, t)
    await expect(goniometry(page, t)).toContainText(t('modules:used'))
    await change(page, t, 'uninstall')
    await page.goto(file)
    await card.click()
    await expect(page.getByText(said).first()).toBeVisible()
    const fewer = await openForms(page, t)
    await expect(fewer.getByRole('button', { name: knee })).toHaveCount(0)
    expect(found).toEqual([])
    expect(noise).toEqual([])
  })
}
