import { expect, type Page } from '@playwright/test'
import { test as demoTest, openSignedIn } from '../scene/demo.ts'
import { schemesFor, violationsIn } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { tabTo } from '../scene/keys.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { stateOf, visitCard } from '../scene/visit-card.ts'

const t = textsIn('es')
/** A Wednesday; the practice's clock is that of Bogotá, five hours behind UTC all year. */
const day = '2027-03-03'
const patient = 'Mariana Gómez Lara'

interface Practice {
  readonly doctorId: number
  readonly patientId: number
  readonly send: (
    method: 'POST' | 'PUT',
    path: string,
    data: object,
  ) => Promise<{ id: number; version: number }>
}

const open = async (page: Page): Promise<Practice> => {
  await register(page, 'es')
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const headers = { authorization: `Bearer ${token}` }
  const read = async (path: string) =>
    ((await (await page.request.get(`/api${path}`, { headers })).json()) as { payload: { id: number }[] })
      .payload
  const send: Practice['send'] = async (method, path, data) => {
    const answer = await page.request.fetch(`/api${path}`, { method, headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { payload: { id: number; version: number } }).payload
  }
  const [practitioner] = await read('/practice/doctors')
  const { id } = await send('POST', '/patient', { firstName: 'Mariana', lastName: 'Gómez Lara' })
  return { doctorId: practitioner?.id ?? 0, patientId: id, send }
}

const at = (time: string, date = day): string => new Date(`${date}T${time}:00-05:00`).toISOString()

const book = async (practice: Practice, start: string, end: string, more: object = {}) => {
  const { doctorId, patientId } = practice
  await practice.send('POST', '/appointment', {
    doctorId,
    patientId,
    start: at(start),
    end: at(end),
    ...more,
  })
}

const event = (page: Page) => page.getByRole('button', { name: new RegExp(`09:00.*${patient}`) })
test('the month is walked and opened by keyboard; what does not fit leads to the day', async ({
  page,
  noise,
}) => {
  const practice = await open(page)
  for (const hour of ['08', '09', '10', '11', '12', '14', '15', '16']) {
    await book(practice, `${hour}:00`, `${hour}:45`)
  }
  await page.goto(`/app/calendar?day=${day}`)
  await page.getByRole('button', { name: t('calendar:view.month'), exact: true }).click()
  await expect(page).toHaveURL(/view=month/)
  const cell = (name: RegExp) => page.getByRole('gridcell', { name })
  await expect(cell(/03\/mar\/2027, 8 citas/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^\d más el miércoles 03\/mar\/2027/ })).toBeVisible()

  await cell(/03\/mar\/2027/).focus()
  await page.keyboard.press('ArrowRight')
  await expect(cell(/04\/mar\/2027/)).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(cell(/04\/abr\/2027/)).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('abril 2027')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: new RegExp(`^08:00, ${patient}`) })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cell(/03\/mar\/2027/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/view=day/)
  await expect(event(page)).toBeVisible()
  expect(noise).toEqual([])
})

test('the list is searched by text and status, and the address never holds what was typed', async ({
  page,
  noise,
}) => {
  const practice = await open(page)
  await book(practice, '09:00', '09:45')
  await book(practice, '10:00', '10:45', { patientId: null, title: 'Reunión de equipo' })
  await page.goto(`/app/calendar?view=list&day=${day}`)
  const list = page.getByRole('region', { name: t('agendaViews:list.label') })
  await expect(list.getByRole('button', { name: /Reunión de equipo/ })).toBeVisible()
  await list.getByRole('searchbox').fill('gomez')
  await expect(list.getByRole('button', { name: /Reunión de equipo/ })).toHaveCount(0)
  await expect(list.getByRole('button', { name: new RegExp(`^09:00.*${patient}`) })).toBeVisible()
  expect(page.url()).not.toContain('gomez')
  await list.getByLabel(t('agendaViews:list.status'), { exact: true }).selectOption('no_show')
  await expect(page).toHaveURL(/status=no_show/)
  await expect(list.getByText(/Nada coincide/)).toBeVisible()
  expect(noise).toEqual([])
})

test('status, cancellation with its reason and the start of a session need only the keyboard', async ({
  page,
  noise,
}) => {
  const practice = await open(page)
  await book(practice, '09:00', '09:45')
  await page.goto(`/app/calendar?day=${day}`)
  await event(page).focus()
  await page.keyboard.press('Enter')
  await expect(visitCard(page, t)).toBeFocused()
  await tabTo(page, t('calendar:status.arrived'))
  await page.keyboard.press('Enter')
  await expect(event(page)).toHaveAccessibleName(new RegExp(t('calendar:status.arrived')))
  await expect(stateOf(page, t, 'arrived')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(visitCard(page, t)).toBeHidden()
  await expect(event(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await tabTo(page, t('calendar:status.cancelled'))
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: t('agendaViews:cancelling.title') })
  await expect(question.getByLabel(t('calendar:form.cancelReason'))).toBeFocused()
  await page.keyboard.type('Fiebre')
  await page.keyboard.press('Enter')
  await expect(event(page)).toHaveAccessibleName(new RegExp(`${t('calendar:status.cancelled')}.*Fiebre`))
  await page.getByRole('button', { name: t('buttons:undo') }).click()
  await expect(event(page)).toHaveAccessibleName(new RegExp(t('calendar:status.arrived')))

  await event(page).focus()
  await page.keyboard.press('Enter')
  await tabTo(page, t('agendaViews:card.start'))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/patient\/\d+/)
  await expect(page.getByText(patient).first()).toBeVisible()
  expect(noise).toEqual([])
})

test('an absence is entered, told with who has an appointment in it, and shaded in words', async ({
  page,
  noise,
}) => {
  const practice = await open(page)
  await book(practice, '09:00', '09:45')
  await page.goto(`/app/calendar?day=${day}`)
  await page.getByRole('button', { name: t('calendar:tools.schedules') }).click()
  const dialog = page.getByRole('dialog', { name: t('schedules:title') })
  await dialog.getByRole('button', { name: t('schedules:absence.add') }).click()
  await dialog.getByRole('button', { name: t('schedules:absence.save'), exact: true }).click()
  await expect(dialog.getByText(t('schedules:absence.needsTitle'))).toBeVisible()
  await dialog.getByLabel(t('schedules:absence.title'), { exact: true }).fill('Vacaciones')
  for (const field of ['firstDay', 'lastDay']) {
    await dialog.getByLabel(t(`schedules:absence.${field}`)).fill('03/03/2027')
    await page.keyboard.press('Tab')
  }
  await dialog.getByRole('button', { name: t('schedules:absence.save'), exact: true }).click()
  await expect(
    dialog.getByText(t('schedules:within.title_one', { title: 'Vacaciones', count: 1 })),
  ).toBeVisible()
  await dialog.getByRole('button', { name: new RegExp(`03/mar/2027, 09:00 · ${patient}`) }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('group', { name: /Ausente: Vacaciones/ })).toBeVisible()
  await expect(page.getByText(t('calendar:off.away', { title: 'Vacaciones' })).first()).toBeVisible()
  expect(noise).toEqual([])
})

test('hours that a colleague changed meanwhile are told in words, and nothing typed is lost', async ({
  page,
}) => {
  const practice = await open(page)
  await page.goto(`/app/calendar?day=${day}`)
  await page.getByRole('button', { name: t('calendar:tools.schedules') }).click()
  const dialog = page.getByRole('dialog', { name: t('schedules:title') })
  await dialog.getByLabel(t('schedules:capacity.label')).fill('2')
  const path = `/calendar/schedule/${practice.doctorId}`
  await practice.send('PUT', path, { hours: [{ weekday: 3, from: '10:00', to: '12:00' }], version: 0 })
  const save = dialog.getByRole('button', { name: t('schedules:hours.save') })
  await save.click()
  await expect(dialog.getByText(/mié 10:00–12:00; pacientes a la vez: 1/)).toBeVisible()
  await expect(dialog.getByLabel(t('schedules:capacity.label'))).toHaveValue('2')
  await dialog.getByRole('button', { name: t('common:form.conflict.keepMine') }).click()
  await expect(page.getByText(t('schedules:hours.saved'))).toBeVisible()
})

test('a free time is found and booked', async ({ page, noise }) => {
  await open(page)
  await page.goto(`/app/calendar?day=${day}`)
  await page.getByRole('button', { name: t('calendar:tools.find') }).click()
  const finder = page.getByRole('dialog', { name: t('schedules:free.title') })
  await finder.getByRole('radio', { name: t('schedules:free.parts.afternoon') }).check()
  await finder.getByRole('checkbox', { name: 'jueves' }).check()
  const slot = finder.getByRole('button', { name: /Reservar a las 15:00, jueves 04\/mar\/2027/ })
  await slot.click()
  const form = page.getByRole('dialog', { name: t('calendar:form.newTitle') })
  await form.getByLabel(t('calendar:form.title')).fill('Revisión')
  await form.getByRole('button', { name: t('calendar:form.book') }).click()
  await expect(form).toBeHidden()
  await page.goto('/app/calendar?day=2027-03-04')
  await expect(page.getByRole('button', { name: /^15:00.*Revisión/ })).toBeVisible()
  expect(noise).toEqual([])
})

test('the paper has names and words but no page around them, and notes only where they are asked for', async ({
  page,
}) => {
  const practice = await open(page)
  await book(practice, '09:00', '09:45', { note: 'Traer la radiografía' })
  await page.goto(`/app/calendar?day=${day}`)
  await expect(event(page)).toBeVisible()
  const paper = page.getByRole('article')
  // Once the page has settled the paper is there for the browser's own command as well.
  await expect(async () => {
    await page.emulateMedia({ media: 'screen' })
    await page.waitForTimeout(1000)
    await page.emulateMedia({ media: 'print' })
    await expect(paper).toContainText('Fisioterapia Chapinero', { timeout: 1000 })
  }).toPass()
  await expect(paper.getByRole('row', { name: new RegExp(`09:00–09:45 ${patient}`) })).toContainText(
    t('calendar:status.booked'),
  )
  await expect(paper).not.toContainText('radiografía')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)

  await page.emulateMedia({ media: 'screen' })
  await expect(paper).toHaveCount(0)
  await page.getByRole('button', { name: t('calendar:print') }).click()
  const dialog = page.getByRole('dialog', { name: t('calendar:print') })
  await dialog.getByRole('checkbox').check()
  const printed = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        window.print = () => resolve(document.querySelector('article')?.textContent ?? '')
      }),
  )
  await dialog.getByRole('button', { name: t('agendaViews:paper.print'), exact: true }).click()
  expect(await printed).toContain('Traer la radiografía')
})

demoTest('cards and forms of the agenda are clean for axe', async ({ browser, demo }) => {
  const page = await openSignedIn(browser, demo, { language: 'es' }, t)
  const found: string[] = []
  const look = async (name: string) =>
    found.push(...(await violationsIn(page, schemesFor(name))).map((one) => `${name}: ${one}`))

  for (const size of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('/app/calendar')
    await page.locator('[data-event]').first().focus()
    await page.keyboard.press('Enter')
    await expect(stateOf(page, t, 'cancelled')).toBeVisible()
    await look(`card at ${size.width}`)
    await stateOf(page, t, 'cancelled').press('Enter')
    await expect(page.getByRole('dialog', { name: t('agendaViews:cancelling.title') })).toBeVisible()
    await look(`cancellation at ${size.width}`)
  }

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/app/calendar?view=week&team=true')
  await expect(page.locator('[data-event]').first()).toBeVisible()
  await look('week of the team')
  await page.getByRole('button', { name: t('calendar:tools.schedules') }).click()
  const dialog = page.getByRole('dialog', { name: t('schedules:title') })
  await dialog.getByRole('radio', { name: t('schedules:hours.own') }).check({ force: true })
  await dialog.getByRole('button', { name: t('schedules:absence.add') }).click()
  await dialog.getByRole('checkbox', { name: t('schedules:absence.wholeDays') }).uncheck()
  await look('hours and absences')
  expect(found).toEqual([])
})

demoTest(
  'the week shows one practitioner with the team as bands, or the cards of everybody',
  async ({ browser, demo }) => {
    const page = await openSignedIn(browser, demo, { language: 'es' }, t)
    await page.goto('/app/calendar?view=week')
    const column = (name: string) => page.getByRole('group', { name: new RegExp(`, ${name}, `) })
    await expect(column('Andrés Cifuentes')).toHaveCount(0)
    const alone = await page.locator('[data-event]').count()
    await page.getByRole('button', { name: t('calendar:team'), exact: true }).click()
    await expect(page).toHaveURL(/team=true/)
    await expect(column('Andrés Cifuentes').first()).toBeAttached()
    expect(await page.locator('[data-event]').count()).toBeGreaterThan(alone)
    await page.reload()
    await expect(column('Marta Iglesias').first()).toBeAttached()
  },
)
