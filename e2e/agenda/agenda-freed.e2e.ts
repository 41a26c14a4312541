import { expect, type Page } from '@playwright/test'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { askForSeries, comingMonday, openAgenda } from '../scene/series.ts'
import { textsIn } from '../scene/texts.ts'

const t = textsIn('es')
const monday = comingMonday()
const mariana = 'Mariana Gómez'
const carlos = 'Carlos Peña'

const card = (page: Page, name = mariana) => page.locator('[data-event]').filter({ hasText: name }).first()

/** Moves the appointment down with the keyboard, by so many quarters of an hour. */
const moveDown = async (page: Page, quarters: number): Promise<void> => {
  await card(page).focus()
  await page.keyboard.press('m')
  for (let quarter = 0; quarter < quarters; quarter += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

const putOnList = async (page: Page, patientId: number | undefined): Promise<void> => {
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const answer = await page.request.post('/api/waitlist', {
    headers: { authorization: `Bearer ${token}` },
    data: { patientId, minutes: 30 },
  })
  expect(answer.ok()).toBe(true)
}

test('a visit that is moved away offers its time to whoever waits for such a one, until it comes back', async ({
  page,
  noise,
}) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [mariana, carlos])
  await agenda.book(mariana, monday, '10:00')
  await putOnList(page, agenda.patients[carlos])
  await page.goto(`/app/calendar?day=${monday}`)
  const notice = page.getByText(/1 paciente espera un hueco así: .*10:00–10:45/)
  const offer = page.getByRole('button', { name: t('waitList:freed.see'), exact: true })

  const asked = new Set<string>()
  page.on('request', (request) => {
    const [, start] = /\/waitlist\/fitting\/([^/]+)/.exec(decodeURIComponent(request.url())) ?? []
    if (start) asked.add(start)
  })

  // Half an hour later it still stands in a part of its time.
  await moveDown(page, 2)
  await expect.poll(() => agenda.visitsOf(mariana)).toEqual([`${monday} 10:30`])
  await expect(offer).toHaveCount(0)
  await page.getByRole('button', { name: t('buttons:undo') }).click()
  await expect.poll(() => agenda.visitsOf(mariana)).toEqual([`${monday} 10:00`])

  await moveDown(page, 4)
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: t('buttons:undo') }).click()
  await expect.poll(() => agenda.visitsOf(mariana)).toEqual([`${monday} 10:00`])
  await expect(offer).toHaveCount(0)

  await moveDown(page, 4)
  await expect(notice).toBeVisible()
  await offer.click()
  const list = page.getByRole('dialog', { name: t('waitList:title') })
  await list.getByRole('button', { name: t('waitList:fitting.bookFor', { name: carlos }) }).click()
  const form = page.getByRole('dialog', { name: t('calendar:form.newTitle') })
  await form.getByRole('button', { name: t('calendar:form.book') }).click()
  await expect(form).toBeHidden()
  await expect.poll(() => agenda.visitsOf(carlos)).toEqual([`${monday} 10:00`])
  await expect(notice).toBeHidden()
  // Neither a time of which a part is still taken was asked about, nor those it came back from. Bogotá is at UTC−5.
  expect([...asked]).toEqual([`${monday}T15:00:00Z`])
  expect(noise).toEqual([])
})

test('a series that is moved away offers each of its times', async ({ page }) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [mariana, carlos])
  await putOnList(page, agenda.patients[carlos])
  const dialog = await askForSeries(page, t, monday, mariana)
  await dialog.getByRole('button', { name: t('series:save.book_other', { count: 6 }) }).click()
  await expect(dialog).toBeHidden()

  await moveDown(page, 4)
  const moving = page.getByRole('dialog', { name: t('series:title.move') })
  await moving.getByRole('radio', { name: t('series:scope.all') }).check()
  await moving.getByRole('button', { name: t('series:save.series') }).click()
  await expect(moving).toBeHidden()
  await expect(page.getByText(t('waitList:freed.several_one', { count: 1 }))).toBeVisible()
  await page.getByRole('button', { name: t('waitList:freed.see'), exact: true }).click()
  const times = page.getByRole('dialog', { name: t('waitList:title') }).getByLabel(t('waitList:freed.times'))
  await expect(times.getByRole('option')).toHaveCount(6)
  await expect(times.getByRole('option').first()).toContainText('10:00–11:00')
})
