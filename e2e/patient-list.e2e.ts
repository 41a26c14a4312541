import { expect } from '@playwright/test'
import { faultsAtEachSize } from './scene/faults.ts'
import { test } from './scene/fixtures.ts'
import { register } from './scene/people.ts'
import { textsIn } from './scene/texts.ts'

const t = textsIn('es')

test('a list of patients that could not be read tells the number of the failure, and is read again when asked to', async ({
  page,
  noise,
}) => {
  await register(page, 'es')
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
  const said = t('error:numbered', { text: t('error:general_error'), reference })
  await expect(page.getByText(said)).toBeVisible()
  await expect(page.getByText(t('common:couldNotLoad'))).toBeVisible()
  expect(await faultsAtEachSize(page, 'list')).toEqual([])
  await page.getByRole('button', { name: t('buttons:retry') }).click()
  await expect(page.getByText(t('patient:list.empty.title'))).toBeVisible()
  await expect(page.getByText(t('common:couldNotLoad'))).toBeHidden()
  expect(noise).toEqual([])
})

test('the dialog of a new patient asks before what was typed is lost, whichever way it is left', async ({
  page,
  noise,
}) => {
  await register(page, 'es')
  await page.goto('/app/patient')
  const open = page.getByRole('button', { name: t('patient:list.new') }).first()
  await open.click()
  const dialog = page.getByRole('dialog', { name: t('patient:form.newTitle') })
  await dialog
    .getByRole('button', { name: t('common:form.cancel') })
    .last()
    .click()
  await expect(dialog).toBeHidden()

  await open.click()
  const name = dialog.getByRole('textbox', { name: t('patient:form.firstName') })
  await name.fill('Mariana')
  const question = page.getByRole('dialog', { name: t('common:form.leave.title') })
  const leave = dialog.getByRole('button', { name: t('common:form.cancel') })
  for (const go of [
    () => page.keyboard.press('Escape'),
    () => leave.first().click(),
    () => leave.last().click(),
    () => page.mouse.click(4, 4),
    () => page.evaluate(() => window.history.back()),
  ]) {
    await go()
    await question
      .getByRole('button', { name: t('common:form.leave.stay') })
      .last()
      .click()
    await expect(question).toBeHidden()
    await expect(name).toHaveValue('Mariana')
  }
  await leave.last().click()
  await question.getByRole('button', { name: t('common:form.leave.confirm') }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/app\/patient$/)

  await open.click()
  await expect(name).toHaveValue('')
  await name.fill('Mariana')
  await dialog.getByRole('textbox', { name: t('patient:form.lastName') }).fill('Gómez Lara')
  await dialog.getByRole('button', { name: t('patient:form.create') }).click()
  await page.waitForURL(/\/app\/patient\/\d+/)
  await expect(question).toBeHidden()
  expect(noise).toEqual([])
})
