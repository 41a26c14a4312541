import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { addColleague, tokenOf } from '../scene/colleagues.ts'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { askForProof, proveIdentity } from '../scene/proofs.ts'
import { textsIn } from '../scene/texts.ts'

const t = textsIn('es')

const save = (form: Locator) =>
  form.getByRole('button', { name: t('settings:navigation.save'), exact: true }).click()

/** Holds what is saved on its way until it is let go. */
const holdSave = async (page: Page, path: string): Promise<() => void> => {
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(
    `**/api/settings/${path}`,
    async (route) => {
      await held
      await route.continue()
    },
    { times: 1 },
  )
  return letGo
}

/** Somebody saves, from somewhere else. */
const saveElsewhere = async (page: Page, path: string, data: object): Promise<void> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request.put(`/api/settings/${path}`, { headers, data })
  expect(answer.status()).toBe(200)
}

const forms = [
  {
    name: 'account',
    section: 'account',
    form: t('settings:account.title'),
    path: 'user',
    first: t('user:username'),
    second: t('user:email'),
    typed: ['laura.r', 'otra@example.test'],
  },
  {
    name: 'profile',
    section: 'profile',
    form: t('settings:profile.title'),
    path: 'user',
    first: t('doctor:mobile'),
    second: t('doctor:address'),
    typed: ['300 555 01 01', 'Carrera 7 # 45-10'],
  },
  {
    name: 'practice',
    section: 'practice',
    form: t('settings:navigation.sections.practice'),
    path: 'practice',
    first: t('settings:practice.slogan'),
    second: t('settings:practice.code'),
    typed: ['Sin prisa', 'REPS 1100'],
  },
] as const

for (const { name, section, form, path, first, second, typed } of forms) {
  test(`what is typed while the ${name} is being saved stays, and is not saved yet`, async ({
    page,
    noise,
  }) => {
    await register(page, 'es')
    await page.goto(`/app/settings/${section}`)
    const place = page.getByRole('form', { name: form, exact: true })
    const letGo = await holdSave(page, path)
    await place.getByLabel(first, { exact: true }).fill(typed[0])
    await save(place)
    await place.getByLabel(second, { exact: true }).fill(typed[1])
    const answered = page.waitForResponse(`**/api/settings/${path}`)
    letGo()
    await answered
    await expect(place.getByRole('button', { name: t('settings:navigation.discard') })).toBeEnabled()
    await expect(place.getByLabel(first, { exact: true })).toHaveValue(typed[0])
    await expect(place.getByLabel(second, { exact: true })).toHaveValue(typed[1])
    await expect(place.getByText(t('settings:navigation.unsaved'))).toBeVisible()
    await place.getByRole('button', { name: t('settings:navigation.discard') }).click()
    await expect(place.getByLabel(first, { exact: true })).toHaveValue(typed[0])
    await expect(place.getByLabel(second, { exact: true })).not.toHaveValue(typed[1])
    await expect(place.getByText(t('settings:navigation.saved'))).toBeVisible()
    expect(noise).toEqual([])
  })
}

/** The smallest PNG there is. */
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a logo that a colleague saved meanwhile is shown as what differs', async ({ page, noise }) => {
  await register(page, 'es')
  await page.goto('/app/settings/practice')
  const place = page.getByRole('form', { name: t('settings:navigation.sections.practice') })
  await place.getByLabel(t('settings:practice.slogan'), { exact: true }).fill('Sin prisa')
  const logo = { data: pixel, fileName: 'logo.png', contentType: 'image/png' }
  await saveElsewhere(page, 'practice', { logo })
  await save(place)
  const notice = place.getByRole('alert')
  await expect(notice.getByText(t('common:form.conflict.colleague'))).toBeVisible()
  await expect(notice.getByRole('img', { name: t('settings:practice.logo.alt') })).toBeVisible()
  await notice.getByRole('button', { name: t('common:form.conflict.keepMine') }).click()
  await expect(place.getByText(t('settings:navigation.saved'))).toBeVisible()
  await page.reload()
  await expect(place.getByLabel(t('settings:practice.slogan'), { exact: true })).toHaveValue('Sin prisa')
  await expect(place.getByRole('img', { name: t('settings:practice.logo.alt') })).toBeVisible()
  expect(noise).toEqual([])
})

test('what was saved on another device is shown beside what is typed; what only one side changed stays', async ({
  page,
  noise,
}) => {
  await register(page, 'es')
  await page.goto('/app/settings/profile')
  const place = page.getByRole('form', { name: t('settings:profile.title') })
  await place.getByLabel(t('doctor:mobile')).fill('300 555 01 01')
  await saveElsewhere(page, 'user', { doctor: { address: 'Carrera 7 # 45-10' } })
  await save(place)
  const notice = place.getByRole('alert')
  await expect(notice.getByText('Carrera 7 # 45-10')).toBeVisible()
  await notice.getByRole('button', { name: t('common:form.conflict.keepMine') }).click()
  await expect(place.getByLabel(t('doctor:mobile'))).toHaveValue('300 555 01 01')
  await expect(place.getByLabel(t('doctor:address'))).toHaveValue('Carrera 7 # 45-10')
  await expect(place.getByText(t('settings:navigation.saved'))).toBeVisible()
  expect(noise).toEqual([])
})

test('a visit to the members is one reading of the trail', async ({ page }) => {
  await register(page, 'es')
  await page.goto('/app/settings/members')
  await expect(page.getByText(t('settings:members.count_one', { count: 1 }))).toBeVisible()
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request.get('/api/settings/audit?action=member.list', { headers })
  const { metadata } = (await answer.json()) as { metadata: { total: number } }
  expect(metadata.total).toBe(1)
})

test('an owner changes the access rules with a fresh proof; an admin reads them as they hold, and why they are not theirs', async ({
  page,
  browser,
  ulna,
  noise,
}) => {
  await register(page, 'es')
  const admin = await addColleague(page, {
    browser,
    ulna,
    language: 'es',
    colleague: {
      name: 'Ana Quintero',
      role: 'admin',
      clinical: true,
    },
  })
  await page.goto('/app/settings/access')
  const form = page.getByRole('form', { name: t('settings:navigation.sections.access') })
  await form.getByRole('button', { name: t('settings:access.networks.add') }).click()
  await form
    .getByRole('textbox', { name: t('settings:access.networks.row', { number: 1 }) })
    .fill('127.0.0.0/8')
  await askForProof(page, '**/api/settings/practice')
  await save(form)
  await proveIdentity(page, t)
  await expect(form.getByText(t('settings:navigation.saved'))).toBeVisible()

  await admin.goto('/app/settings/access')
  await expect(admin.getByText(t('settings:access.ownerOnly'))).toBeVisible()
  await expect(admin.getByText('127.0.0.0/8')).toBeVisible()
  const section = admin.getByRole('main')
  await expect(section.getByRole('textbox')).toHaveCount(0)
  await expect(section.getByRole('button', { name: t('settings:navigation.save') })).toHaveCount(0)
  expect(await faultsAtEachSize(admin, 'rules in force')).toEqual([])
  expect(noise).toEqual([])
  await admin.context().close()
})
