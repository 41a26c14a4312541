import { expect, type Locator, type Page } from '@playwright/test'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { registerByForm } from '../scene/people.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const steps = (page: Page, t: Texts): Locator => page.getByRole('region', { name: t('firstSteps:title') })

/** Goes from Today to where a step is done. */
const begin = async (page: Page, t: Texts, name: string): Promise<void> => {
  await page.goto('/app/dashboard')
  await steps(page, t)
    .getByRole('link', { name: t(`firstSteps:steps.${name}.title`) })
    .click()
}

/** Back on Today, so many steps are done. */
const expectDone = async (page: Page, t: Texts, done: number): Promise<void> => {
  await page.goto('/app/dashboard')
  const words = done === 5 ? t('firstSteps:all') : t('firstSteps:progress', { done, total: 5 })
  await expect(steps(page, t).getByText(words)).toBeVisible()
}

const setHours = async (page: Page, t: Texts): Promise<void> => {
  await begin(page, t, 'hours')
  const dialog = page.getByRole('dialog', { name: t('schedules:title') })
  await dialog.getByRole('radio', { name: t('schedules:hours.own') }).check()
  await dialog.getByRole('button', { name: t('schedules:hours.save') }).click()
  await expect(page.getByText(t('schedules:hours.saved'))).toBeVisible()
}

const nameIssuer = async (page: Page, t: Texts): Promise<void> => {
  await begin(page, t, 'issuer')
  const dialog = page.getByRole('dialog', { name: t('receipts:issuer.title') })
  await dialog.getByLabel(t('receipts:issuer.taxId')).fill('B12345678')
  await dialog.getByRole('button', { name: t('receipts:issuer.save') }).click()
  await expect(dialog).toBeHidden()
}

const bringLogo = async (page: Page, t: Texts): Promise<void> => {
  await begin(page, t, 'logo')
  const form = page.getByRole('form', { name: t('settings:navigation.sections.practice') })
  const logo = form.getByRole('group', { name: t('settings:practice.logo.label') })
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: pixel }
  await logo.locator('input[type="file"]').setInputFiles(file)
  await expect(form.getByText(t('settings:navigation.unsaved'))).toBeVisible()
  await form.getByRole('button', { name: t('settings:navigation.save') }).click()
  await expect(form.getByText(t('settings:navigation.saved'))).toBeVisible()
}

/** The consents that ship can be read before anybody is asked to sign one. */
const readConsents = async (page: Page, t: Texts): Promise<void> => {
  await begin(page, t, 'consents')
  await expect(page.getByRole('heading', { level: 1, name: t('modules:title') })).toBeVisible()
}

const inviteColleague = async (page: Page, t: Texts): Promise<void> => {
  await begin(page, t, 'team')
  const dialog = page.getByRole('dialog')
  const people = dialog.getByRole('combobox', { name: t('settings:members.invite.people') })
  await people.fill('colega@example.test')
  await people.press('Enter')
  await dialog.getByRole('button', { name: t('settings:members.invite.submit_one'), exact: true }).click()
  await dialog.getByRole('button', { name: t('settings:members.invite.done') }).click()
}

for (const language of languagesFrom('es'))
  test(`an owner’s first day: hours, receipts, logo, consents and team, each done when it is so (${language})`, async ({
    page,
    noise,
  }) => {
    test.setTimeout(420_000)
    const t = textsIn(language)
    await registerByForm(page, t, language)
    await expectDone(page, t, 1)
    const filled = page.locator('main a:not([data-variant="light"])')
    await expect(filled.filter({ hasText: t('dashboard:newAppointment') })).toHaveCount(1)
    expect(await faultsAtEachSize(page, 'first steps')).toEqual([])
    await setHours(page, t)
    await expectDone(page, t, 2)
    await nameIssuer(page, t)
    await bringLogo(page, t)
    await readConsents(page, t)
    await expectDone(page, t, 4)
    await inviteColleague(page, t)
    await expectDone(page, t, 5)
    expect(await faultsAtEachSize(page, 'first steps done')).toEqual([])
    await steps(page, t)
      .getByRole('button', { name: t('firstSteps:close') })
      .click()
    await expect(steps(page, t)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: t('dashboard:emptyDay.title') })).toBeVisible()
    await expect(steps(page, t)).toHaveCount(0)
    expect(noise).toEqual([])
  })

for (const language of languagesFrom('it'))
  test(`in a new practice every page says what to do first, consents are there, and a session begins with its diagnosis (${language})`, async ({
    page,
    noise,
  }) => {
    test.setTimeout(420_000)
    const t = textsIn(language)
    await registerByForm(page, t, language)
    await steps(page, t)
      .getByRole('button', { name: t('firstSteps:dismiss') })
      .click()
    await expect(steps(page, t)).toHaveCount(0)
    for (const [path, button] of [
      ['/app/calendar?view=list', t('calendar:new')],
      ['/app/session-package', t('sessionPackage:new')],
      ['/app/session-package/receipts', t('receipts:new')],
      ['/app/patient', t('patient:list.new')],
    ] as const) {
      await page.goto(path)
      await expect(page.locator('main svg[viewBox="0 0 160 112"]')).toBeVisible()
      await expect(page.locator('main [data-variant="light"]').getByText(button)).toBeVisible()
      expect(await faultsAtEachSize(page, `nothing yet: ${path}`)).toEqual([])
    }

    await page.locator('main [data-variant="light"]').getByText(t('patient:list.new')).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('patient:form.firstName'), { exact: true }).fill('Mariana')
    await dialog.getByLabel(t('patient:form.lastName'), { exact: true }).fill('Gómez')
    await dialog.getByRole('button', { name: t('patient:form.create') }).click()
    await page.waitForURL(/\/app\/patient\/\d+/)
    const file = page.url()

    // From the agenda or Today: whoever has no diagnosis begins with one, without a page in between.
    await page.goto(`${file}?write=followup`)
    await expect(page).toHaveURL(/write=case/)
    await expect(page.getByRole('form').getByRole('textbox').first()).toBeVisible()

    await page.goto(`${file}?consents=true`)
    await page.getByRole('button', { name: t('consents:list.write') }).click()
    const picker = page.getByRole('dialog', { name: t('modules:picker.title') })
    await expect(picker.getByRole('button')).toHaveCount(6)
    await expect(picker.getByRole('link', { name: t('modules:picker.more') })).toBeVisible()
    expect(await faultsAtEachSize(page, 'consents of a new practice')).toEqual([])
    expect(noise).toEqual([])
  })
