import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { noiseOf } from '../scene/noise.ts'
import { password, registerByForm } from '../scene/people.ts'
import { type Language, type Texts, textsIn } from '../scene/texts.ts'
import { handsFrom, languagesFrom } from '../scene/tier.ts'
import { faultsAt, sitDown } from './devices.ts'
import type { Hand } from './hands.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const steps = (page: Page, t: Texts): Locator => page.getByRole('region', { name: t('firstSteps:title') })

interface FirstDay {
  readonly hand: Hand
  readonly t: Texts
  /** What axe found, at each stop. */
  readonly found: string[]
}

const stop = async ({ hand, found }: FirstDay, name: string): Promise<void> => {
  found.push(...(await faultsAt(hand, `owner: ${name}`)))
}

const registerPractice = async ({ hand, t }: FirstDay, language: Language): Promise<void> => {
  const { page } = hand
  const field = (name: string) => page.getByLabel(t(`auth:${name}`), { exact: true })
  await page.goto('/register')
  // The device speaks it already.
  const spoken = page.getByRole('combobox', { name: t('auth:language'), exact: true })
  await expect(spoken).toHaveValue(language)
  await hand.write(field('firstName'), 'Laura')
  await hand.write(field('lastName'), 'Restrepo')
  await hand.write(field('practiceName'), 'Fisioterapia Chapinero')
  await hand.write(field('email'), `laura-${randomUUID()}@example.test`)
  await hand.write(field('password'), password)
  await hand.press(page.getByRole('button', { name: t('auth:register.submit') }))
  await page.waitForURL('**/app/dashboard')
}

const toToday = ({ hand, t }: FirstDay): Promise<void> =>
  hand.press(hand.page.getByRole('link', { name: t('common:navigation.today'), exact: true }))

/** Goes from Today to where a step is done. */
const begin = async (day: FirstDay, name: string): Promise<void> => {
  const { hand, t } = day
  await hand.press(steps(hand.page, t).getByRole('link', { name: t(`firstSteps:steps.${name}.title`) }))
}

/** Back on Today, so many steps are done. */
const expectDone = async (day: FirstDay, done: number): Promise<void> => {
  const { hand, t } = day
  await toToday(day)
  const words = done === 6 ? t('firstSteps:all') : t('firstSteps:progress', { done, total: 6 })
  await expect(steps(hand.page, t).getByText(words)).toBeVisible()
}

const setHours = async (day: FirstDay): Promise<void> => {
  const { hand, t } = day
  await begin(day, 'hours')
  const dialog = hand.page.getByRole('dialog', { name: t('schedules:title') })
  await hand.press(dialog.getByRole('radio', { name: t('schedules:hours.own') }))
  await hand.press(dialog.getByRole('button', { name: t('schedules:hours.save') }))
  await expect(hand.page.getByText(t('schedules:hours.saved'))).toBeVisible()
  await stop(day, 'hours')
  await hand.page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

const nameIssuer = async (day: FirstDay): Promise<void> => {
  const { hand, t } = day
  await begin(day, 'issuer')
  const dialog = hand.page.getByRole('dialog', { name: t('receipts:issuer.title') })
  await hand.write(dialog.getByLabel(t('receipts:issuer.taxId')), 'B12345678')
  await hand.press(dialog.getByRole('button', { name: t('receipts:issuer.save') }))
  await expect(dialog).toBeHidden()
}

const bringLogo = async (day: FirstDay): Promise<void> => {
  const { hand, t } = day
  await begin(day, 'logo')
  const form = hand.page.getByRole('form', { name: t('settings:navigation.sections.practice') })
  const logo = form.getByRole('group', { name: t('settings:practice.logo.label') })
  const chooser = hand.page.waitForEvent('filechooser')
  await hand.press(logo.getByRole('button').or(logo.locator('input[type="file"]')))
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: pixel }
  await (await chooser).setFiles(file)
  await expect(form.getByText(t('settings:navigation.unsaved'))).toBeVisible()
  await hand.press(form.getByRole('button', { name: t('settings:navigation.save') }))
  await expect(form.getByText(t('settings:navigation.saved'))).toBeVisible()
}

/** The consents that ship can be read before anybody is asked to sign one. */
const readConsents = async (day: FirstDay): Promise<void> => {
  const { hand, t } = day
  await begin(day, 'consents')
  await expect(hand.page.getByRole('heading', { level: 1, name: t('modules:title') })).toBeVisible()
}

/** Those of the former program, from the file it gives out. */
const bringPatients = async (day: FirstDay): Promise<void> => {
  const { hand, t } = day
  const { page } = hand
  await begin(day, 'patients')
  const chooser = page.waitForEvent('filechooser')
  await hand.press(page.locator('input[type="file"]'))
  const buffer = Buffer.from('Nombre;Apellidos;Móvil\nMariana;Gómez Lara;600 100 200\nAna;Ruiz;600 100 201\n')
  await (await chooser).setFiles({ name: 'pacientes.csv', mimeType: 'text/csv', buffer })
  await hand.press(page.getByRole('button', { name: t('imports:trial.action') }))
  await hand.press(page.getByRole('button', { name: t('imports:run.action.patients_other', { count: 2 }) }))
  await expect(page.getByText(t('imports:run.done.patients_other', { count: 2 }))).toBeVisible()
  await stop(day, 'an import that is done')
}

const inviteColleague = async (day: FirstDay): Promise<void> => {
  const { hand, t } = day
  await begin(day, 'team')
  const dialog = hand.page.getByRole('dialog')
  const people = dialog.getByRole('combobox', { name: t('settings:members.invite.people') })
  await hand.write(people, 'colega@example.test')
  await hand.page.keyboard.press('Enter')
  const submit = t('settings:members.invite.submit_one')
  await hand.press(dialog.getByRole('button', { name: submit, exact: true }))
  await hand.press(dialog.getByRole('button', { name: t('settings:members.invite.done') }))
}

const putAway = async ({ hand, t }: FirstDay): Promise<void> => {
  const { page } = hand
  await hand.press(steps(page, t).getByRole('button', { name: t('firstSteps:close') }))
  await expect(steps(page, t)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: t('dashboard:emptyDay.title') })).toBeVisible()
  await expect(steps(page, t)).toHaveCount(0)
}

const setUp = async (day: FirstDay): Promise<void> => {
  await expect(steps(day.hand.page, day.t)).toBeVisible()
  await stop(day, 'first steps')
  await setHours(day)
  await expectDone(day, 2)
  await nameIssuer(day)
  await toToday(day)
  await bringLogo(day)
  await toToday(day)
  await readConsents(day)
  await expectDone(day, 4)
  await bringPatients(day)
  await expectDone(day, 5)
  await inviteColleague(day)
  await expectDone(day, 6)
  await stop(day, 'first steps done')
  await putAway(day)
}

const seats = [
  { kind: 'mouse', usual: 'es' },
  { kind: 'keyboard', usual: 'en' },
] as const

for (const { kind, usual } of handsFrom(seats, 'keyboard'))
  for (const language of languagesFrom(usual))
    test(`an owner’s first day, by ${kind}: hours, receipts, logo, consents, patients and team, each done when it is so (${language})`, async ({
      browser,
      ulna,
    }) => {
      test.setTimeout(420_000)
      const hand = await sitDown(browser, { url: ulna.url, device: 'desk', kind, language })
      const noise = noiseOf(hand.page)
      const day: FirstDay = { hand, t: textsIn(language), found: [] }
      await registerPractice(day, language)
      await setUp(day)
      await hand.page.context().close()
      expect(day.found).toEqual([])
      expect(hand.faults).toEqual([])
      expect(noise).toEqual([])
    })

for (const language of languagesFrom('it'))
  test(`a new practice has its first steps on a phone too, and one filled button (${language})`, async ({
    page,
    noise,
  }) => {
    const t = textsIn(language)
    await registerByForm(page, t, language)
    await expect(steps(page, t).getByText(t('firstSteps:progress', { done: 1, total: 6 }))).toBeVisible()
    const filled = page.locator('main a:not([data-variant="light"])')
    await expect(filled.filter({ hasText: t('dashboard:newAppointment') })).toHaveCount(1)
    expect(await faultsAtEachSize(page, 'first steps')).toEqual([])
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
