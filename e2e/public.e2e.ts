import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { violations } from './scene/faults.ts'
import { test as base } from './scene/fixtures.ts'
import { type Language, textsIn } from './scene/texts.ts'
import { languagesFrom } from './scene/tier.ts'
import { createDataDirectory, startUlna, type UlnaServer } from './scene/ulna-server.ts'

const operator = {
  OPERATOR_NAME: 'Clínica Sol S.L.',
  OPERATOR_ADDRESS: 'Calle Mayor 1, 28013 Madrid',
  OPERATOR_TAX_ID: 'B12345678',
  OPERATOR_EMAIL: 'privacidad@sol.example',
}

/** An installation whose operator has said everything there is to say, third parties included. */
const test = base.extend<object, { configured: UlnaServer }>({
  configured: [
    async ({}, use) => {
      const data = await createDataDirectory()
      const server = await startUlna(data.directory, {
        ...operator,
        CONTACT_EMAIL: 'operator@sol.example',
        ANALYTICS_ID: 'G-TEST123',
        SOCIAL_PIXEL_ID: '123456',
        CHAT_WIDGET_URL: 'https://chat.example/widget.js',
      })
      await use(server)
      await server.stop()
      await data.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

// One worker, so that each of the two servers starts once.
test.describe.configure({ mode: 'serial' })

const speak = (context: BrowserContext, language: Language): Promise<unknown> =>
  context.addInitScript((chosen) => localStorage.setItem('ulna.language', chosen), language)

/** Requests that leave the site; they are answered here, with nothing. */
const listenOutside = async (context: BrowserContext, origin: string): Promise<URL[]> => {
  const seen: URL[] = []
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      seen.push(new URL(route.request().url()))
      return route.fulfill({ status: 200, contentType: 'text/javascript', body: '' })
    },
  )
  return seen
}

const settle = (page: Page): Promise<void> => page.waitForLoadState('networkidle')

/** Pictures that did not load; scrolls through the page, since they load when they come near. */
const brokenPictures = async (page: Page): Promise<string[]> => {
  for (const picture of await page.locator('main img:visible').all()) await picture.scrollIntoViewIfNeeded()
  await settle(page)
  return page
    .locator('main img:visible')
    .evaluateAll((images) =>
      (images as HTMLImageElement[])
        .filter((image) => image.naturalWidth === 0 || image.alt === '')
        .map((image) => image.currentSrc),
    )
}

const publicPaths = ['/', '/privacy-policy', '/terms-conditions', '/verify', '/login', '/register']

for (const language of languagesFrom('it')) {
  test(`the public pages speak for themselves (${language})`, async ({
    page,
    context,
    configured,
    noise,
  }) => {
    const t = textsIn(language)
    await speak(context, language)
    await page.goto(configured.url)
    await expect(page.getByRole('heading', { level: 1, name: t('home:hero.title') })).toBeVisible()
    await expect(page.getByRole('button', { name: t('privacyPolicy:consent.necessary') })).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await brokenPictures(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await brokenPictures(page)).toEqual([])
    for (const legal of ['/privacy-policy', '/terms-conditions']) {
      await page.goto(`${configured.url}${legal}`)
      for (const word of Object.values(operator)) await expect(page.getByText(word).first()).toBeVisible()
      await expect(page.getByText('{{')).toHaveCount(0)
    }
    expect(noise).toEqual([])
  })
}

const mailsWith = async (outbox: string, words: string): Promise<string[]> => {
  const names = await readdir(outbox).catch(() => [])
  const mails = await Promise.all(names.map((name) => readFile(path.join(outbox, name), 'utf8')))
  return mails.filter((mail) => mail.includes(words))
}

test('the contact form names what is wrong, keeps what was typed, and mails a double click once', async ({
  page,
  context,
  configured,
}) => {
  const t = textsIn('es')
  await speak(context, 'es')
  await page.goto(configured.url)
  await page.getByRole('button', { name: t('privacyPolicy:consent.necessary') }).click()
  const message = page.getByRole('textbox', { name: t('home:contact.message') })
  const email = page.getByRole('textbox', { name: t('home:contact.email') })
  const send = page.getByRole('button', { name: t('home:contact.submit') })
  await email.fill('beatriz@clinica')
  await message.fill('Somos cuatro en Bogota.')
  await send.click()
  await expect(page.getByRole('form').getByRole('alert')).toBeFocused()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(message).toHaveValue('Somos cuatro en Bogota.')

  await page.getByRole('textbox', { name: t('home:contact.name') }).fill('Beatriz')
  await email.fill('beatriz@clinica.example')
  await send.dblclick()
  await expect(page.getByRole('heading', { name: t('home:contact.sent.title') })).toBeFocused()
  const outbox = path.join(configured.dataDirectory, 'outbox')
  await expect.poll(() => mailsWith(outbox, 'Somos cuatro en Bogota.')).toHaveLength(1)
  const [mail] = await mailsWith(outbox, 'Somos cuatro en Bogota.')
  expect(mail).toContain('To: operator@sol.example')
  expect(mail).toContain('Reply-To: beatriz@clinica.example')
})

test('nothing of third parties is asked for before consent, nor after a refusal', async ({
  page,
  context,
  configured,
}) => {
  const t = textsIn('es')
  await speak(context, 'es')
  const outside = await listenOutside(context, new URL(configured.url).origin)
  await page.goto(configured.url)
  const refuse = page.getByRole('button', { name: t('privacyPolicy:consent.necessary') })
  const accept = page.getByRole('button', { name: t('privacyPolicy:consent.all'), exact: true })
  await expect(refuse).toBeVisible()
  await settle(page)
  expect(outside).toEqual([])

  await refuse.click()
  await expect(refuse).toBeHidden()
  await page.reload()
  await settle(page)
  await expect(refuse).toBeHidden()
  expect(outside).toEqual([])

  await page.getByRole('button', { name: t('common:site.consent') }).click()
  await accept.click()
  await expect
    .poll(() => [...new Set(outside.map((url) => url.host))].sort())
    .toEqual(['chat.example', 'www.facebook.com', 'www.googletagmanager.com'])
  const views = () => outside.filter((url) => url.host === 'www.facebook.com')
  expect(views().map((url) => url.searchParams.get('dl'))).toEqual([`${configured.url}/`])
  await page.getByRole('link', { name: t('common:titles.termsConditions') }).click()
  await expect
    .poll(() => views().map((url) => url.searchParams.get('dl')))
    .toEqual([`${configured.url}/`, `${configured.url}/terms-conditions`])
})

test('without configuration nothing leaves the site, and public pages do not restore the sign-in', async ({
  page,
  context,
  ulna,
}) => {
  await speak(context, 'es')
  const outside = await listenOutside(context, new URL(ulna.url).origin)
  // This browser has a session that is still open.
  await context.addCookies([{ name: 'ulna_session', value: '1', url: ulna.url }])
  const restores: string[] = []
  page.on('request', (request) => {
    if (/\/api\/auth\/(refresh|me)$/.test(new URL(request.url()).pathname)) restores.push(request.url())
  })
  for (const place of publicPaths) {
    await page.goto(`${ulna.url}${place}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settle(page)
    await expect(page.locator('[data-consent-bar]')).toHaveCount(0)
  }
  expect(restores).toEqual([])
  expect(outside).toEqual([])
  await page.goto(`${ulna.url}/app/dashboard`)
  await page.waitForURL('**/login**')
  expect(restores.length).toBeGreaterThan(0)
})
