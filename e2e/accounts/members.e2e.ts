import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { openPage, registerInvited, tokenOf } from '../scene/colleagues.ts'
import { faultsAtEachSize, violations } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { linkMailedTo } from '../scene/mails.ts'
import { register, registerOnToday } from '../scene/people.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const practice = 'Fisioterapia Chapinero'
const ownPractice = 'Consulta propia'
/** Somebody of the first practice, who must be nowhere in the second. */
const canary = 'Canela Amarilla'

const addCanary = async (page: Page): Promise<void> => {
  const [firstName, lastName] = canary.split(' ')
  const answer = await page.request.post('/api/patient', {
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
    data: { firstName, lastName },
  })
  expect(answer.status()).toBe(201)
}

const openSection = (page: Page, section: string) => page.goto(`/app/settings/${section}`)

const invite = async (page: Page, t: Texts, email: string): Promise<void> => {
  await openSection(page, 'members')
  await page.getByRole('button', { name: t('settings:members.invite.action'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const people = dialog.getByRole('combobox', { name: t('settings:members.invite.people') })
  await expect(people).toBeFocused()
  await people.fill(email)
  await people.press('Enter')
  await dialog.getByRole('radio', { name: t('practice:roles.admin') }).check()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: t('settings:members.invite.submit_one'), exact: true }).click()
  const outcome = t('settings:members.invite.outcome.invited', { role: t('practice:roles.admin') })
  await expect(dialog.getByText(outcome)).toBeVisible()
  await dialog.getByRole('button', { name: t('settings:members.invite.done') }).click()
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText(
    t('settings:members.invitation.isPending'),
  )
}

/** By the keyboard alone: what is no number is told in words, what is one stands in the row. */
const giveLicence = async (page: Page, t: Texts, email: string): Promise<void> => {
  const row = page.getByRole('listitem').filter({ hasText: email })
  await row
    .getByRole('button', { name: t('settings:members.actionsOf', { name: 'Andrés Cifuentes' }) })
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: t('settings:members.licence.action') }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel(t('doctor:licenceNumber'), { exact: true })
  await expect(field).toBeFocused()
  await page.keyboard.type('28_1234')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(t('error:field_licence_number'))).toBeVisible()
  expect(await faultsAtEachSize(page, 'licence')).toEqual([])
  await field.fill(' 28/1234 ')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(row).toContainText(t('signatures:licence', { number: '28/1234' }))
}

const practiceMenu = (page: Page, t: Texts, name: string) =>
  page.getByRole('button', { name: t('common:practiceSwitch.label', { practice: name }) })

const createPractice = async (page: Page, t: Texts): Promise<void> => {
  await practiceMenu(page, t, practice).click()
  await page.getByRole('menuitem', { name: t('practice:create.title') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('practice:name')).fill(ownPractice)
  await dialog.getByRole('button', { name: t('practice:create.submit') }).click()
  await expect(practiceMenu(page, t, ownPractice)).toBeVisible()
}

/** Everything the browser keeps for this page: what is on it, and what it stored. */
const leftovers = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases])
    return document.documentElement.outerHTML + kept
  })

const switchTo = async (page: Page, t: Texts, from: string, to: string): Promise<void> => {
  await practiceMenu(page, t, from).click()
  await page.getByRole('menuitemradio', { name: to }).click()
  await expect(practiceMenu(page, t, to)).toBeVisible()
}

const rename = async (page: Page, t: Texts): Promise<void> => {
  await page.getByLabel(t('settings:practice.name'), { exact: true }).fill('Otro nombre')
  await page.getByRole('button', { name: t('settings:navigation.save') }).click()
}

for (const language of languagesFrom('en')) {
  test(`a member is invited, joins, changes practice without leftovers and is demoted (${language})`, async ({
    page,
    browser,
    ulna,
    noise,
  }) => {
    const t = textsIn(language)
    const email = `andres-${randomUUID()}@example.test`
    await register(page, language)
    await addCanary(page)
    await invite(page, t, email)

    const member = await openPage(browser, ulna, language)
    await registerInvited(member, t, await linkMailedTo(ulna, email, '/register/'), 'Andrés Cifuentes')
    await member.goto('/app/patient')
    await expect(member.getByText(canary)).toBeVisible()

    await page.reload()
    const row = page.getByRole('listitem').filter({ hasText: email })
    await expect(row).toContainText('Andrés Cifuentes')
    expect(await violations(page)).toEqual([])

    await giveLicence(page, t, email)

    await createPractice(member, t)
    await member.getByRole('link', { name: t('common:navigation.patients'), exact: true }).click()
    await expect(member.getByText(t('patient:list.empty.title'))).toBeVisible()
    expect(await leftovers(member)).not.toContain(canary)
    await switchTo(member, t, ownPractice, practice)
    await member.goto('/app/patient')
    await expect(member.getByText(canary)).toBeVisible()

    // No news reaches this page: what was taken from its owner is told by the server's refusal.
    await member.route('**/api/events', (route) => route.abort())
    const storage = member.waitForResponse('**/api/storage')
    await member.reload()
    await openSection(member, 'practice')
    await expect(member.getByLabel(t('settings:practice.name'), { exact: true })).toHaveValue(practice)
    // Whatever the page still asks for would be refused afterwards, and tell it before anything is pressed.
    await expect(member.getByRole('status', { name: t('common:loading') })).toHaveCount(0)
    await storage
    await row
      .getByRole('combobox', { name: t('settings:members.roleOf', { name: 'Andrés Cifuentes' }) })
      .selectOption('practitioner')
    await expect(page.getByText(t('common:information.success'))).toBeVisible()

    await rename(member, t)
    await expect(member.getByText(t('error:admin_role_required')).first()).toBeVisible()
    await expect(member.getByText(t('settings:navigation.notForYou'))).toBeVisible()
    expect(noise).toEqual([])
    await member.context().close()
  })
}

test('C8 a tab that shows the former practice notices, keeps what is typed and goes on where it was', async ({
  page,
  context,
}) => {
  const t = textsIn('es')
  await registerOnToday(page, 'es')
  await createPractice(page, t)
  await switchTo(page, t, ownPractice, practice)
  await openSection(page, 'practice')
  const name = page.getByLabel(t('settings:practice.slogan'), { exact: true })
  await name.fill('Escrito antes de cambiar')

  const other = await context.newPage()
  await other.goto('/app/dashboard')
  await switchTo(other, t, practice, ownPractice)
  const notice = page.getByRole('dialog', { name: t('practice:moved.title') })
  await expect(notice).toBeVisible()
  expect(await violations(page)).toEqual([])
  await notice.getByRole('button', { name: t('practice:moved.stay', { here: practice }) }).click()
  await expect(notice).toBeHidden()
  await expect(name).toHaveValue('Escrito antes de cambiar')
  await page.getByRole('button', { name: t('settings:navigation.save') }).click()
  await expect(page.getByText(t('settings:navigation.saved'))).toBeVisible()

  // It is the other tab's turn to notice.
  const there = other.getByRole('dialog', { name: t('practice:moved.title') })
  await there.getByRole('button', { name: t('practice:moved.go', { other: practice }) }).click()
  await expect(practiceMenu(other, t, practice)).toBeVisible()
})

test('a rule of the practice that keeps a member out says so over what is being written, and ends', async ({
  page,
  browser,
  ulna,
}) => {
  const t = textsIn('es')
  const email = `andres-${randomUUID()}@example.test`
  await register(page, 'es')
  await invite(page, t, email)
  const member = await openPage(browser, ulna, 'es')
  await registerInvited(member, t, await linkMailedTo(ulna, email, '/register/'), 'Andrés Cifuentes')
  await openSection(member, 'practice')
  const slogan = member.getByLabel(t('settings:practice.slogan'), { exact: true })
  await slogan.fill('A medio escribir')

  const setHours = async (admin: unknown[] | null): Promise<void> => {
    const access = { networks: [], mailDomains: [], hours: { practitioner: null, assistant: null, admin } }
    const answer = await page.request.put('/api/settings/practice', {
      headers: { authorization: `Bearer ${await tokenOf(page)}` },
      data: { configurations: { access } },
    })
    expect(answer.status()).toBe(200)
  }
  await setHours([])
  // What the page asks by itself may have been refused first, and the dialog lie over the button.
  await member.getByRole('button', { name: t('settings:navigation.save') }).dispatchEvent('click')
  const state = member.getByRole('dialog', { name: t('practice:rejected.schedule_rejected.title') })
  await expect(state).toBeVisible()
  expect(await violations(member)).toEqual([])
  await state.getByRole('button', { name: t('practice:rejected.retry') }).click()
  await expect(state.getByText(t('practice:rejected.still'))).toBeVisible()
  await setHours(null)
  await state.getByRole('button', { name: t('practice:rejected.retry') }).click()
  await expect(state).toBeHidden()
  await expect(slogan).toHaveValue('A medio escribir')
  await member.context().close()
})
