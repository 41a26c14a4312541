import { expect, type Page } from '@playwright/test'
import { tokenOf } from './scene/colleagues.ts'
import { faultsAtEachSize } from './scene/faults.ts'
import { test } from './scene/fixtures.ts'
import { register } from './scene/people.ts'
import { textsIn } from './scene/texts.ts'

const t = textsIn('es')

const patients = [
  { firstName: 'Mariana', lastName: 'Gómez Lara', mobile: '+57 300 555 1234', socialId: 'CC 52.418.906' },
  { firstName: 'Marta', lastName: 'Nuevo Hoyos', phone: '(601) 444 55 66' },
]

const openWithPatients = async (page: Page): Promise<void> => {
  await register(page, 'es')
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  for (const data of patients) await page.request.post('/api/patient', { headers, data })
  await page.goto('/app/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const field = (page: Page) => page.getByRole('dialog').getByRole('combobox')
const chosen = (page: Page) => page.getByRole('option', { selected: true })
const inHead = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name })

test('a cold palette loses no key at 20 ms a key, and Enter before any answer opens the patient who was meant', async ({
  page,
  noise,
}) => {
  await page.route('**/assets/dialogs-*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await openWithPatients(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('mariana', { delay: 20 })
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('mariana')
  await expect(inHead(page, /Mariana Gómez Lara/)).toBeVisible()

  // Warm, and with an answer of what was typed before still on show: Enter waits for the text as it is.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('mar', { delay: 20 })
  await expect(page.getByRole('option', { name: /Marta/ })).toBeVisible()
  await page.keyboard.type('ta', { delay: 20 })
  await page.keyboard.press('Enter')
  await expect(inHead(page, /Marta Nuevo Hoyos/)).toBeVisible()
  expect(noise).toEqual([])
})

test('the palette takes Enter for what the text says, finds by phone and document, and acts on the patient found', async ({
  page,
  noise,
}) => {
  await openWithPatients(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('hoy')
  await expect(page.getByRole('option', { name: /Marta Nuevo Hoyos/ })).toBeVisible()
  await expect(chosen(page)).toHaveText(/^Hoy/)
  await field(page).fill('nuevo')
  await expect(chosen(page)).toHaveText(/Nuevo paciente/)
  for (const number of ['555 12', '3005551234', '+57 300 555 12 34', '52.418']) {
    await field(page).fill(number)
    await expect(chosen(page)).toHaveText(/Mariana Gómez Lara.*\+57 300 555 1234/)
  }
  await field(page).fill('cobrar')
  await expect(chosen(page)).toHaveText(new RegExp(t('palette:actions.issue.label')))
  await field(page).fill('zzz')
  await expect(page.getByText(t('palette:nothing'))).toBeVisible()

  await field(page).fill('mar')
  await expect(
    page.getByRole('group', { name: t('palette:groups.withPatient', { name: 'Mariana' }) }),
  ).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toHaveText(/Marta/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(
    page.getByRole('group', { name: t('palette:groups.withPatient', { name: 'Marta' }) }),
  ).toBeVisible()
  await expect(chosen(page)).toHaveText(new RegExp(t('palette:withPatient.book')))
  expect(await faultsAtEachSize(page, 'palette')).toEqual([])
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: t('calendar:form.newTitle') })
  await expect(form.getByRole('textbox', { name: t('calendar:form.patient'), exact: true })).toHaveValue(
    /Marta/,
  )
  await page.keyboard.press('Escape')

  for (const [text, dialog] of [
    ['hueco', t('schedules:free.title')],
    ['lista de espera', t('waitList:title')],
    ['emitir', t('receipts:form.title')],
    ['invitar', t('settings:members.invite.title')],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  expect(noise).toEqual([])
})
