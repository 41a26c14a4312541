import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { addColleague, openPage, registerInvited } from '../scene/colleagues.ts'
import { faultsAtEachSize, violations } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { linkMailedTo } from '../scene/mails.ts'
import { register } from '../scene/people.ts'
import { askForProof, proveIdentity } from '../scene/proofs.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const newcomer = 'Nora Vélez'
const assistant = 'Pablo Mora'

/** The form proposes clinical access for a practitioner, and it is left so. */
const invite = async (page: Page, t: Texts, email: string): Promise<void> => {
  await page.goto('/app/settings/members')
  await page.getByRole('button', { name: t('settings:members.invite.action'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const people = dialog.getByRole('combobox', { name: t('settings:members.invite.people') })
  await people.fill(email)
  await people.press('Enter')
  await expect(dialog.getByText(t('settings:members.invite.clinicalWaits'))).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: t('settings:members.invite.submit_one'), exact: true }).click()
  await expect(dialog.getByText(t('settings:members.invite.outcomeWaits'))).toBeVisible()
  await dialog.getByRole('button', { name: t('settings:members.invite.done') }).click()
}

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

const accessOf = (page: Page, t: Texts, name: string) =>
  page.getByRole('switch', { name: t('settings:members.clinicalOf', { name }) })

const answer = (page: Page, t: Texts, key: string, name: string) =>
  page.getByRole('button', { name: t(`settings:members.request.${key}`, { name }), exact: true })

/** Own texts are for who writes records; the link says why it is shut. */
const ownTexts = (page: Page, t: Texts) =>
  page.getByRole('link', { name: t('settings:navigation.sections.snippets') })

for (const language of languagesFrom('es')) {
  test(`clinical access that is not an admin's to give waits for an owner, who is told by mail and gives it with one touch (${language})`, async ({
    page,
    browser,
    ulna,
    noise,
  }) => {
    const t = textsIn(language)
    const owner = await register(page, language)
    const add = (name: string, role: 'admin' | 'assistant') =>
      addColleague(page, { browser, ulna, language, colleague: { name, role, clinical: false } })
    const admin = await add('Ana Quintero', 'admin')
    const helper = await add(assistant, 'assistant')
    const email = `nora-${randomUUID()}@example.test`
    await invite(admin, t, email)
    await expect(rowOf(admin, email)).toContainText(t('settings:members.clinicalWaits'))

    const invited = await openPage(browser, ulna, language)
    const link = await linkMailedTo(ulna, email, '/register/')
    await invited.goto(link)
    await expect(invited.getByText(t('auth:invitation.clinicalAsked'))).toBeVisible()
    await registerInvited(invited, t, link, newcomer)
    await invited.goto('/app/settings/account')
    await expect(ownTexts(invited, t)).toContainText(t('error:clinical_access_required'))

    // Who is a member already waits as well, and who asked may think better of it.
    await accessOf(admin, t, assistant).click({ force: true })
    await expect(rowOf(admin, assistant)).toContainText(t('settings:members.clinicalWaits'))
    await expect(answer(admin, t, 'yesTo', assistant)).toHaveCount(0)
    expect(await violations(admin)).toEqual([])
    await answer(admin, t, 'takeBackOf', assistant).click()
    await expect(accessOf(admin, t, assistant)).not.toBeChecked()

    await page.goto(await linkMailedTo(ulna, owner.email, '/app/settings/'))
    await expect(page.getByText(t('settings:members.request.waiting_one', { count: 1 }))).toBeVisible()
    expect(await faultsAtEachSize(page, 'request')).toEqual([])
    await askForProof(page, '**/api/settings/member/*')
    await answer(page, t, 'yesTo', newcomer).click()
    await proveIdentity(page, t)
    await expect(accessOf(page, t, newcomer)).toBeChecked()
    await expect(page.getByText(t('settings:members.request.waiting_one', { count: 1 }))).toBeHidden()
    await expect(accessOf(page, t, assistant)).not.toBeChecked()

    await invited.reload()
    await expect(ownTexts(invited, t)).toBeVisible()
    await expect(ownTexts(invited, t)).not.toContainText(t('error:clinical_access_required'))
    expect(noise).toEqual([])
    for (const one of [admin, helper, invited]) await one.context().close()
  })
}
