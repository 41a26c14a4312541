import { expect, type Page } from '@playwright/test'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'

const t = textsIn('es')

/** Enters a closure of the practice as somebody else would, from another device. */
const enterClosure = async (page: Page, title: string): Promise<void> => {
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const start = new Date(Date.now() + 86_400_000).toISOString()
  const end = new Date(Date.now() + 2 * 86_400_000).toISOString()
  const answer = await page.request.post('/api/absence', {
    headers: { authorization: `Bearer ${token}` },
    data: { doctorId: null, title, start, end },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test('typed hours stay when they cannot be read anew, and an absence being written is not left for another', async ({
  page,
}) => {
  await register(page, 'es')
  const streams = page.waitForRequest('**/api/events')
  await page.goto('/app/calendar')
  await streams
  await page.getByRole('button', { name: t('calendar:tools.schedules') }).click()
  const dialog = page.getByRole('dialog', { name: t('schedules:title') })
  const capacity = dialog.getByLabel(t('schedules:capacity.label'))
  await capacity.fill('4')

  await page.route('**/api/calendar/schedules', (route) => route.fulfill({ status: 500 }))
  const failed = page.waitForResponse('**/api/calendar/schedules')
  await enterClosure(page, 'Puente')
  expect((await failed).status()).toBe(500)
  await expect(capacity).toHaveValue('4')
  await page.unroute('**/api/calendar/schedules')

  await dialog.getByRole('button', { name: t('schedules:undoChanges') }).click()
  await dialog.getByLabel(t('schedules:who')).selectOption('practice')
  const change = dialog.getByRole('button', { name: /Puente/ }).first()
  await expect(change).toBeVisible()
  await dialog.getByRole('button', { name: t('schedules:absence.addClosure') }).click()
  const title = dialog.getByLabel(t('schedules:absence.title'), { exact: true })
  await expect(title).toBeFocused()
  await title.fill('Curso')
  await expect(change).toHaveCount(0)
  await dialog.getByRole('button', { name: t('schedules:cancel'), exact: true }).click()
  await page.getByRole('button', { name: t('common:form.leave.stay') }).click()
  await expect(title).toHaveValue('Curso')
  await dialog.getByRole('button', { name: t('schedules:cancel'), exact: true }).click()
  await page.getByRole('button', { name: t('common:form.leave.confirm') }).click()
  await expect(change).toBeVisible()
})
