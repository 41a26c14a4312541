import { expect, type Locator, type Page } from '@playwright/test'
import { test as demoTest } from '../scene/demo.ts'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register, signIn } from '../scene/people.ts'
import { askForSeries, comingMonday, dayAfter, openAgenda } from '../scene/series.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'
import { editVisit, followFromCard, stateOf, visitCard } from '../scene/visit-card.ts'

const t = textsIn('es')
const monday = comingMonday()
const mariana = 'Mariana Gómez'
const carlos = 'Carlos Peña'
const irene = 'Irene Castellanos'

/** Speaks to the server as the page does, past the screen. */
const openApi = async (page: Page) => {
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const headers = { authorization: `Bearer ${token}` }
  const read = async (path: string): Promise<never> =>
    ((await (await page.request.get(`/api${path}`, { headers })).json()) as { payload: never }).payload
  const send = async (method: 'POST' | 'PUT', path: string, data: unknown): Promise<{ id: number }> => {
    const answer = await page.request.fetch(`/api${path}`, { method, headers, data })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return ((await answer.json()) as { payload: { id: number } }).payload
  }
  return {
    waiting: async (): Promise<string[]> =>
      ((await read('/waitlist')) as { patientName: string }[]).map(({ patientName }) => patientName),
    wait: (patientId: number | undefined, wishes: Record<string, unknown> = {}) =>
      send('POST', '/waitlist', { patientId, minutes: 30, ...wishes }),
    patient: async (id: number): Promise<Record<string, unknown>> => await read(`/patient/${id}`),
    changePatient: (id: number | undefined, change: Record<string, unknown>) =>
      send('PUT', `/patient/${id}`, change),
    changePractice: (change: Record<string, unknown>) => send('PUT', '/settings/practice', change),
  }
}

const card = (page: Page, name = mariana) => page.locator('[data-event]').filter({ hasText: name }).first()
const openDay = async (page: Page, day = monday) => {
  await page.goto(`/app/calendar?day=${day}`)
  await expect(page.getByRole('button', { name: t('calendar:new') }).first()).toBeVisible()
}

const cancelByCard = async (page: Page, words: Texts = t): Promise<void> => {
  await card(page).focus()
  await page.keyboard.press('Enter')
  await stateOf(page, words, 'cancelled').press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('agendaViews:cancelling.confirm'), exact: true })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(
    page.getByText(words('calendar:result.state', { name: mariana, status: '' }).trim()),
  ).toBeVisible()
}

const startField = (dialog: Locator, words: Texts = t) =>
  dialog.getByLabel(words('calendar:form.start'), { exact: true })

const patientField = (dialog: Locator, words: Texts = t) =>
  dialog.getByRole('textbox', { name: words('calendar:form.patient'), exact: true })

test('whoever waits for such a time is named after a cancellation, booked with two presses and waits no more', async ({
  page,
  noise,
}) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [mariana, carlos, irene])
  const api = await openApi(page)
  await agenda.book(mariana, monday, '10:00')
  await api.wait(agenda.patients[carlos], { from: '10:15' })
  await api.wait(agenda.patients[irene], { weekdays: [3] })
  await openDay(page)

  await cancelByCard(page)
  const notice = page.getByText(/1 paciente espera un hueco así: .*10:00–10:45/)
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: t('waitList:freed.see'), exact: true }).click()
  const list = page.getByRole('dialog', { name: t('waitList:title') })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('button', { name: t('waitList:fitting.bookFor', { name: carlos }) }).click()

  const form = page.getByRole('dialog', { name: t('calendar:form.newTitle') })
  await expect(list).toBeHidden()
  await expect(patientField(form)).toHaveValue(carlos)
  // The length that is wished, from when the patient can come.
  await expect(startField(form)).toHaveValue('10:15')
  await expect(form.getByLabel(t('calendar:form.duration'))).toHaveValue('30')
  await form.getByRole('button', { name: t('calendar:form.book') }).click()
  await expect(form).toBeHidden()
  await expect(notice).toBeHidden()
  await expect.poll(() => agenda.visitsOf(carlos)).toEqual([`${monday} 10:15`])
  await expect.poll(api.waiting).toEqual([irene])
  expect(noise).toEqual([])
})

test('nothing is said where nobody waits for such a time, nor once the cancellation was taken back', async ({
  page,
}) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [mariana, carlos])
  const api = await openApi(page)
  await agenda.book(mariana, monday, '10:00')
  const { id } = await api.wait(agenda.patients[carlos], { weekdays: [2] })
  await openDay(page)
  const offer = page.getByRole('button', { name: t('waitList:freed.see'), exact: true })

  const asked = page.waitForResponse(/\/waitlist\/fitting\//)
  await cancelByCard(page)
  await asked
  await expect(offer).toHaveCount(0)
  await page.getByRole('button', { name: t('buttons:undo') }).click()
  await expect(card(page)).toHaveAccessibleName(new RegExp(t('calendar:status.booked')))

  await page.request.put(`/api/waitlist/${id}`, {
    headers: {
      authorization: `Bearer ${await page.evaluate(() => sessionStorage.getItem('appToken'))}`,
    },
    data: { weekdays: [] },
  })
  await cancelByCard(page)
  await expect(offer).toBeVisible()
  await page.getByRole('button', { name: t('buttons:undo') }).click()
  await expect(offer).toBeHidden()

  // A deleted one gives its time up too, and the notice can be put away.
  await card(page).focus()
  await page.keyboard.press('Delete')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('calendar:remove.confirm'), exact: true })
    .click()
  await expect(offer).toBeVisible()
  await page.getByRole('button', { name: t('waitList:freed.close') }).click()
  await expect(offer).toBeHidden()
})

test('of a series that goes, each time is offered to those for whom it would do', async ({ page }) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [mariana, carlos])
  const api = await openApi(page)
  await api.wait(agenda.patients[carlos])
  const dialog = await askForSeries(page, t, monday, mariana)
  await dialog.getByRole('button', { name: t('series:save.book_other', { count: 6 }) }).click()
  await expect(dialog).toBeHidden()

  await card(page).focus()
  await page.keyboard.press('Delete')
  const removing = page.getByRole('dialog', { name: t('series:title.remove') })
  await removing.getByRole('radio', { name: t('series:scope.all') }).check()
  await removing.getByRole('button', { name: t('series:remove.confirm.all') }).click()
  await expect(page.getByText(t('waitList:freed.several_one', { count: 1 }))).toBeVisible()
  await expect(page.getByRole('button', { name: t('series:undo.button') })).toBeVisible()
  await page.getByRole('button', { name: t('waitList:freed.see'), exact: true }).click()
  const list = page.getByRole('dialog', { name: t('waitList:title') })
  const times = list.getByLabel(t('waitList:freed.times'))
  await times.selectOption({ index: 1 })
  await list.getByRole('button', { name: t('waitList:fitting.bookFor', { name: carlos }) }).click()
  const form = page.getByRole('dialog', { name: t('calendar:form.newTitle') })
  await form.getByRole('button', { name: t('calendar:form.book') }).click()
  await expect.poll(() => agenda.visitsOf(carlos)).toEqual([`${dayAfter(monday, 7)} 10:00`])
  await expect.poll(api.waiting).toEqual([])
})

test('the wait list opens from the agenda, and a visit puts its patient on it by keyboard alone', async ({
  page,
  noise,
}) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [mariana])
  const api = await openApi(page)
  await agenda.book(mariana, monday, '10:00')
  await openDay(page)
  await card(page).focus()
  await page.keyboard.press('Enter')
  await visitCard(page, t)
    .getByRole('button', { name: t('agendaViews:card.wait') })
    .press('Enter')
  const adding = page.getByRole('dialog', { name: t('waitList:form.newTitle') })
  await expect(patientField(adding)).toHaveValue(mariana)
  await adding.getByLabel(t('waitList:form.note')).focus()
  await page.keyboard.type('Prefiere por la mañana')

  // Escape asks about what was typed, and the list below stays.
  await page.keyboard.press('Escape')
  await expect(page.getByText(t('common:form.leave.text'))).toBeVisible()
  await page.getByRole('button', { name: t('common:form.leave.stay') }).click()
  await adding.getByRole('button', { name: t('waitList:form.add') }).focus()
  await page.keyboard.press('Enter')
  await expect(adding).toBeHidden()
  const list = page.getByRole('dialog', { name: t('waitList:title') })
  await expect(list.getByRole('listitem')).toContainText(['Prefiere por la mañana'])
  expect(await api.waiting()).toEqual([mariana])
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(card(page)).toBeFocused()

  await page.getByRole('button', { name: t('calendar:tools.wait') }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  expect(noise).toEqual([])
})

test('a patient who is not there yet is registered inside the booking, and nothing typed there is lost', async ({
  page,
  noise,
}) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [mariana])
  await openDay(page)
  await page
    .getByRole('button', { name: t('calendar:new') })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: t('calendar:form.title') }).fill('Primera valoración')
  await startField(form).fill('11:15')

  // Somebody who is there comes first; the new one is offered below.
  await patientField(form).fill('Mariana')
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(mariana)
  await expect(page.getByRole('option', { name: t('calendar:form.patientNew') })).toBeVisible()

  // Whoever is used to press the arrow first still gets the one who was found.
  const [found, other] = [
    page.getByRole('option', { name: mariana }),
    page.getByRole('option', { name: t('calendar:form.patientNew') }),
  ]
  await patientField(form).press('ArrowDown')
  await expect(found).toHaveAttribute('data-combobox-selected', 'true')
  await patientField(form).press('ArrowDown')
  await expect(other).toHaveAttribute('data-combobox-selected', 'true')

  await patientField(form).fill('Lucía Ferrer Mas')
  await expect(page.getByText(t('calendar:form.patientNone', { text: 'Lucía Ferrer Mas' }))).toBeVisible()
  await patientField(form).press('Enter')
  const newcomer = page.getByRole('dialog', { name: t('appointment:newcomer.title') })
  await expect(newcomer.getByLabel(t('patient:form.firstName'))).toHaveValue('Lucía')
  await expect(newcomer.getByLabel(t('patient:form.lastName'))).toHaveValue('Ferrer Mas')
  await expect(newcomer.getByLabel(t('patient:form.mobile'))).toBeFocused()
  await page.keyboard.type('300 123 4567')
  await page.keyboard.press('Tab')
  await page.keyboard.type('lucia')
  await page.keyboard.press('Enter')
  await expect(newcomer).toContainText(t('error:field_email'))
  await expect(newcomer.getByLabel(t('patient:form.email'))).toBeFocused()

  // Going back asks about what was typed of the patient, and keeps the booking.
  await page.keyboard.press('Escape')
  await expect(page.getByText(t('appointment:newcomer.discard'))).toBeVisible()
  await page.getByRole('button', { name: t('common:form.leave.stay') }).click()
  await newcomer.getByLabel(t('patient:form.email')).fill('lucia@example.test')
  await page.keyboard.press('Enter')
  await expect(newcomer).toBeHidden()

  await expect(patientField(form)).toHaveValue('Lucía Ferrer Mas')
  await expect(form.getByRole('textbox', { name: t('calendar:form.title') })).toHaveValue(
    'Primera valoración',
  )
  await expect(startField(form)).toHaveValue('11:15')
  await expect(form.getByRole('button', { name: t('calendar:form.book') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect.poll(() => agenda.visitsOf('Lucía Ferrer Mas')).toEqual([`${monday} 11:15`])
  expect(noise).toEqual([])
})

test('the follow-up and the file of its patient are one press away from the card of an appointment and from its form', async ({
  page,
}) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [mariana])
  await agenda.book(mariana, monday, '10:00')
  await openDay(page)
  await editVisit(page, card(page), t)
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: t('calendar:form.title') }).fill('Rodilla')

  // Once something is typed that would be lost, the link does not go there.
  await form.getByRole('link', { name: t('appointment:start') }).click()
  await expect(page.getByText(t('common:form.leave.text'))).toBeVisible()
  await page.getByRole('button', { name: t('common:form.leave.stay') }).click()
  await expect(form.getByRole('textbox', { name: t('calendar:form.title') })).toHaveValue('Rodilla')
  await form.getByRole('button', { name: t('calendar:form.save') }).click()
  await expect(form).toBeHidden()

  await card(page).click()
  const file = `/app/patient/${agenda.patients[mariana]}`
  const start = form.getByRole('link', { name: t('agendaViews:card.start') })
  await followFromCard(page, start, new RegExp(`${file}\\?.*write=followup`))
  await expect(page.getByRole('heading', { name: mariana, level: 1 })).toBeVisible()
  await page.goBack()
  await card(page).click()
  const open = form.getByRole('link', { name: t('calendar:form.openFile') })
  await followFromCard(page, open, new RegExp(`${file}$`))
})

demoTest(
  'reception goes to the file from an appointment, and has no session to begin',
  async ({ browser, demo }) => {
    const context = await browser.newContext({ baseURL: demo.url, timezoneId: 'America/Bogota' })
    const page = await context.newPage()
    await signIn(page, t, { email: 'patricia', password: 'agenda-clara-63' })
    const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
    const headers = { authorization: `Bearer ${token}` }
    const me = await (await page.request.get('/api/auth/me', { headers })).json()
    const range = `${dayAfter(monday, -14)}/${dayAfter(monday, 14)}`
    const path = `/api/calendar/appointments/${me.payload.practice.id}/${range}`
    const { payload } = await (await page.request.get(path, { headers })).json()
    const events: { id: number; start: string; patientId: number | null; status: string }[] = payload.flatMap(
      (one: { events: never[] }) => one.events,
    )
    const visit = events.find(({ patientId, status }) => patientId !== null && status === 'booked')
    if (!visit) throw new Error('nobody is booked in the demo practice')
    const day = new Date(Date.parse(visit.start) - 5 * 3_600_000).toISOString().slice(0, 10)
    await page.goto(`/app/calendar?day=${day}`)
    await page.locator(`[data-event="${visit.id}"]`).click()
    const form = page.getByRole('dialog')
    await expect(form.getByRole('link', { name: t('calendar:form.openFile') })).toBeVisible()
    await expect(form.getByRole('link', { name: t('agendaViews:card.start') })).toHaveCount(0)
    await context.close()
  },
)

test('what the patient was told is seen in the form, and a confirmation or a prepared message sent from there', async ({
  page,
  context,
  noise,
}) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [mariana])
  const api = await openApi(page)
  const id = agenda.patients[mariana]
  await agenda.book(mariana, monday, '10:00')
  await openDay(page)
  await editVisit(page, card(page), t)
  const form = page.getByRole('dialog')
  const told = form.getByRole('region', { name: t('appointment:messages.title') })
  const confirm = told.getByRole('button', { name: t('appointment:messages.confirm') })
  const write = told.getByRole('button', { name: t('appointment:prepared.open') })
  await expect(told).toContainText(t('appointment:messages.none'))
  await confirm.click()
  await expect(told.getByRole('alert')).toHaveText(t('error:patient_without_email'))
  await write.click()
  await expect(told).toContainText(t('appointment:prepared.noMobile'))

  await api.changePatient(id, { email: 'mariana@example.test', mobile: '300 123 4567', language: 'it' })
  await write.click()
  await write.click()
  const text = /presso Fisioterapia Chapinero è (lunedì|martedì|mercoledì) \d+ \p{L}+ \d{4} alle 10:00/u
  await expect(told.locator('blockquote')).toHaveText(text)
  const whatsapp = told.getByRole('link', { name: t('appointment:prepared.whatsapp') })
  const href = new URL((await whatsapp.getAttribute('href')) ?? '')
  expect(href.origin + href.pathname).toBe('https://wa.me/573001234567')
  expect(href.searchParams.get('text')).toMatch(text)
  const sms = await told.getByRole('link', { name: t('appointment:prepared.sms') }).getAttribute('href')
  expect(sms).toMatch(/^sms:3001234567\?&body=Buongiorno/)
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
  const opened = page.waitForEvent('popup')
  await whatsapp.click()
  await (await opened).close()

  await confirm.click()
  await expect(page.getByText(t('common:information.mailUnderWay'))).toBeVisible()
  await expect(told.getByRole('listitem')).toContainText([
    new RegExp(`${t('appointment:messages.kind.confirmation')}: se envió el`),
  ])

  // What is not saved yet is not told.
  await form.getByRole('textbox', { name: t('calendar:form.title') }).fill('Rodilla')
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await expect(confirm).toHaveAccessibleDescription(t('appointment:messages.saveFirst'))
  await form.getByRole('button', { name: t('calendar:form.save') }).click()
  await expect(form).toBeHidden()

  await api.changePatient(id, { mailReminders: false })
  await editVisit(page, card(page), t)
  await confirm.click()
  await expect(told.getByRole('alert')).toHaveText(t('error:patient_opted_out'))
  await form.getByLabel(t('calendar:form.status')).selectOption('cancelled')
  await form.getByRole('button', { name: t('calendar:form.save') }).click()
  await expect(form).toBeHidden()
  await editVisit(page, card(page), t)
  await expect(write).toHaveCount(0)
  await confirm.click()
  await expect(told.getByRole('alert')).toHaveText(t('error:appointment_not_ahead'))
  expect(noise).toEqual([])
})

test('language and mails of a patient are chosen in their data and seen on the file, and a colleague’s change stays', async ({
  page,
}) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [mariana])
  const api = await openApi(page)
  const id = agenda.patients[mariana] ?? 0
  await api.changePatient(id, { email: 'mariana@example.test' })
  await page.goto(`/app/patient/${id}`)
  const edit = async () => {
    await page.getByRole('button', { name: t('patient:head.more') }).click()
    await page.getByRole('menuitem', { name: t('patient:head.edit') }).click()
  }
  const form = page.getByRole('dialog')
  const language = form.getByLabel(t('patient:form.language'))
  const head = page.getByRole('banner').or(page.locator('header'))
  // What is the practice's own goes without saying.
  await expect(head.getByText(t('patient:head.locked'))).toBeVisible()
  await expect(head.getByText(t('patient:head.mails', { language: 'Español' }))).toBeHidden()

  await edit()
  await language.selectOption('it')
  await form.getByRole('button', { name: t('patient:form.save') }).click()
  await expect(form).toBeHidden()
  await expect(head.getByText(t('patient:head.mails', { language: 'Italiano' }))).toBeVisible()

  await edit()
  await form.getByLabel(t('patient:form.mailReminders')).uncheck()
  await form.getByLabel(t('patient:form.mobile')).fill('300 123 4567')
  await api.changePatient(id, { phone: '601 555', mobile: '300 999 9999' })
  await form.getByRole('button', { name: t('patient:form.save') }).click()
  await expect(form).toContainText(t('common:form.conflict.colleague'))
  await expect(form).toContainText('300 999 9999')
  await form.getByRole('button', { name: t('common:form.conflict.keepMine') }).click()
  await expect(form).toBeHidden()
  await expect(head.getByText(t('patient:head.noMails'))).toBeVisible()
  expect(await api.patient(id)).toMatchObject({
    language: 'it',
    mailReminders: false,
    mobile: '300 123 4567',
    phone: '601 555',
  })
})

for (const language of languagesFrom('es')) {
  test(`what opens over the agenda is clean for axe and stands in 360 px (${language})`, async ({ page }) => {
    const words = textsIn(language)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await register(page, language)
    const agenda = await openAgenda(page, [mariana, carlos])
    const api = await openApi(page)
    await api.changePatient(agenda.patients[mariana], { mobile: '300 123 4567' })
    await agenda.book(mariana, monday, '10:00')
    await api.wait(agenda.patients[carlos], { note: 'Avisar por la mañana', from: '10:00', to: '24:00' })
    const found: string[] = []
    const look = async (what: string) => {
      found.push(...(await faultsAtEachSize(page, what)))
    }

    await page.goto(`/app/calendar?day=${monday}`)
    await editVisit(page, card(page), words)
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: words('appointment:prepared.open') }).click()
    await expect(form.locator('blockquote')).toBeVisible()
    await form.getByRole('button', { name: words('appointment:messages.confirm') }).click()
    await expect(form.getByRole('alert')).toBeVisible()
    await look('messages')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()

    await page
      .getByRole('button', { name: words('calendar:new') })
      .first()
      .click()
    await patientField(form, words).fill('Carlos')
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2)
    await look('a patient who was found')
    await patientField(form, words).fill('Nadie Todavía')
    await expect(page.getByRole('option', { name: words('calendar:form.patientNew') })).toBeVisible()
    await look('the offer of a new patient')
    await page.getByRole('option', { name: words('calendar:form.patientNew') }).click()
    await form.getByLabel(words('patient:form.email')).fill('x')
    await page.keyboard.press('Enter')
    await expect(form).toContainText(words('error:field_email'))
    await look('a new patient')
    await form.getByLabel(words('patient:form.email')).fill('')
    await form.getByRole('button', { name: words('appointment:newcomer.back') }).click()
    await page.getByRole('button', { name: words('common:form.leave.confirm') }).click()
    await form
      .getByRole('button', { name: words('common:form.cancel') })
      .last()
      .click()
    await expect(form).toBeHidden()

    await cancelByCard(page, words)
    await expect(page.getByRole('button', { name: words('waitList:freed.see'), exact: true })).toBeVisible()
    await look('the notice')
    await page.getByRole('button', { name: words('waitList:freed.see'), exact: true }).click()
    const list = page.getByRole('dialog', { name: words('waitList:title') })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await look('who would fit')
    await list.getByRole('button', { name: words('waitList:fitting.all') }).click()
    await list.getByRole('button', { name: words('waitList:add') }).click()
    await expect(page.getByRole('dialog', { name: words('waitList:form.newTitle') })).toBeVisible()
    await look('somebody who waits')
    expect(found).toEqual([])
  })
}
