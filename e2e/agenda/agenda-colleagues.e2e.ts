import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '../scene/fixtures.ts'
import { register, signIn } from '../scene/people.ts'
import { type Agenda, comingMonday, openAgenda } from '../scene/series.ts'
import { textsIn } from '../scene/texts.ts'

const t = textsIn('es')
const monday = comingMonday()
const patient = 'Mariana Gómez'
const another = 'Ana Ruiz'
/** Pixels of an hour, as drawn (card-shape.ts). */
const hour = 72

const card = (page: Page) => page.getByRole('button', { name: new RegExp(patient) })

interface Two {
  readonly here: Page
  readonly there: Page
  readonly agenda: Agenda
  readonly other: BrowserContext
}

/** The same day in two browsers, with one appointment at ten. */
const openTwo = async (here: Page): Promise<Two> => {
  const somebody = await register(here, 'es')
  const agenda = await openAgenda(here, [patient, another])
  await agenda.book(patient, monday, '10:00')
  const browser = here.context().browser()
  if (!browser) throw new Error('there is no browser')
  const other = await browser.newContext({ baseURL: new URL(here.url()).origin })
  const there = await other.newPage()
  await signIn(there, t, somebody)
  for (const page of [here, there]) {
    await page.goto(`/app/calendar?day=${monday}`)
    await expect(card(page)).toHaveAccessibleName(/10:00/)
  }
  return { here, there, agenda, other }
}

/** Milliseconds since 1970 at which the card of the page says another time. */
const whenItSays = (page: Page, time: string): Promise<number> =>
  page.evaluate(
    ([name, wanted]) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const shown = document.querySelector(`[data-event][aria-label*="${name}"]`)?.ariaLabel ?? ''
          if (shown.startsWith(wanted ?? '')) resolve(Date.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
    [patient, time],
  )

const moveByKeys = async (page: Page, quarters: number): Promise<void> => {
  await card(page).focus()
  await page.keyboard.press('m')
  for (let quarter = 0; quarter < quarters; quarter += 1) await page.keyboard.press('ArrowDown')
}

/** What the page reads of agendas from now on: all of some days, or what changed of them alone. */
const watchAgendaReads = (page: Page) => {
  const reads = { whole: 0, changes: 0 }
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!/^\/api\/calendar\/appointments\/\d+\//.test(pathname)) return
    if (searchParams.has('ids')) reads.changes += 1
    else reads.whole += 1
  })
  return reads
}

/** Takes the card with the mouse and holds it some hours later. */
const lift = async (page: Page, hours: number): Promise<void> => {
  const box = await card(page).boundingBox()
  if (!box) throw new Error('the appointment has no place on the page')
  const at = { x: box.x + box.width / 2, y: box.y + 10 }
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x, at.y + (hours * hour) / 2, { steps: 4 })
  await page.mouse.move(at.x, at.y + hours * hour, { steps: 4 })
  await expect(page.locator('[data-ghost]')).toBeVisible()
}

test('a move in one browser shows in the other within a second, which reads of the month what moved alone', async ({
  page,
  noise,
}) => {
  const { here, there, agenda, other } = await openTwo(page)
  const delays: number[] = []
  let reads = { whole: 0, changes: 0 }
  for (const time of ['11:00', '12:00', '13:00', '14:00', '15:00']) {
    await moveByKeys(here, 4)
    const seen = whenItSays(there, time)
    const saved = here.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    await here.keyboard.press('Enter')
    await saved
    const savedAt = Date.now()
    delays.push((await seen) - savedAt)
    // Whoever begins to listen reads the month once more.
    if (delays.length === 1) reads = watchAgendaReads(there)
  }
  const sorted = delays.toSorted((one, another) => one - another)
  console.log(JSON.stringify({ id: 'live', n: delays.length, medianMs: sorted[2], mostMs: sorted.at(-1) }))
  await expect(card(there)).toHaveAccessibleName(/15:00/)

  await agenda.book(another, monday, '10:00')
  const second = there.getByRole('button', { name: new RegExp(another) })
  await expect(second).toHaveAccessibleName(/10:00/)
  for (const id of await agenda.idsOf(another)) await agenda.remove(id)
  await expect(second).toHaveCount(0)
  // One for each change at least; on a busy machine there was one more.
  expect(reads.whole).toBe(0)
  expect(reads.changes).toBeGreaterThanOrEqual(6)
  expect(noise).toEqual([])
  await other.close()
})

test('B1 of two who drag the same appointment one wins, the other is told, and nothing is lost', async ({
  page,
  noise,
}) => {
  const { here, there, agenda, other } = await openTwo(page)
  await lift(here, 1)
  await lift(there, 3)
  await here.mouse.up()
  await expect.poll(() => agenda.visitsOf(patient)).toEqual([`${monday} 11:00`])
  // The change has come while the card is held: it is dropped as it was seen when it was taken.
  await expect(card(there)).toHaveAccessibleName(/11:00/)
  await there.mouse.up()
  await expect(there.getByRole('alert')).toContainText(t('error:version_conflict'))
  await expect(card(there)).toHaveAccessibleName(/11:00/)
  expect(await agenda.visitsOf(patient)).toEqual([`${monday} 11:00`])

  // Whoever was told can do it again, now knowing.
  await lift(there, 2)
  await there.mouse.up()
  await expect.poll(() => agenda.visitsOf(patient)).toEqual([`${monday} 13:00`])
  await expect(card(here)).toHaveAccessibleName(/13:00/)
  expect(noise).toEqual([])
  await other.close()
})

test('B1 of two who carry the same appointment by keyboard one wins and the other is told', async ({
  page,
}) => {
  const { here, there, agenda, other } = await openTwo(page)
  await moveByKeys(here, 4)
  await moveByKeys(there, 8)
  await here.keyboard.press('Enter')
  await expect.poll(() => agenda.visitsOf(patient)).toEqual([`${monday} 11:00`])
  await expect(card(there)).toHaveAccessibleName(/11:00/)
  await there.keyboard.press('Enter')
  await expect(there.getByRole('alert')).toContainText(t('error:version_conflict'))
  expect(await agenda.visitsOf(patient)).toEqual([`${monday} 11:00`])
  await other.close()
})
