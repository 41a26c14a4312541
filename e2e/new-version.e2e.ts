import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { faultsAtEachSize } from './scene/faults.ts'
import { test } from './scene/fixtures.ts'
import { type Texts, textsIn } from './scene/texts.ts'
import { languagesFrom, within } from './scene/tier.ts'
import { createDataDirectory, startUlna } from './scene/ulna-server.ts'
import { drafts, followUps, openScene, type Scene } from './scene/writing-scene.ts'

const noteOf = (page: Page, t: Texts) => page.getByRole('textbox', { name: t('module:followup_patientObs') })

/** The page as it is after a new build was installed: nothing of the old one is on the server any more. */
const installNewBuild = async (page: Page): Promise<() => Promise<void>> => {
  const isPage = (url: URL): boolean => url.pathname === '/'
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: '' }))
  await page.route(isPage, async (route) => {
    const answer = await route.fetch()
    return route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll('/assets/', '/assets/n'),
    })
  })
  return async () => {
    await page.unroute('**/assets/**')
    await page.unroute(isPage)
  }
}

/** Opens the form, and waits until the page has behind it what it fetches ahead. */
const openForm = async (page: Page, { patientId }: Scene, t: Texts): Promise<void> => {
  const ahead = page.waitForResponse(/\/assets\/NothingNewDialog-/)
  const notice = page.waitForResponse(/\/assets\/dialogs-/)
  await page.goto(`/app/patient/${patientId}?write=followup`)
  await expect(noteOf(page, t)).toBeVisible()
  await Promise.all([ahead, notice])
}

const countLoads = (page: Page): { loads: number } => {
  const counted = { loads: 0 }
  page.on('load', () => {
    counted.loads += 1
  })
  return counted
}

/** What a browser keeps of an origin for workers: caches and the workers themselves. */
const workersOf = (page: Page) =>
  page.evaluate(async () => ({
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))

for (const language of languagesFrom('it')) {
  test(`H5 a newer build never reloads over what is typed: the text stays, and the new one is offered (${language})`, async ({
    page,
  }) => {
    const t = textsIn(language)
    const scene = await openScene(page, language)
    await openForm(page, scene, t)
    const note = noteOf(page, t)
    await note.pressSequentially('Antes de la versión nueva.')
    const counted = countLoads(page)
    const install = await installNewBuild(page)

    await page.getByRole('button', { name: t('patient:head.more') }).click()
    await page.getByRole('menuitem', { name: t('patient:head.edit') }).click()
    await expect(page.getByText(t('common:newVersion.text'))).toBeVisible()
    await expect(note).toHaveValue('Antes de la versión nueva.')
    await note.press('Control+End')
    await note.pressSequentially(' Y después.')
    // The foot of the form and the notice stand over what scrolls under them.
    const faults = await faultsAtEachSize(page, 'a newer version')
    expect(faults.filter((fault) => !fault.includes('obscured'))).toEqual([])
    await expect
      .poll(async () => (await drafts(page, scene)).map(({ data }) => data.patientObs))
      .toEqual(['Antes de la versión nueva. Y después.'])
    // What the form itself asks for was fetched ahead.
    await page.getByRole('button', { name: t('record:editor.discard') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('record:editor.keepWriting') })
      .last()
      .click()
    expect(counted.loads).toBe(0)

    await install()
    await page.getByRole('button', { name: t('common:newVersion.load') }).click()
    await expect.poll(() => counted.loads).toBe(1)
    await expect(noteOf(page, t)).toHaveValue('Antes de la versión nueva. Y después.')
    await page.getByRole('button', { name: t('record:editor.saveAndClose') }).click()
    await expect(page.getByText(t('record:editor.saved')).first()).toBeVisible()
    expect((await followUps(page, scene)).map(({ data }) => data.patientObs)).toEqual([
      'Antes de la versión nueva. Y después.',
    ])
    expect(await workersOf(page)).toEqual({ caches: [], workers: 0 })
  })
}

test('H5 a page that is gone with the old build is answered in words, without a reload, and the draft is there after it', async ({
  page,
}) => {
  const t = textsIn('es')
  const scene = await openScene(page)
  await openForm(page, scene, t)
  await noteOf(page, t).pressSequentially('Se escribe y se va a la agenda.')
  const counted = countLoads(page)
  const install = await installNewBuild(page)
  await page
    .getByRole('link', { name: t('common:navigation.calendar') })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: t('common:errorPage.part.title') })).toBeVisible()
  await expect(page.getByText(t('common:newVersion.text'))).toBeVisible()
  expect(counted.loads).toBe(0)
  await install()
  await page.getByRole('button', { name: t('common:newVersion.load') }).click()
  await expect.poll(() => counted.loads).toBe(1)
  await page.goto(`/app/patient/${scene.patientId}?write=followup`)
  await expect(noteOf(page, t)).toHaveValue('Se escribe y se va a la agenda.')
})

test('H10 a page that is written on hears with the next answer that a newer build is there, and keeps what is typed', async ({
  page,
}) => {
  const t = textsIn('it')
  const scene = await openScene(page, 'it')
  await openForm(page, scene, t)
  await noteOf(page, t).pressSequentially('Prima.')
  const counted = countLoads(page)
  const install = await installNewBuild(page)
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    return route.fulfill({ response, headers: { ...response.headers(), 'ulna-build': 'next' } })
  })
  await noteOf(page, t).press('Control+End')
  await noteOf(page, t).pressSequentially(' Durante.')
  await expect(page.getByText(t('common:newVersion.text'))).toBeVisible()
  await expect(noteOf(page, t)).toHaveValue('Prima. Durante.')
  expect(counted.loads).toBe(0)
  await page.unroute('**/api/**')
  await install()
  await page.getByRole('button', { name: t('common:newVersion.load') }).click()
  await expect.poll(() => counted.loads).toBe(1)
  await expect(noteOf(page, t)).toHaveValue('Prima. Durante.')
})

test('H5 without a line a part that is missing is no new version', async ({ page, context }) => {
  const t = textsIn('es')
  const scene = await openScene(page)
  await openForm(page, scene, t)
  await noteOf(page, t).pressSequentially('Sin red.')
  await context.setOffline(true)
  await page.getByRole('button', { name: t('patient:head.more') }).click()
  await page.getByRole('menuitem', { name: t('patient:head.edit') }).click()
  await expect(page.getByText(t('record:draft.unsent')).first()).toBeVisible()
  await expect(page.getByText(t('common:newVersion.text'))).toBeHidden()
  await expect(noteOf(page, t)).toHaveValue('Sin red.')
})

/** Another product on the same origin, before Ulna: its worker answers everything from its cache for ever. */
const startFormerTenant = async (): Promise<{ server: Server; port: number }> => {
  const worker = `self.addEventListener('install', (event) => {
    self.skipWaiting()
    event.waitUntil(caches.open('former').then((cache) => cache.put('/kept', new Response('Laura Restrepo'))))
  })
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
  self.addEventListener('fetch', (event) => event.respondWith(
    new Response('<h1>Former tenant</h1>', { headers: { 'content-type': 'text/html' } })))`
  const server = createServer((request, response) => {
    const isWorker = request.url === '/any/name-of-its-own.js'
    response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html')
    response.setHeader('service-worker-allowed', '/')
    response.end(
      isWorker
        ? worker
        : `<h1>Installing</h1><script>
             navigator.serviceWorker.register('/any/name-of-its-own.js', { scope: '/' })
           </script>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

test('H5 the service worker of a former tenant of the origin is gone after one reload, with its caches', async ({
  page,
}) => {
  const former = await startFormerTenant()
  const url = `http://127.0.0.1:${former.port}/login`
  await page.goto(url)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  former.server.closeAllConnections()
  await new Promise((resolve) => former.server.close(resolve))
  const data = await createDataDirectory()
  const ulna = await startUlna(data.directory, { PORT: String(former.port) })
  try {
    // It holds the page still, and asks for itself anew.
    await page.goto(url)
    await expect(page.getByRole('heading', { name: 'Former tenant' })).toBeVisible()
    await expect.poll(() => workersOf(page), within(20_000)).toEqual({ caches: [], workers: 0 })
    await page.reload()
    await expect(
      page.getByRole('button', { name: textsIn('es')('auth:login.submit'), exact: true }),
    ).toBeVisible()
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  } finally {
    await ulna.stop()
    await data.remove()
  }
})
