import { expect, type Locator } from '@playwright/test'
import { test } from '../scene/fixtures.ts'
import { noiseOf } from '../scene/noise.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { handsFrom, languagesFrom } from '../scene/tier.ts'
import { allergy, openAfternoon, sessions, shortCode, told } from './afternoon-scene.ts'
import { faultsAt, sitDown } from './devices.ts'
import { find } from './finding.ts'
import type { Hand } from './hands.ts'
import { signByFinger } from './strokes.ts'

const patient = 'Mariana Gómez Lara'

interface Afternoon {
  readonly hand: Hand
  readonly t: Texts
  /** What axe found, at each stop. */
  readonly found: string[]
}

const stop = async ({ hand, found }: Afternoon, name: string): Promise<void> => {
  found.push(...(await faultsAt(hand, `practitioner: ${name}`)))
}

const startSession = async (day: Afternoon): Promise<void> => {
  const { hand, t } = day
  await hand.page.goto('/app/dashboard')
  const mine = hand.page.getByRole('region', { name: t('dashboard:myDay') })
  await expect(mine.getByText(told)).toBeVisible()
  await expect(mine.getByText(t('dashboard:allergy', { what: allergy }))).toBeVisible()
  await expect(mine.getByText(t('dashboard:sessionsLeft_other', { count: sessions }))).toBeVisible()
  await stop(day, 'today')
  await hand.press(mine.getByRole('link', { name: t('dashboard:start'), exact: true }))
}

const formOf = ({ hand, t }: Afternoon): Locator =>
  hand.page.getByRole('form', { name: t('record:editor.newFollowUp', { number: 2 }) })

const choosePain = async (day: Afternoon): Promise<void> => {
  const { hand } = day
  const level = (value: number) => formOf(day).getByRole('radio', { name: String(value), exact: true })
  await expect(level(0)).toBeFocused()
  if (hand.kind === 'keyboard') await hand.page.keyboard.press('3')
  else await hand.press(level(3))
  await expect(level(3)).toBeChecked()
}

const place = (t: Texts): string => `${t('bodyChart:region.back.lumbar')}, ${t('bodyChart:side.left')}`

const markBody = async (day: Afternoon): Promise<void> => {
  const { hand, t } = day
  await hand.press(formOf(day).getByRole('button', { name: t('bodyChart:open') }))
  const dialog = hand.page.getByRole('dialog', { name: t('module:followup_bodyChart') })
  const back = dialog.getByRole('group', { name: t('bodyChart:view.back'), exact: true })
  await hand.pressWithin(back, back.getByRole('button', { name: place(t) }))
  await hand.press(dialog.getByRole('radio', { name: '6', exact: true }))
  await stop(day, 'body')
  await hand.press(dialog.getByRole('button', { name: t('bodyChart:mark.close') }))
  await hand.press(dialog.getByRole('button', { name: t('bodyChart:done') }))
  await expect(dialog).toBeHidden()
  await expect(formOf(day).getByRole('listitem').filter({ hasText: '6/10' })).toBeVisible()
}

const write = async (day: Afternoon): Promise<void> => {
  const { hand, t } = day
  await choosePain(day)
  const note = formOf(day).getByRole('textbox', { name: t('module:followup_patientObs') })
  await hand.write(note, 'Ya alcanza el estante alto.')
  await markBody(day)
  await stop(day, 'form')
  await hand.press(hand.page.getByRole('button', { name: t('record:editor.saveAndClose'), exact: true }))
  const record = hand.page.getByRole('article', { name: t('record:title.followUp', { number: 2 }) })
  await expect(record).toContainText('Ya alcanza el estante alto.')
  await expect(record).toContainText(`${place(t)}: 6/10`)
  await stop(day, 'record')
}

const sign = async ({ hand, t }: Afternoon): Promise<void> => {
  const { page } = hand
  if (hand.kind === 'touch') {
    await signByFinger(page, page.locator('canvas'))
    await expect(page.locator('canvas')).toHaveAccessibleName(t('signatures:pad.written', { name: patient }))
  } else {
    await hand.press(page.getByRole('radio', { name: t('signatures:way.type') }))
    await hand.write(page.getByRole('textbox', { name: t('signatures:typed.label') }), patient)
  }
  await hand.press(page.getByRole('button', { name: t('signatures:sign'), exact: true }))
  // Where it is not, what the page says instead tells why.
  await expect(page.locator('body')).toContainText(t('signatures:outcome.signed'))
  await expect(page.getByRole('heading', { name: t('signatures:outcome.signed') })).toBeFocused()
}

const signWithPatient = async (day: Afternoon): Promise<void> => {
  const { hand, t } = day
  const { page } = hand
  await hand.press(page.getByRole('button', { name: t('signatures:handOver.start') }))
  await expect(
    page.getByRole('heading', { name: t('signatures:handOver.title', { name: 'Mariana' }) }),
  ).toBeVisible()
  await stop(day, 'hand-over')
  await sign(day)
  const giveBack = page.getByRole('button', { name: t('signatures:handOver.giveBack', { name: 'Laura' }) })
  await hand.press(giveBack.last())
  await expect(page.getByRole('textbox', { name: t('signatures:handing.code') })).toBeFocused()
  await page.keyboard.type(shortCode)
  const signatures = page.getByRole('region', { name: t('signatures:title') })
  await expect(signatures.getByText(patient).first()).toBeVisible()
}

const bookNext = async ({ hand, t }: Afternoon): Promise<void> => {
  const before = hand.presses()
  await hand.press(hand.page.getByRole('link', { name: t('patient:bookNextVisit') }))
  const form = hand.page.getByRole('dialog', { name: t('calendar:form.newTitle') })
  await expect(form.getByRole('textbox', { name: t('calendar:form.patient'), exact: true })).toHaveValue(
    patient,
  )
  await hand.press(form.getByRole('button', { name: t('calendar:form.book') }))
  await expect(form).toBeHidden()
  expect(hand.presses() - before).toBe(2)
}

const seeBalance = async (day: Afternoon): Promise<void> => {
  const { hand, t } = day
  await find(hand, t, 'mariana', patient)
  await expect(hand.page.getByRole('heading', { level: 1, name: patient })).toBeVisible()
  const figure = `1/${sessions}`
  await hand.press(hand.page.getByRole('button', { name: t('sessionPackage:head.why', { figure }) }))
  const balance = hand.page.getByRole('dialog', {
    name: t('sessionPackage:head.title', { name: patient }),
  })
  await expect(balance.getByText(t('sessionPackage:movement.sold'), { exact: true })).toBeVisible()
  await stop(day, 'balance')
  await hand.page.keyboard.press('Escape')
  await expect(hand.page.getByText(t('patient:head.noVisit'), { exact: true })).toHaveCount(0)
}

const seats = [
  { kind: 'touch', usual: 'en' },
  { kind: 'keyboard', usual: 'it' },
] as const

for (const { kind, usual } of handsFrom(seats, 'keyboard'))
  for (const language of languagesFrom(usual))
    test(`an afternoon of a physiotherapist, by ${kind}: the session is written, signed and counted, the next one booked (${language})`, async ({
      browser,
      ulna,
    }) => {
      test.setTimeout(420_000)
      const hand = await sitDown(browser, { url: ulna.url, device: 'tablet', kind, language })
      const noise = noiseOf(hand.page)
      await openAfternoon(hand.page, language)
      const day: Afternoon = { hand, t: textsIn(language), found: [] }
      await startSession(day)
      await write(day)
      await signWithPatient(day)
      await bookNext(day)
      await seeBalance(day)
      await hand.page.context().close()
      expect(day.found).toEqual([])
      expect(hand.faults).toEqual([])
      expect(noise).toEqual([])
    })
