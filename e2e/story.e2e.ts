import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test as base } from './scene/fixtures.ts'
import { password, registerByForm, signIn } from './scene/people.ts'
import { type Texts, textsIn } from './scene/texts.ts'
import { languagesFrom } from './scene/tier.ts'
import { createDataDirectory, startUlna, type UlnaServer } from './scene/ulna-server.ts'

/** A server of the test's own, because this test kills it. */
const test = base.extend<{ own: UlnaServer; dataDirectory: string }>({
  dataDirectory: async ({}, use) => {
    const data = await createDataDirectory()
    await use(data.directory)
    await data.remove()
  },
  own: async ({ dataDirectory }, use) => {
    const server = await startUlna(dataDirectory)
    await use(server)
    await server.stop()
  },
  baseURL: async ({ own }, use) => use(own.url),
})

const writeHistory = async (page: Page, t: Texts): Promise<void> => {
  await page.getByRole('button', { name: t('record:tree.writeHistory') }).click()
  await page.getByRole('textbox', { name: t('module:medHist_profession') }).fill('Docente')
  await page
    .getByRole('textbox', { name: t('module:medHist_allergies') })
    .first()
    .fill('Látex')
  await page.getByRole('button', { name: t('record:editor.saveAndClose') }).click()
  await expect(page.getByText('Látex').first()).toBeVisible()
}

const writeCase = async (page: Page, t: Texts): Promise<void> => {
  // The head and the tree say it alike.
  await page
    .getByRole('button', { name: t('record:tree.newCase') })
    .first()
    .click()
  await page
    .getByRole('textbox', { name: t('module:case_actualDiscomfort') })
    .fill('Dolor al elevar el brazo derecho.')
  await page.getByRole('radio', { name: /^8/ }).click()
  await page
    .getByRole('textbox', { name: t('module:case_name'), exact: true })
    .fill('Manguito rotador, hombro derecho')
  await page.getByRole('button', { name: t('record:editor.saveAndClose') }).click()
  await expect(page.getByRole('heading', { name: /Manguito rotador/ }).first()).toBeVisible()
}

const writeFollowUp = async (page: Page, t: Texts): Promise<void> => {
  await page.getByRole('button', { name: t('patient:head.startFollowUp') }).click()
  await page
    .getByRole('textbox', { name: t('module:followup_patientObs') })
    .fill('Duerme sobre el lado derecho sin despertarse.')
  await page.getByRole('radio', { name: /^4/ }).click()
  await page.getByRole('button', { name: t('record:editor.saveAndClose') }).click()
  await expect(page.getByText(t('record:title.followUp', { number: 1 })).first()).toBeVisible()
}

const expectFile = async (page: Page, t: Texts): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Mariana Gómez Lara' })).toBeVisible()
  await expect(
    page
      .getByRole('navigation', { name: t('record:tree.label') })
      .getByText('Manguito rotador, hombro derecho'),
  ).toBeVisible()
  await expect(page.getByText(t('record:title.followUp', { number: 1 })).first()).toBeVisible()
  await expect(page.getByText('Látex').first()).toBeVisible()
}

const killEverything = async (server: UlnaServer): Promise<void> => {
  const pidFile = path.join(server.dataDirectory, 'postgres/cluster/postmaster.pid')
  const postmaster = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
  process.kill(server.processId, 'SIGKILL')
  process.kill(postmaster, 'SIGKILL')
}

for (const language of languagesFrom('es')) {
  test(`a stranger registers, books a patient, writes the file and finds it after kill -9 of everything (${language})`, async ({
    page,
    own,
    noise,
    dataDirectory,
  }) => {
    const t = textsIn(language)
    const somebody = await registerByForm(page, t, language)
    await expect(page).toHaveTitle(/Ulna/)

    await page.goto('/app/patient')
    await page
      .getByRole('button', { name: t('patient:list.new') })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: t('patient:form.firstName'), exact: true })
      .fill('Mariana')
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: t('patient:form.lastName') })
      .fill('Gómez Lara')
    await page.getByRole('button', { name: t('patient:form.create') }).click()
    await page.waitForURL(/\/app\/patient\/\d+/)
    const file = new URL(page.url()).pathname

    await writeHistory(page, t)
    await writeCase(page, t)
    await writeFollowUp(page, t)
    await expectFile(page, t)

    await page.goto('/app/calendar')
    await page
      .getByRole('button', { name: t('calendar:new') })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: t('calendar:form.patient'), exact: true })
      .fill('mariana')
    await page.getByRole('option', { name: /Mariana Gómez Lara/ }).click()
    await page.getByRole('button', { name: t('calendar:form.book') }).click()
    await expect(page.getByRole('button', { name: /Mariana Gómez Lara/ })).toBeVisible()
    expect(noise).toEqual([])

    await killEverything(own)
    const again = await startUlna(dataDirectory, { PORT: new URL(own.url).port })
    await page.context().clearCookies()
    await page.goto('/login')
    await signIn(page, t, { ...somebody, password })
    await page.goto(file)
    await expectFile(page, t)
    await page.goto('/app/calendar')
    await expect(page.getByRole('button', { name: /Mariana Gómez Lara/ })).toBeVisible()
    await again.stop()
  })
}
