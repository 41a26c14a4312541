import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { faultsAtEachSize } from './scene/faults.ts'
import { test as base } from './scene/fixtures.ts'
import { registerByForm, signIn } from './scene/people.ts'
import { type Texts, textsIn } from './scene/texts.ts'
import { languagesFrom } from './scene/tier.ts'
import { createDataDirectory, startUlna, type UlnaServer } from './scene/ulna-server.ts'

/** A machine that nobody has used yet. */
const test = base.extend<{ machine: string; own: UlnaServer }>({
  machine: async ({}, use) => {
    const data = await createDataDirectory()
    await mkdir(path.join(data.directory, 'elsewhere'))
    await use(data.directory)
    await data.remove()
  },
  own: async ({ machine }, use) => {
    const environment = { CAPTCHA: 'off', BACKUP_TO: path.join(machine, 'elsewhere') }
    const server = await startUlna(path.join(machine, 'data'), environment)
    await use(server)
    await server.stop()
  },
  baseURL: async ({ own }, use) => use(own.url),
})

/** Reads the key as it stands on paper, and types its end from there. */
const keepKey = async (page: Page, t: Texts): Promise<string> => {
  const dialog = page.getByRole('dialog', { name: t('backups:key.title') })
  await expect(dialog.getByRole('img', { name: t('backups:key.qr') })).toBeVisible()
  const key = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  expect(key).toMatch(/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/)
  expect(await faultsAtEachSize(page, 'the recovery key')).toEqual([])
  await dialog.getByRole('button', { name: t('backups:key.taken') }).click()
  const end = dialog.getByLabel(t('backups:key.end', { count: 8 }))
  const save = dialog.getByRole('button', { name: t('backups:key.save') })
  await end.fill('WRONG123')
  await save.click()
  await expect(dialog.getByText(t('backups:key.wrong'))).toBeVisible()
  await end.fill(key.slice(-8).toLowerCase())
  await save.click()
  await expect(dialog).toBeHidden()
  return key
}

/** On a machine that has nothing: the folder, the key from paper, and the code of its log. */
const restore = async (
  page: Page,
  t: Texts,
  wish: { path: string; key: string; code: string },
): Promise<void> => {
  await page.getByRole('button', { name: t('backups:restore.ask') }).click()
  const dialog = page.getByRole('dialog', { name: t('backups:restore.title') })
  for (const name of ['path', 'key', 'code'] as const)
    await dialog.getByLabel(t(`backups:restore.${name}`), { exact: true }).fill(wish[name])
  await dialog.getByRole('button', { name: t('backups:restore.begin') }).click()
}

const codeOf = async ({ output }: UlnaServer): Promise<string> => {
  const found = () => [...output().matchAll(/this code is asked for: (\S+)/g)].at(-1)?.[1]
  await expect.poll(found).toBeDefined()
  return found() ?? ''
}

for (const language of languagesFrom('it')) {
  test(`whoever installs it makes the key on the first visit, sees the first backup become good, and gets everything back on another machine, in ${language}`, async ({
    page,
    machine,
    own,
  }) => {
    const t = textsIn(language)
    await page.goto('/')
    await page.evaluate((chosen) => localStorage.setItem('ulna.language', chosen), language)
    await page.reload()
    await page.getByRole('button', { name: t('backups:key.make') }).click()
    const key = await keepKey(page, t)
    await expect(
      page.getByText(t('backups:first.made', { fingerprint: '' }).split('(')[0] ?? ''),
    ).toBeVisible()
    expect(await faultsAtEachSize(page, 'a first visit with its key')).toEqual([])

    const somebody = await registerByForm(page, t, language)
    await page.goto('/app/settings/account')
    await page.getByRole('link', { name: t('settings:navigation.sections.installation') }).click()
    await expect(page.getByText(t('backups:notice.same_disk.title'))).toBeVisible()
    await page.getByRole('button', { name: t('backups:begin') }).click()
    const good = page.getByText(t('backups:state.good'), { exact: true })
    await expect(good).toBeVisible({ timeout: 120_000 })
    await expect(page.getByText(t('backups:run.drilled'))).toBeVisible()
    expect(await faultsAtEachSize(page, 'backups of an installation')).toEqual([])

    await page.getByRole('button', { name: t('backups:key.replace') }).click()
    expect(await keepKey(page, t)).not.toBe(key)

    await own.stop()
    const { port } = new URL(own.url)
    // On the address that people know.
    const server = await startUlna(path.join(machine, 'new'), { CAPTCHA: 'off', PORT: port })
    try {
      await page.evaluate(() => sessionStorage.clear())
      await page.goto('/')
      await restore(page, t, { path: '/srv', key: 'AGE-SECRET-KEY-1', code: 'AAAA-AAAA' })
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(t('error:invalid_code'))).toBeVisible()
      expect(await faultsAtEachSize(page, 'restoring on a first visit')).toEqual([])
      await page.reload()
      const wish = { path: path.join(machine, 'elsewhere'), key }
      await restore(page, t, { ...wish, key: 'AGE-SECRET-KEY-1WRONG', code: await codeOf(server) })
      await expect(page.getByText(t('backups:restore.failed'))).toBeVisible({ timeout: 120_000 })
      await restore(page, t, { ...wish, code: await codeOf(server) })
      await expect(page.getByText(t('backups:restore.done'))).toBeVisible({ timeout: 120_000 })
      expect(await faultsAtEachSize(page, 'everything is back')).toEqual([])
      await signIn(page, t, somebody)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    } finally {
      await server.stop()
    }
  })
}
