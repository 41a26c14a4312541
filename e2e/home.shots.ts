import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { todayInBogota } from './scene/bogota.ts'
import { test as base, type DemoPractice, type Look, openSignedIn } from './scene/demo.ts'
import { freezePageAt, startDemoAt } from './scene/pictures/demo-at.ts'
import { signByHand } from './scene/pictures/signing-by-hand.ts'
import { type Language, languages, type Texts, textsIn } from './scene/texts.ts'

/** Pictures that the home page shows, taken from the demo practice: `npm run screenshots` writes them anew. */
const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../web/src/pages/home/screenshots')

const mostBytes = 60 * 1024

/** HomeShot.tsx has the same sizes, and sets width and height from them. */
const sizes = {
  wide: { width: 1440, height: 900 },
  narrow: { width: 360, height: 720 },
} as const

/** The day of the demo is written for this time (server/src/demo-practice/plan/script.ts). */
const atTurn = `${todayInBogota()}T10:26:00-05:00`

const test = base.extend<object, { demo: DemoPractice }>({
  demo: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext()
      const { demo, stop } = await startDemoAt(request, atTurn)
      await use(demo)
      await request.dispose()
      await stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
})

type Send = <T>(method: 'GET' | 'POST' | 'PUT', path: string, data?: object) => Promise<T>

const sendAs =
  (page: Page, { token }: DemoPractice): Send =>
  async <T>(method: string, path: string, data?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await page.request.fetch(`/api${path}`, { method, headers, ...(data ? { data } : {}) })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return ((await answer.json()) as { payload: T }).payload
  }

/** The patient who is on turn at that time. */
const patientOnTurn = async (send: Send): Promise<number> => {
  const [found] = await send<{ id: number }[]>(
    'GET',
    `/patient/findByName/${encodeURIComponent('Mariana Gómez')}`,
  )
  if (!found) throw new Error('the demo has no Mariana Gómez')
  return found.id
}

/** Where the package of a patient is shown. */
const packageOf = async (send: Send, patientId: number): Promise<string> => {
  const [sold] = await send<{ id: number }[]>('GET', `/sessionpackage?patientId=${patientId}`)
  if (!sold) throw new Error('the patient has no package')
  return `/app/session-package/${sold.id}`
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

/** Pain 3, and the body as it was last time, saved as a draft: today stands beside last time and the first time. */
const writeFollowUp = async (page: Page, t: Texts, file: string): Promise<void> => {
  await page.goto(`${file}?write=followup`)
  await page.getByRole('radio', { name: /^3/ }).click()
  await page.getByRole('button', { name: t('bodyChart:carry') }).click()
  await page.getByText(t('record:draft.savedNow')).waitFor()
}

/** Where it hurts most it is one less than last time: what a touched place says stands below the drawing. */
const touchShoulder = async (page: Page, t: Texts): Promise<void> => {
  const place = `${t('bodyChart:region.front.shoulder')}, ${t('bodyChart:side.right')}`
  const front = page.getByRole('group', { name: t('bodyChart:view.front'), exact: true })
  await front.getByRole('button', { name: place }).click()
  await page.getByRole('radio', { name: '3', exact: true }).last().click()
  await page.getByText(t('record:draft.savedNow')).waitFor()
}

/** Puts something so many pixels below the upper edge, where a click, or what stands above it, has left it out. */
const showAt = async (place: Locator, top: number): Promise<void> =>
  place.first().evaluate((element: HTMLElement, margin) => {
    element.style.scrollMarginTop = `${margin}px`
    element.scrollIntoView({ block: 'start' })
  }, top)

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

/** The session of today, before anybody has signed it: in each language what a practitioner would write in it. */
const sessionOfToday: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  es: {
    patientObs: 'Ya alcanza el estante alto. Duerme toda la noche.',
    treatmentApplied: 'Movilización glenohumeral y ejercicio con 2 kg.',
    exercises: 'Rotación externa con banda, 3 × 10, días alternos.',
  },
  en: {
    patientObs: 'She reaches the top shelf again. Sleeps through the night.',
    treatmentApplied: 'Glenohumeral mobilisation and exercise with 2 kg.',
    exercises: 'External rotation with a band, 3 × 10, every other day.',
  },
  it: {
    patientObs: 'Arriva di nuovo allo scaffale alto. Dorme tutta la notte.',
    treatmentApplied: 'Mobilizzazione gleno-omerale ed esercizi con 2 kg.',
    exercises: 'Rotazione esterna con elastico, 3 × 10, a giorni alterni.',
  },
}

interface Written {
  readonly id: number
  readonly data: Readonly<Record<string, unknown>>
}

/** Writes that session, once: what the other languages say of it are changes of the same record. */
const writeSession = async (send: Send, patientId: number, language: Language): Promise<Written> => {
  const [diagnosis] = await send<{ id: number }[]>('GET', `/record/findCases/${patientId}`)
  if (!diagnosis) throw new Error('the patient has no diagnosis')
  const data = { case: diagnosis.id, painIntensity: 3, ...sessionOfToday[language] }
  return send<Written>('POST', '/record', {
    ownerId: patientId,
    type: 'control',
    subtype: 'follow_up',
    recordClassId: 'followup_default',
    date: `${todayInBogota()}T10:58:00-05:00`,
    data,
  })
}

type Size = keyof typeof sizes

/** A page at that time, as large as its pictures. */
const openPage = async (
  browser: Browser,
  demo: DemoPractice,
  look: Omit<Look, 'scale'>,
  size: Size,
): Promise<Page> => {
  const page = await openSignedIn(
    browser,
    demo,
    { ...look, scale: size === 'wide' ? 1 : 2 },
    textsIn(look.language),
  )
  await page.setViewportSize(sizes[size])
  return page
}

const take = async (page: Page, { language, scheme }: Look, shot: string): Promise<void> => {
  await settle(page)
  await writeFile(
    path.join(folder, `${language}-${scheme}-${shot}.webp`),
    await encode(await page.screenshot()),
  )
}

const looks = languages.flatMap((language) =>
  (['light', 'dark'] as const).map((scheme) => ({ language, scheme })),
)

test.beforeAll(() => mkdir(folder, { recursive: true }))

for (const look of looks) {
  test(`pictures of the home page (${look.language}, ${look.scheme})`, async ({ browser, demo }) => {
    const t = textsIn(look.language)
    const wide = await openPage(browser, demo, look, 'wide')
    await freezePageAt(wide, atTurn)
    const patientId = await patientOnTurn(sendAs(wide, demo))
    const file = `/app/patient/${patientId}`
    const sold = await packageOf(sendAs(wide, demo), patientId)
    await wide.goto('/app/calendar')
    await take(wide, look, 'day-wide')
    await wide.goto('/app/calendar?view=week')
    await take(wide, look, 'week-wide')
    await openRecord(wide, file)
    await take(wide, look, 'file-wide')
    await wide.goto(sold)
    await take(wide, look, 'packages-wide')
    await writeFollowUp(wide, t, file)
    await touchShoulder(wide, t)
    await showAt(wide.getByRole('group', { name: t('bodyChart:views') }), 100)
    await take(wide, look, 'followUp-wide')
    await discardFollowUp(wide, t)
    await wide.context().close()

    const narrow = await openPage(browser, demo, look, 'narrow')
    await freezePageAt(narrow, atTurn)
    await narrow.goto('/app/dashboard')
    await showAt(narrow.getByRole('heading', { name: t('dashboard:myDay'), exact: true }), 24)
    await take(narrow, look, 'today-narrow')
    await narrow.goto('/app/calendar')
    await take(narrow, look, 'day-narrow')
    await openRecord(narrow, file)
    await settle(narrow)
    await showAt(narrow.getByRole('article'), 6)
    await take(narrow, look, 'file-narrow')
    await narrow.goto(sold)
    await showAt(narrow.getByRole('article'), 0)
    await take(narrow, look, 'packages-narrow')
    await writeFollowUp(narrow, t, file)
    await narrow.getByRole('button', { name: t('bodyChart:change') }).click()
    await touchShoulder(narrow, t)
    await take(narrow, look, 'followUp-narrow')
    await narrow.goto(`${file}?write=followup`)
    await discardFollowUp(narrow, t)
    await narrow.context().close()
  })
}

/** Last, because it adds a session to the file that the others show. */
test('pictures of a patient who signs', async ({ browser, demo }) => {
  let session: Written | undefined
  for (const look of looks)
    for (const size of ['wide', 'narrow'] as const) {
      const t = textsIn(look.language)
      const page = await openPage(browser, demo, look, size)
      const send = sendAs(page, demo)
      const patientId = await patientOnTurn(send)
      session ??= await writeSession(send, patientId, look.language)
      await send('PUT', `/record/${session.id}`, {
        data: { ...session.data, ...sessionOfToday[look.language] },
      })
      await page.goto(`/app/patient/${patientId}?record=${session.id}`)
      await page.getByRole('button', { name: t('signatures:handOver.start') }).click()
      await signByHand(page, page.locator('canvas'))
      await take(page, look, `signature-${size}`)
      await page.context().close()
    }
})
