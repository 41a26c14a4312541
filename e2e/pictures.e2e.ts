import type { Page, Request } from '@playwright/test'
import { expect } from '@playwright/test'
import sharp, { type Metadata } from 'sharp'
import { largePicture, type Sample } from './file-samples.ts'
import { test } from './fixtures.ts'
import { register } from './people.ts'
import { textsIn } from './texts.ts'

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

const pictureIn = (request: Request, field: 'profileImg' | 'logo'): Promise<Metadata> => {
  const body = request.postDataJSON() as Record<string, { data: string }>
  const [, base64 = ''] = body[field]?.data.split(',') ?? []
  return sharp(Buffer.from(base64, 'base64')).metadata()
}

const sentBy = (page: Page, path: RegExp): Promise<Request> =>
  page.waitForRequest((request) => path.test(request.url()) && request.method() !== 'GET')

test('a photo as a telephone takes it is made small before it is sent, upright, and kept', async ({
  page,
}) => {
  await register(page, t, 'es')
  await page.goto('/app/patient/new')
  await page.getByLabel(t('patient:form.firstName'), { exact: true }).fill('Mariana')
  await page.getByLabel(t('patient:form.lastName'), { exact: true }).fill('Gómez')
  const taken = await telephonePhoto()
  expect(taken.buffer.length).toBeGreaterThan(2_000_000)
  await page.getByLabel(t('patient:form.choosePicture')).setInputFiles(taken)
  const sending = sentBy(page, /\/api\/patient$/)
  await page.getByRole('button', { name: t('patient:form.create'), exact: true }).click()
  const sent = await sending
  expect((sent.postData() ?? '').length).toBeLessThan(1_000_000)
  const { width, height, format } = await pictureIn(sent, 'profileImg')
  expect([width, height, format]).toEqual([768, 1024, 'jpeg'])
  expect((await sent.response())?.status()).toBe(201)
})

test('a logo is made small and stays transparent', async ({ page }) => {
  await register(page, t, 'es')
  await page.goto('/app/settings/practice')
  const { buffer } = await largePicture('grano.png')
  const logo = await sharp(buffer).resize(1600, 400).ensureAlpha(0.5).png().toBuffer()
  await page
    .getByLabel(t('settings:practice.logo.choose'))
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  const sending = sentBy(page, /\/api\/settings\/practice$/)
  await page.getByRole('button', { name: t('settings:navigation.save'), exact: true }).click()
  const sent = await sending
  expect((sent.postData() ?? '').length).toBeLessThan(2_000_000)
  const { width, height, hasAlpha } = await pictureIn(sent, 'logo')
  expect([width, height, hasAlpha]).toEqual([1024, 256, true])
  expect((await sent.response())?.status()).toBe(200)
})

test('what only calls itself a picture is told beside the field', async ({ page }) => {
  await register(page, t, 'es')
  await page.goto('/app/patient/new')
  const broken = { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
  await page.getByLabel(t('patient:form.choosePicture')).setInputFiles(broken)
  await expect(page.getByRole('alert')).toHaveText(t('patient:form.pictureWrong'))
})
