import { expect } from '@playwright/test'
import { faultsAtEachSize } from './faults.ts'
import { test } from './fixtures.ts'
import { register } from './people.ts'
import { textsIn } from './texts.ts'

const t = textsIn('es')

test('a list of patients that could not be read tells the number of the failure, and is read again when asked to', async ({
  page,
  noise,
}) => {
  await register(page, t, 'es')
  const reference = '7f3a9c21'
  await page.route(
    '**/api/patient?*',
    (route) =>
      route.fulfill({
        status: 500,
        json: { errors: [{ code: '0001', message: 'general_error', params: { reference } }] },
      }),
    { times: 1 },
  )
  await page.goto('/app/patient')
  await expect(page.getByText(t('error:general_error', { reference }))).toBeVisible()
  await expect(page.getByText(t('common:couldNotLoad'))).toBeVisible()
  expect(await faultsAtEachSize(page, 'list')).toEqual([])
  await page.getByRole('button', { name: t('buttons:retry') }).click()
  await expect(page.getByText(t('patient:list.empty.title'))).toBeVisible()
  await expect(page.getByText(t('common:couldNotLoad'))).toBeHidden()
  expect(noise).toEqual([])
})
