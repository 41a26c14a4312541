import { expect, type Page } from '@playwright/test'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { editVisit } from '../scene/visit-card.ts'

const t = textsIn('es')

const prepare = async (page: Page): Promise<void> => {
  await register(page, 'es')
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.post('/api/patient', {
    headers,
    data: { firstName: 'Mariana', lastName: 'Gómez Lara' },
  })
  const { payload } = (await answer.json()) as { payload: { id: number } }
  const record = {
    ownerId: payload.id,
    type: 'control',
    subtype: 'case',
    recordClassId: 'case_default',
    data: { name: 'Manguito rotador' },
  }
  await page.request.post('/api/record', { headers, data: record })
}

const event = (page: Page) => page.getByRole('button', { name: /Mariana Gómez Lara/ })
const book = (page: Page) => page.getByRole('dialog').getByRole('button', { name: t('calendar:form.book') })

test('somebody without a next visit is booked from Today in two clicks, moved with the mouse and deleted', async ({
  page,
  noise,
}) => {
  await prepare(page)
  await page.goto('/app/dashboard')
  const wish = page.getByRole('link', { name: t('dashboard:bookFor', { name: 'Mariana Gómez Lara' }) })
  await wish.click()
  const patient = page
    .getByRole('dialog')
    .getByRole('textbox', { name: t('calendar:form.patient'), exact: true })
  await expect(patient).toHaveValue('Mariana Gómez Lara')
  await expect(page).not.toHaveURL(/new=true/)
  // Whoever does not book after all is where the wish came from.
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/app\/dashboard/)
  await wish.click()
  await book(page).click()
  await expect(event(page)).toBeVisible()

  const before = await event(page).getAttribute('aria-label')
  // At night the grid shows the hours of now; the appointment is tomorrow morning.
  await event(page).hover()
  const box = await event(page).boundingBox()
  if (!box) throw new Error('the appointment has no place on the page')
  await page.mouse.move(box.x + box.width / 2, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + 60, { steps: 5 })
  await page.mouse.move(box.x + box.width / 2, box.y + 82, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => event(page).getAttribute('aria-label')).not.toBe(before)

  await editVisit(page, event(page), t)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('calendar:form.delete'), exact: true })
    .click()
  const question = page.getByRole('dialog', { name: t('calendar:remove.title') })
  await question.getByRole('button', { name: t('calendar:remove.confirm'), exact: true }).click()
  await expect(event(page)).toHaveCount(0)
  expect(noise).toEqual([])
})

test('a double booking is refused with words and made only when it is wanted', async ({ page }) => {
  await prepare(page)
  const form = page.getByRole('dialog')
  const start = form.getByRole('textbox', { name: t('calendar:form.start') })
  const openBlock = async (title: string): Promise<void> => {
    await page.goto('/app/calendar?new=true&day=2027-03-01')
    await form.getByRole('textbox', { name: t('calendar:form.title') }).fill(title)
  }
  await openBlock('Reunión de equipo')
  const taken = await start.inputValue()
  await book(page).click()
  await expect(page.getByRole('button', { name: /Reunión de equipo/ })).toBeVisible()
  // What is proposed next is free: the same time is asked for on purpose.
  await openBlock('Llamada')
  await expect(start).not.toHaveValue(taken)
  await start.fill(taken)
  await book(page).click()
  await expect(page.getByRole('dialog')).toContainText('Reunión de equipo')
  const anyway = page.getByRole('button', { name: t('calendar:overlap.bookAnyway') })
  await anyway.click()
  await expect(page.getByRole('dialog')).toContainText(t('calendar:overlap.needsReason'))
  await page.getByLabel(t('calendar:overlap.reason')).fill('Es por teléfono')
  await anyway.click()
  await expect(page.getByRole('button', { name: /Llamada/ })).toBeVisible()
})
