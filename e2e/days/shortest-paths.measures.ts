import { expect, type Page } from '@playwright/test'
import { draw } from '../scene/drawing.ts'
import { test } from '../scene/fixtures.ts'
import { textsIn } from '../scene/texts.ts'
import { stateOf, visitCard } from '../scene/visit-card.ts'
import { post } from '../scene/writing-scene.ts'
import { type Afternoon, openAfternoon, put, shortCode } from './afternoon-scene.ts'
import { costOf, counting, startCounting, watchCosts } from './counting.ts'
import { type devices, sitDown } from './devices.ts'
import type { Hand } from './hands.ts'
import { signByFinger } from './strokes.ts'

// What the ways of every day cost in presses, keys and scrolls (ui.md "Judged by"). Printed, not asserted: see
// docs/benchmarks.md.

const t = textsIn('es')
const patient = 'Mariana Gómez Lara'

interface Walk {
  readonly hand: Hand
  readonly scene: Afternoon
}

interface Path {
  readonly name: string
  readonly goal: string
  /** Up to where counting begins. */
  readonly open: (walk: Walk) => Promise<void>
  readonly go: (walk: Walk) => Promise<void>
}

const openToday = async ({ hand }: Walk): Promise<void> => {
  await hand.page.goto('/app/dashboard')
  await expect(hand.page.getByText(patient).filter({ visible: true }).first()).toBeVisible()
}

const openFile = async ({ hand, scene }: Walk): Promise<void> => {
  await hand.page.goto(`/app/patient/${scene.patientId}`)
  await expect(hand.page.getByRole('heading', { level: 1, name: patient })).toBeVisible()
}

const openAgenda = async ({ hand }: Walk): Promise<void> => {
  await hand.page.goto('/app/calendar')
  await expect(hand.page.locator('[data-event]').filter({ hasText: patient })).toBeVisible()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const writeFollowUp: Path = {
  name: 'Today → typing in a follow-up',
  goal: '2 presses, 0 scrolls',
  open: openToday,
  go: async ({ hand }) => {
    await hand.press(hand.page.getByRole('link', { name: t('dashboard:start'), exact: true }))
    await hand.press(hand.page.getByRole('textbox', { name: t('module:followup_patientObs') }))
    await expect(hand.page.getByRole('textbox', { name: t('module:followup_patientObs') })).toBeFocused()
  },
}

const book: Path = {
  name: 'file of a known patient → booked',
  goal: '≤ 3 presses',
  open: openFile,
  go: async ({ hand }) => {
    await hand.press(hand.page.getByRole('link', { name: t('patient:head.book'), exact: true }))
    const form = hand.page.getByRole('dialog', { name: t('calendar:form.newTitle') })
    await hand.press(form.getByRole('button', { name: t('calendar:form.book') }))
    await expect(form).toBeHidden()
  },
}

const pay: Path = {
  name: 'visit is done → paid, with its receipt',
  goal: '≤ 3 presses',
  open: async (walk) => {
    await put(walk.hand.page, `/appointment/${walk.scene.visitId}`, { status: 'attended' })
    await openToday(walk)
  },
  go: async ({ hand }) => {
    const earlier = button(hand.page, t('dashboard:earlier_one'))
    if (await earlier.isVisible()) await hand.press(earlier)
    await hand.press(button(hand.page, t('dashboard:chargeTo', { name: patient })))
    const form = hand.page.getByRole('dialog', { name: t('receipts:form.title') })
    await hand.press(form.getByRole('button', { name: t('receipts:form.submit') }))
    await expect(form).toBeHidden()
  },
}

const sign: Path = {
  name: 'record → signed by the patient, and the device back (1 of the presses is the stroke, 6 keys the code)',
  goal: '≤ 3 presses + the stroke + the short code',
  open: async ({ hand, scene }) => {
    await hand.page.goto(`/app/patient/${scene.patientId}?record=${scene.recordId}`)
    await expect(button(hand.page, t('signatures:handOver.start'))).toBeVisible()
  },
  go: async ({ hand }) => {
    const { page } = hand
    await hand.press(button(page, t('signatures:handOver.start')))
    await expect(page.locator('canvas')).toBeVisible()
    await (hand.kind === 'touch' ? signByFinger : draw)(page, page.locator('canvas'))
    await hand.press(button(page, t('signatures:sign')))
    await hand.press(button(page, t('signatures:handOver.giveBack', { name: 'Laura' })).last())
    await expect(page.getByRole('textbox', { name: t('signatures:handing.code') })).toBeFocused()
    await page.keyboard.type(shortCode)
    await expect(page.getByRole('region', { name: t('signatures:title') })).toBeVisible()
  },
}

const changeState: Path = {
  name: 'agenda → another state of a visit',
  goal: '2 presses',
  open: openAgenda,
  go: async ({ hand }) => {
    await hand.press(hand.page.locator('[data-event]').filter({ hasText: patient }))
    await expect(visitCard(hand.page, t)).toBeVisible()
    await hand.press(stateOf(hand.page, t, 'attended'))
    await expect(stateOf(hand.page, t, 'attended')).toHaveAttribute('aria-pressed', 'true')
  },
}

const seats = [
  { device: 'desk', kind: 'mouse' },
  { device: 'tablet', kind: 'touch' },
  { device: 'phone', kind: 'touch' },
] as const satisfies readonly { device: keyof typeof devices; kind: Hand['kind'] }[]

for (const path of [writeFollowUp, book, pay, sign, changeState])
  for (const seat of seats)
    test(`${path.name} (${seat.device})`, async ({ browser, ulna }) => {
      const hand = counting(await sitDown(browser, { url: ulna.url, language: 'es', ...seat }))
      const { page } = hand
      await watchCosts(page)
      const scene = await openAfternoon(page, 'es')
      await post(page, '/price', { name: 'Sesión', minutes: 40, priceMinor: 8_000_000, currency: 'COP' })
      const walk = { hand, scene }
      await path.open(walk)
      await startCounting(page)
      await path.go(walk)
      const { name, goal } = path
      const cost = { ...(await costOf(page)), scrolledFor: hand.scrolledFor }
      console.log(JSON.stringify({ id: 'path', path: name, ...seat, ...cost, goal }))
      await page.context().close()
    })

const rounds = 5
const typed = 'mariana'

test('keys typed at once into a cold search', async ({ browser, ulna }) => {
  let lost = 0
  for (let round = 0; round < rounds; round += 1) {
    const seat = { url: ulna.url, device: 'desk', kind: 'keyboard', language: 'es' } as const
    const { page } = await sitDown(browser, seat)
    await openAfternoon(page, 'es')
    await page.goto('/app/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed, { delay: 20 })
    const field = page.getByRole('dialog').getByRole('combobox')
    await expect(field).toBeVisible()
    await page.waitForTimeout(300)
    lost += typed.length - (await field.inputValue()).length
    await page.context().close()
  }
  const figures = { keys: rounds * typed.length, lost, goal: '0 lost' }
  console.log(JSON.stringify({ id: 'path', path: 'cold search, a key every 20 ms', ...figures }))
})
