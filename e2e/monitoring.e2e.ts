import { expect, type Page } from '@playwright/test'
import { faultsAtEachSize } from './scene/faults.ts'
import { test as base } from './scene/fixtures.ts'
import { noiseOf } from './scene/noise.ts'
import { register, type Somebody } from './scene/people.ts'
import { type Texts, textsIn } from './scene/texts.ts'
import { languagesFrom } from './scene/tier.ts'
import { changeBehind, createDataDirectory, startUlna, type UlnaServer } from './scene/ulna-server.ts'

/** A server of its own, whose mail server does not answer. */
const test = base.extend<{ own: UlnaServer }>({
  own: async ({}, use) => {
    const data = await createDataDirectory()
    const mails = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'ulna@practice.example' }
    const server = await startUlna(data.directory, { CAPTCHA: 'off', ...mails })
    await use(server)
    await server.stop()
    await data.remove()
  },
  baseURL: async ({ own }, use) => use(own.url),
})

/** Asks for the mail with the link to a new password. */
const forgetPassword = async (page: Page, { email }: Somebody): Promise<void> => {
  const answer = await page.request.post('/api/auth/forgotPassword', { data: { username: email } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Takes the table of own texts away, and brings it back. */
const withoutTexts = async (server: UlnaServer, meanwhile: () => Promise<void>): Promise<void> => {
  await changeBehind(server, 'alter table snippets rename to snippets_away')
  try {
    await meanwhile()
  } finally {
    await changeBehind(server, 'alter table snippets_away rename to snippets')
  }
}

/** The number that stands in words of an error. */
const numberIn = (words: string): string => /\b[0-9a-f]{8}\b/.exec(words)?.[0] ?? ''

/** Somebody opens the list of texts while its table is away, reads the number out, and has it read again. */
const numberOfList = async (page: Page, t: Texts, server: UlnaServer): Promise<string> => {
  let number = ''
  await withoutTexts(server, async () => {
    await page.goto('/app/settings/snippets')
    const told = page.getByRole('alert').filter({ hasText: t('common:couldNotLoad') })
    await expect(told).toContainText(t('error:general_error'))
    number = numberIn(await told.innerText())
    await expect(told).toContainText(
      t('error:numbered', { text: t('error:general_error'), reference: number }),
    )
    expect(await faultsAtEachSize(page, 'a list that could not be read')).toEqual([])
  })
  await page.getByRole('button', { name: t('buttons:retry') }).click()
  await expect(page.getByRole('button', { name: t('snippets:add') })).toBeVisible()
  return number
}

/** Somebody saves a text while its table is away, reads the number out, and saves it once more. */
const numberTold = async (page: Page, t: Texts, server: UlnaServer): Promise<string> => {
  await page.goto('/app/settings/snippets')
  await page.getByRole('button', { name: t('snippets:add') }).click()
  const dialog = page.getByRole('dialog', { name: t('snippets:new') })
  await dialog.getByLabel(t('snippets:title')).fill('Péndulo')
  await dialog.getByLabel(t('snippets:shortcut')).fill('pendulo')
  await dialog.getByLabel(t('snippets:text'), { exact: true }).fill('Diez veces, sin dolor.')
  const save = dialog.getByRole('button', { name: t('snippets:save') })
  let number = ''
  await withoutTexts(server, async () => {
    await save.click()
    const told = dialog.getByText(t('error:general_error'))
    await expect(told).toBeVisible()
    number = numberIn(await told.innerText())
    const words = t('error:numbered', { text: t('error:general_error'), reference: number })
    await expect(told).toHaveText(words)
    expect(await faultsAtEachSize(page, 'an error with its number')).toEqual([])
  })
  await save.click()
  await expect(dialog).toBeHidden()
  return number
}

/** The state is looked at every minute, and so is the page's. */
const soon = { timeout: 150_000 }

for (const language of languagesFrom('es')) {
  test(`whoever runs it reads how the installation stands, is warned that mails do not get out, and finds an error by the number that somebody was told, in ${language}`, async ({
    page,
    own,
    noise,
    browser,
  }) => {
    const t = textsIn(language)
    await register(page, language)
    await page.goto('/app/settings/account')
    await page.getByRole('link', { name: t('settings:navigation.sections.installation') }).click()
    const state = page.getByRole('region', { name: t('monitoring:title') })
    await expect(state.getByText(t('monitoring:well'))).toBeVisible()
    for (const fact of ['versions', 'database', 'disks', 'queue', 'certificate', 'clock', 'trail'])
      await expect(state.getByText(t(`monitoring:facts.${fact}`), { exact: true })).toBeVisible()
    await expect(state.getByText(t('monitoring:facts.sent'))).toBeVisible()
    const faults = page.getByRole('region', { name: t('monitoring:faults.title') })
    await expect(faults.getByText(t('monitoring:faults.emptyText'))).toBeVisible()
    expect(await faultsAtEachSize(page, 'an installation that is well')).toEqual([])

    // In other practices.
    const context = await browser.newContext({ baseURL: own.url })
    const other = await context.newPage()
    const othersNoise = noiseOf(other)
    for (let practices = 3; practices > 0; practices -= 1)
      await forgetPassword(other, await register(other, language))
    const ofList = await numberOfList(other, t, own)
    const number = await numberTold(other, t, own)
    await other.goto('/app/settings/account')
    await expect(other.getByRole('heading', { name: t('settings:preferences.title') })).toBeVisible()
    const section = t('settings:navigation.sections.installation')
    await expect(other.getByRole('link', { name: section })).toBeHidden()
    expect(othersNoise).toEqual([])
    await context.close()

    // Nobody reloads the page.
    await expect(state.getByText(t('monitoring:alert.mail_failing.title'))).toBeVisible(soon)
    await expect(state.getByText(t('monitoring:well'))).toBeHidden()
    const found = faults.getByRole('listitem').filter({ hasText: number })
    await expect(found).toContainText(t('monitoring:faults.reference', { reference: number }))
    await expect(found).toContainText('500')
    await expect(found).toContainText('POST /api/snippet')
    const foundList = faults.getByRole('listitem').filter({ hasText: ofList })
    await expect(foundList).toContainText('GET /api/snippet')
    expect(await faultsAtEachSize(page, 'an installation whose mails fail')).toEqual([])
    expect(noise).toEqual([])
  })
}
