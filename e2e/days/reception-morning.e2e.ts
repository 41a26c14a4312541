import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../scene/demo.ts'
import { noiseOf } from '../scene/noise.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { handsFrom, languagesFrom } from '../scene/tier.ts'
import { stateOf, visitCard } from '../scene/visit-card.ts'
import { faultsAt, sitDown } from './devices.ts'
import { find } from './finding.ts'
import type { Hand } from './hands.ts'
import { type Guest, type Morning, openMorning, patricia } from './morning-scene.ts'

interface Desk {
  readonly hand: Hand
  readonly t: Texts
  readonly morning: Morning
  /** What axe found, at each stop. */
  readonly found: string[]
}

const stop = async ({ hand, found }: Desk, name: string): Promise<void> => {
  found.push(...(await faultsAt(hand, `reception: ${name}`)))
}

const signIn = async ({ hand, t }: Desk): Promise<void> => {
  await hand.page.goto('/login')
  await hand.write(hand.page.getByLabel(t('auth:username')), patricia.username)
  await hand.write(hand.page.getByLabel(t('auth:password'), { exact: true }), patricia.password)
  await hand.press(hand.page.getByRole('button', { name: t('auth:login.submit'), exact: true }))
  await hand.page.waitForURL('**/app/dashboard')
}

const goTo = ({ hand, t }: Desk, name: string): Promise<void> =>
  hand.press(hand.page.getByRole('link', { name: t(`common:navigation.${name}`), exact: true }))

const day = ({ hand, t }: Desk): Locator =>
  hand.page.getByRole('region', { name: t('dashboard:practiceDay') })

const rowOf = (desk: Desk, { name }: Guest): Locator =>
  day(desk).getByRole('listitem').filter({ hasText: name })

const seeEverybodysDay = async (desk: Desk): Promise<void> => {
  await expect(rowOf(desk, desk.morning.arriving)).toBeVisible()
  for (const practitioner of desk.morning.practitioners)
    await expect(day(desk).getByRole('listitem').filter({ hasText: practitioner }).first()).toBeAttached()
  await stop(desk, 'today')
}

const markArrived = async (desk: Desk): Promise<void> => {
  const { hand, t, morning } = desk
  const state = (name: string) => t(`dashboard:state.${name}`)
  const step = (next: string) =>
    hand.page.getByRole('button', {
      name: t('dashboard:stepFor', { name: morning.arriving.name, state: state(next) }),
    })
  const before = hand.presses()
  await hand.press(step('arrived'))
  await expect(step('attended')).toBeVisible()
  await expect(rowOf(desk, morning.arriving)).toContainText(state('arrived'))
  expect(hand.presses() - before).toBe(1)
}

/** The digits as somebody says them over the phone, without the country. */
const dictated = ({ phone }: Guest): string => phone.slice(-12)

/** Looks the caller up by their number and chooses something of what is found. */
const choose = ({ hand, t, morning }: Desk, what: string): Promise<void> =>
  find(hand, t, dictated(morning.caller), what)

const findByPhone = async (desk: Desk): Promise<void> => {
  const { hand, t, morning } = desk
  const { name, phone } = morning.caller
  await choose(desk, name)
  await expect(hand.page.getByRole('heading', { level: 1, name })).toBeVisible()
  const call = hand.page.getByRole('link', { name: t('patient:head.call', { number: phone }) })
  await expect(call).toHaveAttribute('href', `tel:${phone.replaceAll(' ', '')}`)
  await stop(desk, 'file')
}

/** What is said stands for five seconds, over the foot of a dialog too. */
const hearOut = ({ hand, t }: Desk): Promise<void> =>
  expect(hand.page.getByRole('button', { name: t('buttons:closeMessage') })).toHaveCount(0)

const bookFromFile = async (desk: Desk): Promise<void> => {
  const { hand, t, morning } = desk
  await hearOut(desk)
  const before = hand.presses()
  await hand.press(hand.page.getByRole('link', { name: t('patient:head.book'), exact: true }))
  const form = hand.page.getByRole('dialog', { name: t('calendar:form.newTitle') })
  await expect(form.getByRole('textbox', { name: t('calendar:form.patient'), exact: true })).toHaveValue(
    morning.caller.name,
  )
  await hand.press(form.getByRole('button', { name: t('calendar:form.book') }))
  await expect(form).toBeHidden()
  expect(hand.presses() - before).toBeLessThanOrEqual(3)
}

const sellPackage = async (desk: Desk): Promise<void> => {
  const { hand, t, morning } = desk
  await hearOut(desk)
  await choose(desk, t('palette:withPatient.sell'))
  // By now the file knows of the visit that was just booked.
  await expect(hand.page.getByText(t('patient:head.noVisit'), { exact: true })).toHaveCount(0)
  const form = hand.page.getByRole('dialog', { name: t('sessionPackage:form.newTitle') })
  await expect(form.getByLabel(t('calendar:form.patient'), { exact: true })).toHaveValue(morning.caller.name)
  await hand.write(form.getByLabel(t('sessionPackage:form.numSessions'), { exact: true }), '10')
  await hand.pick(form.getByLabel(t('sessionPackage:form.practitioner')), morning.practitioners[1] ?? '')
  await hand.write(form.getByLabel(t('sessionPackage:form.price')), '720000')
  await stop(desk, 'package')
  await hand.press(form.getByRole('button', { name: t('sessionPackage:form.sell') }))
  await expect(form).toBeHidden()
}

const charge = async (desk: Desk): Promise<void> => {
  const { hand, t, morning } = desk
  const { name } = morning.attended
  await goTo(desk, 'today')
  await hearOut(desk)
  // On a phone what is over is folded away.
  if (hand.kind === 'touch') await hand.press(day(desk).getByRole('button', { name: earlier(t) }))
  const before = hand.presses()
  await hand.press(hand.page.getByRole('button', { name: t('dashboard:chargeTo', { name }) }))
  const form = hand.page.getByRole('dialog', { name: t('receipts:form.title') })
  // A visit of forty minutes costs what the price list says.
  await expect(form.getByLabel(t('receipts:line.unit'))).toHaveValue('80000')
  await stop(desk, 'receipt')
  await hand.press(form.getByRole('button', { name: t('receipts:form.submit') }))
  await expect(form).toBeHidden()
  expect(hand.presses() - before).toBe(2)
  await expect(
    rowOf(desk, morning.attended).getByRole('button', { name: t('dashboard:charge') }),
  ).toHaveCount(0)
}

const earlier = (t: Texts): RegExp =>
  new RegExp(`${t('dashboard:earlier_one')}|${t('dashboard:earlier_other', { count: '\\d+' })}`)

const changeStateByCard = async (desk: Desk): Promise<void> => {
  const { hand, t, morning } = desk
  await goTo(desk, 'calendar')
  // A phone shows one agenda at a time.
  const whose = hand.page.getByLabel(t('calendar:practitioners.choose'), { exact: true })
  if (hand.kind === 'touch') await hand.pick(whose, morning.practitioners[1] ?? '')
  const event = hand.page.locator(`[data-event="${morning.visitOfLater}"]`)
  await expect(event).toBeVisible()
  await hearOut(desk)
  await stop(desk, 'agenda')
  const before = hand.presses()
  await hand.pressWithin(hand.page.getByRole('application'), event)
  const { phone } = morning.later
  await expect(
    visitCard(hand.page, t).getByRole('link', { name: t('agendaViews:card.call', { number: phone }) }),
  ).toHaveAttribute('href', `tel:${phone.replaceAll(' ', '')}`)
  await stop(desk, 'card')
  await hand.press(stateOf(hand.page, t, 'arrived'))
  await expect(event).toHaveAccessibleName(new RegExp(t('calendar:status.arrived')))
  expect(hand.presses() - before).toBeLessThanOrEqual(2)
}

/** Every answer that says something of what was written. */
const leaksOf = (page: Page, secrets: readonly string[]): string[] => {
  const leaks: string[] = []
  page.on('response', (answer) => {
    if (!answer.url().includes('/api/') || answer.url().endsWith('/events')) return
    void answer.text().then(
      (text) => {
        if (secrets.some((secret) => text.includes(secret))) leaks.push(answer.url())
      },
      () => undefined,
    )
  })
  return leaks
}

const seats = [
  { kind: 'touch', device: 'phone', usual: 'it' },
  { kind: 'keyboard', device: 'desk', usual: 'es' },
] as const

for (const { kind, device, usual } of handsFrom(seats, 'touch'))
  for (const language of languagesFrom(usual))
    test(`a morning at reception, by ${kind}: who arrives, who calls, what is booked, sold and paid (${language})`, async ({
      browser,
      demo,
      request,
    }) => {
      test.setTimeout(420_000)
      const morning = await openMorning(demo, request, language)
      const hand = await sitDown(browser, { url: demo.url, device, kind, language })
      const noise = noiseOf(hand.page)
      const leaks = leaksOf(hand.page, morning.secrets)
      const desk: Desk = { hand, morning, t: textsIn(language), found: [] }
      await signIn(desk)
      await seeEverybodysDay(desk)
      await markArrived(desk)
      await findByPhone(desk)
      await bookFromFile(desk)
      await sellPackage(desk)
      await charge(desk)
      await changeStateByCard(desk)
      await hand.page.context().close()
      expect(leaks, 'what was written is no business of the desk').toEqual([])
      expect(desk.found).toEqual([])
      expect(hand.faults).toEqual([])
      expect(noise).toEqual([])
    })
