import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '../scene/fixtures.ts'
import { register, type Somebody, signIn } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'

const t = textsIn('es')

// The practice registers in Madrid; who looks at it may be anywhere.
test.use({ timezoneId: 'Europe/Madrid' })

/** What is stored of a practice, spoken to past the screen. */
interface Stored {
  readonly book: (title: string, start: string, minutes: number) => Promise<void>
  /** The instants at which something begins, by title, from one day to another (exclusive). */
  readonly startsOn: (first: string, last: string) => Promise<Record<string, string>>
}

const storedOf = async (page: Page): Promise<Stored> => {
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const headers = { authorization: `Bearer ${token}` }
  const me = (await (await page.request.get('/api/auth/me', { headers })).json()) as {
    payload: { doctor: { id: number }; practice: { id: number } }
  }
  const { doctor: practitioner, practice } = me.payload
  return {
    book: async (title, start, minutes) => {
      const end = new Date(Date.parse(start) + minutes * 60_000).toISOString()
      const data = { doctorId: practitioner.id, title, start, end }
      const answer = await page.request.post('/api/appointment', { headers, data })
      expect(answer.ok(), await answer.text()).toBe(true)
    },
    startsOn: async (first, last) => {
      const path = `/api/calendar/appointments/${practice.id}/${first}/${last}`
      const { payload } = (await (await page.request.get(path, { headers })).json()) as {
        payload: { events: { title: string; start: string }[] }[]
      }
      return Object.fromEntries(
        payload.flatMap(({ events }) => events).map(({ title, start }) => [title, start]),
      )
    },
  }
}

interface Device {
  readonly zone: string
  /** How far its clock is wrong, in days. */
  readonly daysOff: number
}

const openOn = async (
  page: Page,
  somebody: Somebody,
  { zone, daysOff }: Device,
): Promise<{ away: Page; context: BrowserContext }> => {
  const browser = page.context().browser()
  if (!browser) throw new Error('there is no browser')
  // Whose clock is wrong has timers of the test's: nothing on the page should wait for one to have moved.
  const context = await browser.newContext({
    ...{ baseURL: new URL(page.url()).origin, timezoneId: zone },
    reducedMotion: 'reduce',
  })
  const away = await context.newPage()
  if (daysOff !== 0) await away.clock.install({ time: Date.now() + daysOff * 86_400_000 })
  await signIn(away, t, somebody)
  return { away, context }
}

const bookByForm = async (page: Page, day: string, time: string, title: string): Promise<void> => {
  await page.goto(`/app/calendar?day=${day}`)
  await page
    .getByRole('button', { name: t('calendar:new') })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: t('calendar:form.newTitle') })
  // Where the clock is the test's, so is the timer that puts the keyboard into the first field.
  await expect(form.getByRole('textbox', { name: t('calendar:form.patient'), exact: true })).toBeFocused()
  await form.getByRole('textbox', { name: t('calendar:form.title') }).fill(title)
  await form.getByLabel(t('calendar:form.start'), { exact: true }).fill(time)
  await form.getByRole('button', { name: t('calendar:form.book') }).click()
  await expect(form).toBeHidden()
}

const card = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`, ${title}`) })

/** The day of the month it is in Madrid now. */
const madridDay = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid' }).format(new Date()).slice(8)

const devices: readonly (Device & { id: string; where: string })[] = [
  { id: 'A11', where: 'in Tokyo', zone: 'Asia/Tokyo', daysOff: 0 },
  { id: 'A11', where: 'in New York', zone: 'America/New_York', daysOff: 0 },
  { id: 'H12', where: 'whose clock is a day ahead', zone: 'Europe/Madrid', daysOff: 1 },
  { id: 'H12', where: 'whose clock is a day behind', zone: 'Asia/Tokyo', daysOff: -1 },
]

for (const { id, where, ...device } of devices) {
  test(`${id} a device ${where} sees and books the practice's times, and its today`, async ({
    page,
    noise,
  }) => {
    const somebody = await register(page, 'es')
    const stored = await storedOf(page)
    await stored.book('Revisión', '2027-03-03T09:00:00Z', 45)
    const { away, context } = await openOn(page, somebody, device)

    await away.goto('/app/calendar')
    await expect(away.getByRole('heading', { level: 1 })).toContainText(`${madridDay()}/`)
    await bookByForm(away, '2027-03-03', '16:30', 'Reunión')
    await expect(card(away, 'Revisión')).toHaveAccessibleName(/^10:00–10:45/)
    await expect(card(away, 'Reunión')).toHaveAccessibleName(/^16:30/)
    await expect
      .poll(() => stored.startsOn('2027-03-01', '2027-03-07'))
      .toEqual({
        Revisión: '2027-03-03T09:00:00Z',
        Reunión: '2027-03-03T15:30:00Z',
      })

    await card(away, 'Reunión').focus()
    await away.keyboard.press('m')
    await away.keyboard.press('ArrowUp')
    await away.keyboard.press('Enter')
    await expect
      .poll(() => stored.startsOn('2027-03-01', '2027-03-07'))
      .toMatchObject({ Reunión: '2027-03-03T15:15:00Z' })
    expect(noise).toEqual([])
    await context.close()
  })
}

test('A11 the day of 25 hours shows every one of them, and the doubled hour twice', async ({
  page,
  noise,
}) => {
  await register(page, 'es')
  const stored = await storedOf(page)
  // This is one day in Madrid, from midnight to midnight, on which clocks go back at three.
  const first = Date.parse('2027-10-30T22:00:00Z')
  const walls = [
    '00',
    '01',
    '02',
    '02',
    ...Array.from({ length: 21 }, (_, hour) => `${hour + 3}`.padStart(2, '0')),
  ]
  for (const [hour] of walls.entries()) {
    await stored.book(`Hora ${hour}.`, new Date(first + hour * 3_600_000).toISOString(), 45)
  }
  await page.goto('/app/calendar?day=2027-10-31')
  await expect(page.locator('[data-event]')).toHaveCount(25)
  const shown = await page
    .locator('[data-event]')
    .evaluateAll((cards) => cards.map((one) => one.getAttribute('aria-label') ?? ''))
  const sorted = shown.toSorted((one, other) => hourOf(one) - hourOf(other))
  expect(sorted.map((name) => name.slice(0, 5))).toEqual(walls.map((hour) => `${hour}:00`))
  const doubled = page.getByRole('button', { name: /^02:00/ })
  const [left, right] = await doubled.evaluateAll((cards) =>
    cards.map((one) => one.getBoundingClientRect().left),
  )
  expect(left).not.toBe(right)

  await bookByForm(page, '2027-10-31', '23:45', 'Cierre')
  await bookByForm(page, '2027-03-28', '02:30', 'No existe')
  await expect(card(page, 'No existe')).toHaveAccessibleName(/^03:30/)
  expect(await stored.startsOn('2027-10-31', '2027-11-01')).toMatchObject({
    Cierre: '2027-10-31T22:45:00Z',
  })
  expect(await stored.startsOn('2027-03-28', '2027-03-29')).toEqual({
    'No existe': '2027-03-28T01:30:00Z',
  })
  expect(noise).toEqual([])
})

const hourOf = (name: string): number => Number(/Hora (\d+)\./.exec(name)?.[1])
