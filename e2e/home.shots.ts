import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { type DemoPractice, openSignedIn, test } from './scene/demo.ts'
import { languages, type Texts, textsIn } from './scene/texts.ts'

/** Pictures that the home page shows, taken from the demo practice: `npm run screenshots` writes them anew. */
const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../web/src/pages/home/screenshots')

const mostBytes = 60 * 1024

/** HomeShot.tsx has the same sizes, and sets width and height from them. */
const sizes = {
  wide: { width: 1440, height: 900 },
  narrow: { width: 360, height: 720 },
} as const

/** The day of the demo is written for this time (server/src/demo-practice/plan/script.ts). */
const freezeClock = async (page: Page): Promise<void> => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(new Date())
  await page.clock.setFixedTime(`${day}T10:26:00-05:00`)
}

/** The patient who is on turn at that time. */
const patientOnTurn = async (demo: DemoPractice, page: Page): Promise<string> => {
  const answer = await page.request.get(`/api/patient/findByName/${encodeURIComponent('Mariana Gómez')}`, {
    headers: { authorization: `Bearer ${demo.token}` },
  })
  const { payload } = (await answer.json()) as { payload: { id: number }[] }
  const [found] = payload
  if (!found) throw new Error('the demo has no Mariana Gómez')
  return `/app/patient/${found.id}`
}

const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
}

/** Screens are flat colours and letters: few colours kept exactly are smaller, and sharper, than many kept roughly. */
const encode = async (png: Buffer): Promise<Buffer> => {
  const flat = await sharp(png).png({ palette: true, colours: 128, dither: 0 }).toBuffer()
  const picture = await sharp(flat).webp({ lossless: true, effort: 6 }).toBuffer()
  if (picture.length > mostBytes) throw new Error(`a picture has ${picture.length} bytes, over ${mostBytes}`)
  return picture
}

/** Pain 3, saved as a draft, so that today stands beside last time and the first time. */
const writeFollowUp = async (page: Page, t: Texts, file: string): Promise<void> => {
  await page.goto(`${file}?write=followup`)
  await page.getByRole('radio', { name: /^3/ }).click()
  await page.getByText(t('record:draft.savedNow')).waitFor()
}

/** Puts the scale in view: a click has scrolled it away. */
const scrollTo = async (page: Page, selector: string): Promise<void> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'center' }))

/** The next picture starts from an empty form. */
const discardFollowUp = async (page: Page, t: Texts): Promise<void> => {
  await page.getByRole('button', { name: t('record:editor.discard') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('record:editor.discard') })
    .click()
  await page.waitForURL((url) => !url.search.includes('write'))
}

const openRecord = async (page: Page, file: string): Promise<void> => {
  await page.goto(file)
  await page.locator('[data-record]').first().click()
}

for (const language of languages) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`pictures of the home page (${language}, ${scheme})`, async ({ browser, demo }) => {
      await mkdir(folder, { recursive: true })
      const t = textsIn(language)
      const open = async (size: keyof typeof sizes, scale: number): Promise<Page> => {
        const page = await openSignedIn(browser, demo, { language, scheme, scale }, t)
        await freezeClock(page)
        await page.setViewportSize(sizes[size])
        return page
      }
      const take = async (page: Page, shot: string): Promise<void> => {
        await settle(page)
        await writeFile(
          path.join(folder, `${language}-${scheme}-${shot}.webp`),
          await encode(await page.screenshot()),
        )
      }

      const wide = await open('wide', 1)
      const file = await patientOnTurn(demo, wide)
      await wide.goto('/app/calendar')
      await take(wide, 'day-wide')
      await wide.goto('/app/calendar?view=week')
      await take(wide, 'week-wide')
      await openRecord(wide, file)
      await take(wide, 'file-wide')
      await writeFollowUp(wide, t, file)
      await take(wide, 'followUp-wide')
      await discardFollowUp(wide, t)
      await wide.context().close()

      const narrow = await open('narrow', 2)
      await narrow.goto('/app/dashboard')
      await take(narrow, 'today-narrow')
      await narrow.goto('/app/calendar')
      await take(narrow, 'day-narrow')
      await openRecord(narrow, file)
      await take(narrow, 'file-narrow')
      await writeFollowUp(narrow, t, file)
      await scrollTo(narrow, '[role=radiogroup]')
      await take(narrow, 'followUp-narrow')
      await discardFollowUp(narrow, t)
      await narrow.context().close()
    })
  }
}
