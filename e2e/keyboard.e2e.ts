import { expect } from '@playwright/test'
import { test } from './scene/fixtures.ts'
import { expectVisibleFocus, tabTo } from './scene/keys.ts'
import { password, register } from './scene/people.ts'
import { textsIn } from './scene/texts.ts'

const t = textsIn('es')

test('signing in, booking, moving and writing a follow-up take the keyboard alone', async ({
  page,
  noise,
}) => {
  const somebody = await register(page, 'es')
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const headers = { authorization: `Bearer ${token}` }
  const patient = (
    (await (
      await page.request.post('/api/patient', {
        headers,
        data: { firstName: 'Mariana', lastName: 'Gómez Lara' },
      })
    ).json()) as { payload: { id: number } }
  ).payload
  const record = {
    ownerId: patient.id,
    type: 'control',
    subtype: 'case',
    recordClassId: 'case_default',
    data: { name: 'Manguito rotador' },
  }
  await page.request.post('/api/record', { headers, data: record })
  await page.context().clearCookies()
  await page.evaluate(() => sessionStorage.clear())

  await page.goto('/login')
  await tabTo(page, t('auth:username'))
  await page.keyboard.type(somebody.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/dashboard')

  await page.goto('/app/calendar')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await tabTo(page, /Hueco a las/)
  await expectVisibleFocus(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: t('calendar:form.newTitle') })
  await expect(dialog.getByRole('textbox', { name: t('calendar:form.patient'), exact: true })).toBeFocused()
  await page.keyboard.type('mariana')
  await expect(page.locator('[data-combobox-selected]')).toContainText('Mariana')
  await page.keyboard.press('Enter')
  await tabTo(page, t('calendar:form.book'))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const event = page.getByRole('button', { name: /Mariana Gómez Lara/ })
  await expect(event).toBeVisible()
  const before = await event.getAttribute('aria-label')

  await event.focus()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => event.getAttribute('aria-label')).not.toBe(before)

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('mariana')
  await expect(page.getByRole('option', { name: /Mariana/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/patient\/\d+/)
  await expect(page.getByRole('heading', { name: /Mariana/ })).toBeVisible()
  await tabTo(page, t('patient:head.startFollowUp'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: t('module:followup_patientObs') })).toBeVisible()
  await tabTo(page, t('module:followup_patientObs'))
  await expectVisibleFocus(page)
  await page.keyboard.type('Escrito sin ratón.')
  await tabTo(page, t('record:editor.saveAndClose'))
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('record:title.followUp', { number: 1 })).first()).toBeVisible()
  expect(noise).toEqual([])
})
