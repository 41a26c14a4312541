import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import sharp, { type Metadata } from 'sharp'
import { largePicture, type Sample } from '../scene/file-samples.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'

const t = textsIn('es')

/** Twelve megapixels with grain, held upright: the camera noted a quarter turn. */
const telephonePhoto = async (): Promise<Sample> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const buffer = await sharp({
    create: { width: 4000, height: 3000, channels: 3, background: '#8a6a52', noise },
  })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer()
  return { name: 'IMG_4711.jpg', mimeType: 'image/jpeg', buffer }
}

interface SentBody {
  readonly path: string
  readonly text: string
}

/** Keeps what the page sends: of a body that it reads from a stream the browser tells nobody else. */
const keepBodies = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { fetch } = window
    const sentBodies: SentBody[] = []
    const keeping: typeof fetch = async (input, init) => {
      if (input instanceof Request && input.method !== 'GET')
        sentBodies.push({ path: new URL(input.url).pathname, text: await input.clone().text() })
      return fetch(input, init)
    }
    Object.assign(window, { sentBodies, fetch: keeping })
  })

/** Whatever leads to it being sent, the body that then went to this path. */
const bodySent = async (page: Page, path: string, send: () => Promise<void>): Promise<string> => {
  const answered = page.waitForResponse(
    (answer) => new URL(answer.url()).pathname === path && answer.request().method() !== 'GET',
  )
  await send()
  expect((await answered).ok()).toBe(true)
  const sent = await page.evaluate(() => (window as unknown as { sentBodies: SentBody[] }).sentBodies)
  return sent.findLast((one) => one.path === path)?.text ?? ''
}

const pictureIn = (body: string, field: 'profileImg' | 'logo'): Promise<Metadata> => {
  const { [field]: picture } = JSON.parse(body) as Record<string, { data: string }>
  const [, base64 = ''] = picture?.data.split(',') ?? []
  return sharp(Buffer.from(base64, 'base64')).metadata()
}

const openNewPatient = async (page: Page): Promise<void> => {
  await page.goto('/app/patient/new')
  await page.getByText(t('patient:form.more'), { exact: true }).click()
}

test('a photo as a telephone takes it is made small before it is sent, upright, even when one saves at once', async ({
  page,
}) => {
  await keepBodies(page)
  await register(page, 'es')
  await openNewPatient(page)
  await page.getByRole('textbox', { name: t('patient:form.firstName'), exact: true }).fill('Mariana')
  await page.getByRole('textbox', { name: t('patient:form.lastName'), exact: true }).fill('Gómez')
  const taken = await telephonePhoto()
  expect(taken.buffer.length).toBeGreaterThan(2_000_000)
  await page.getByLabel(t('patient:form.choosePicture')).setInputFiles(taken)
  const sent = await bodySent(page, '/api/patient', () =>
    page.getByRole('button', { name: t('patient:form.create'), exact: true }).click(),
  )
  expect(sent.length).toBeLessThan(1_000_000)
  const { width, height, format } = await pictureIn(sent, 'profileImg')
  expect([width, height, format]).toEqual([768, 1024, 'jpeg'])
})

test('a logo is made small and stays transparent, also beside something else and when one saves at once', async ({
  page,
}) => {
  await keepBodies(page)
  await register(page, 'es')
  await page.goto('/app/settings/practice')
  const { buffer } = await largePicture('grano.png')
  const logo = await sharp(buffer).resize(1600, 400).ensureAlpha(0.5).png().toBuffer()
  await page.getByLabel(t('settings:practice.slogan'), { exact: true }).fill('Moverse bien')
  await page
    .getByLabel(t('settings:practice.logo.choose'))
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  const sent = await bodySent(page, '/api/settings/practice', () =>
    page.getByRole('button', { name: t('settings:navigation.save'), exact: true }).click(),
  )
  expect(sent.length).toBeLessThan(2_000_000)
  expect(JSON.parse(sent)).toMatchObject({ slogan: 'Moverse bien' })
  const { width, height, hasAlpha } = await pictureIn(sent, 'logo')
  expect([width, height, hasAlpha]).toEqual([1024, 256, true])
})

test('what only calls itself a picture is told beside the field', async ({ page }) => {
  await register(page, 'es')
  await openNewPatient(page)
  const broken = { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
  await page.getByLabel(t('patient:form.choosePicture')).setInputFiles(broken)
  await expect(page.getByRole('alert').filter({ hasText: t('patient:form.pictureWrong') })).toBeVisible()
})
