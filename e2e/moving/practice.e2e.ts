import { execFile } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { openSignedIn, test } from '../scene/demo.ts'
import { faultsAtEachSize } from '../scene/faults.ts'
import { linkMailedTo } from '../scene/mails.ts'
import { password } from '../scene/people.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'
import { createDataDirectory, startUlna } from '../scene/ulna-server.ts'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** What an operator types at the new place; answers what is printed. */
const importInto = async (dataDirectory: string, archive: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['server/dist/import.js', archive], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDirectory },
  })
  return stdout
}

const choosePassword = async (page: Page, t: Texts, username: string): Promise<void> => {
  await page.getByLabel(t('auth:newPassword'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('auth:reset.submit') }).click()
  await expect(page.getByText(t('auth:passwordReset.success', { username }))).toBeVisible()
}

const signIn = async (page: Page, t: Texts, username: string): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel(t('auth:username')).fill(username)
  await page.getByLabel(t('auth:password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('auth:login.submit'), exact: true }).click()
  await page.waitForURL('**/app/**')
}

for (const language of languagesFrom('es')) {
  test(`a practice leaves with everything it has and works on elsewhere, in ${language}`, async ({
    browser,
    demo,
  }) => {
    const t = textsIn(language)
    const page = await openSignedIn(browser, demo, { language }, t)
    await page.goto('/app/settings/practice')
    await page.getByRole('button', { name: t('practiceMoves:make') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('practiceMoves:begin'), exact: true })
      .click()
    // The newest: the demo practice may have one from another language's story.
    const fetch = page.getByRole('button', { name: t('practiceMoves:fetch') }).first()
    await expect(page.getByText(t('practiceMoves:state.ready'), { exact: true }).first()).toBeVisible()
    await expect(fetch).toBeVisible()
    const certificate = await page.locator('li').filter({ has: fetch }).locator('code').innerText()
    expect(await faultsAtEachSize(page, 'the archive of a practice')).toEqual([])
    const coming = page.waitForEvent('download')
    await fetch.click()
    const archive = await (await coming).path()

    const data = await createDataDirectory()
    const told = await importInto(data.directory, archive)
    expect(told).toContain(certificate)
    const link = /\/reset-password\?token=\S+/.exec(told)?.[0] ?? ''
    const there = await startUlna(data.directory, { CAPTCHA: 'off' })
    const context = await browser.newContext({ baseURL: there.url, reducedMotion: 'reduce' })
    await context.addInitScript((chosen) => localStorage.setItem('ulna.language', chosen), language)
    const owner = await context.newPage()
    await owner.goto(link)
    await choosePassword(owner, t, demo.username)
    await signIn(owner, t, demo.username)
    await owner.goto('/app/patient')
    await expect(owner.locator('main a[href*="/app/patient/"]').first()).toBeVisible()

    await owner.goto('/app/settings/members')
    const waiting = owner.locator('li').filter({ hasText: t('settings:members.arriving') })
    await expect(waiting).not.toHaveCount(0)
    expect(await faultsAtEachSize(owner, 'members who have not arrived')).toEqual([])
    const count = await waiting.count()
    const colleague = waiting.first()
    const address = /\S+@\S+/.exec(await colleague.innerText())?.[0] ?? ''
    await colleague.getByRole('button', { name: /./ }).last().click()
    await owner.getByRole('menuitem', { name: t('settings:members.welcome.action') }).click()
    const welcome = await linkMailedTo(there, address, '/reset-password')
    const other = await (await browser.newContext({ baseURL: there.url, reducedMotion: 'reduce' })).newPage()
    await other.addInitScript((chosen) => localStorage.setItem('ulna.language', chosen), language)
    await other.goto(welcome)
    const username = address.slice(0, address.indexOf('@'))
    await choosePassword(other, t, username)
    await signIn(other, t, username)
    await owner.reload()
    await expect(waiting).toHaveCount(count - 1)
    await there.stop()
    await data.remove()
  })
}
