import { expect, type Locator, type Page } from '@playwright/test'
import { expectRefused, expectTaken, type } from '../scene/day-fields.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { comingMonday, openAgenda } from '../scene/series.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'
import { get, openScene, t } from '../scene/writing-scene.ts'

const mariana = 'Mariana Gómez Lara'

interface StoredRecord {
  readonly subtype: string | null
  readonly data: { readonly name?: string; readonly symptomAppearDate?: string }
}

const draftsOf = (page: Page, patientId: number) =>
  get<{ data: { symptomAppearDate?: string } }[]>(page, `/draft/${patientId}`)

test('a day that does not exist stays in the diagnosis and its draft as it was typed, and is never saved as another', async ({
  page,
}) => {
  const { patientId } = await openScene(page)
  await page.goto(`/app/patient/${patientId}?write=case`)
  await page.getByRole('textbox', { name: t('module:case_name'), exact: true }).fill('Lumbalgia')
  const onset = page.getByRole('textbox', { name: t('module:case_symptomAppearDate') })
  await type(onset, '29/02/2025')
  await expectRefused(onset, '29/02/2025')

  await page.getByRole('button', { name: t('record:editor.saveAndClose') }).click()
  await expect(page.getByRole('alert').filter({ hasText: t('module:case_symptomAppearDate') })).toBeFocused()
  await expectRefused(onset, '29/02/2025')
  await expect
    .poll(async () => (await draftsOf(page, patientId))[0]?.data.symptomAppearDate)
    .toBe('29/02/2025')

  // Whoever comes back finds it as it was, with what is wrong with it.
  await page.reload()
  await expectRefused(onset, '29/02/2025')

  await type(onset, '28/02/2025')
  await expectTaken(onset, '2025-02-28')
  await page.getByRole('button', { name: t('record:editor.saveAndClose') }).click()
  await expect(onset).toBeHidden()
  const { records } = await get<{ records: StoredRecord[] }>(page, `/patient/getWithRecord/${patientId}`)
  const written = records.filter(({ data }) => data.name === 'Lumbalgia')
  expect(written.map(({ data }) => data.symptomAppearDate)).toEqual(['2025-02-28'])
})

const newPatient = async (page: Page, words: Texts): Promise<Locator> => {
  await page.goto('/app/patient')
  await page
    .getByRole('button', { name: words('patient:list.new') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: words('patient:form.firstName'), exact: true }).fill('Mariana')
  await dialog.getByRole('textbox', { name: words('patient:form.lastName') }).fill('Gómez Lara')
  return dialog
}

for (const language of languagesFrom('es')) {
  test(`a birth that lies ahead keeps the patient from being created, and says why (${language})`, async ({
    page,
  }) => {
    const words = textsIn(language)
    await register(page, language)
    const dialog = await newPatient(page, words)
    const birth = dialog.getByRole('textbox', { name: words('patient:form.birthDate') })
    for (const text of ['12/05/2062', '31/02/1990', '01/13/2020', '13/11', '2062-05-12']) {
      await type(birth, text)
      await expectRefused(birth, text)
      await dialog.getByRole('button', { name: words('patient:form.create') }).click()
      await expect(birth).toBeFocused()
      await expectRefused(birth, text)
    }
    expect(await get<unknown[]>(page, '/patient')).toEqual([])

    // Enter leaves the field too: two digits of a year are read then.
    await birth.fill('')
    await birth.pressSequentially('05/03/85')
    await birth.press('Enter')
    await page.waitForURL(/\/app\/patient\/\d+/)
    expect(await get<{ birthDate: string }[]>(page, '/patient')).toMatchObject([{ birthDate: '1985-03-05' }])
  })
}

/** Whether the head of a dialog, which stays while the rest scrolls, lies over a field. */
const isHiddenByHead = async (dialog: Locator, field: Locator): Promise<boolean> => {
  const head = await dialog.locator('.mantine-Modal-header').boundingBox()
  const box = await field.boundingBox()
  if (!head || !box) throw new Error('one of them is not shown')
  return box.y < head.y + head.height
}

test('a visit is booked on the day and at the time that were typed, or not at all', async ({ page }) => {
  await register(page, 'es')
  const agenda = await openAgenda(page, [mariana])
  const monday = comingMonday()
  await page.goto(`/app/calendar?day=${monday}`)
  await page
    .getByRole('button', { name: t('calendar:new') })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: t('calendar:form.patient'), exact: true }).fill(mariana)
  await page.getByRole('option', { name: mariana }).click()
  const day = form.getByLabel(t('calendar:form.day'), { exact: true })
  const start = form.getByLabel(t('calendar:form.start'), { exact: true })
  const book = form.getByRole('button', { name: t('calendar:form.book') })

  await page.setViewportSize({ width: 1440, height: 480 })
  await type(day, '29/02/2027')
  await expectRefused(day, '29/02/2027')
  await book.click()
  await expect(day).toBeFocused()
  await expect.poll(() => isHiddenByHead(form, day)).toBe(false)
  await type(day, monday.split('-').toReversed().join(''))
  await expectTaken(day, monday)
  await type(start, '25:00')
  await expectRefused(start, '25:00')
  await book.click()
  await expect(start).toBeFocused()
  await type(start, '1530')
  await expect(start).toHaveValue('15:30')
  await book.click()
  await expect(form).toBeHidden()
  await expect.poll(() => agenda.visitsOf(mariana)).toEqual([`${monday} 15:30`])
})

/** The same numbers at every run (mulberry32). */
const drawnFrom = (seed: number) => {
  let state = seed
  return (most: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most)
  }
}

test('any day typed into a form ends as exactly that day, or as an error with the very text', async ({
  page,
}) => {
  await register(page, 'es')
  const birth = (await newPatient(page, t)).getByRole('textbox', { name: t('patient:form.birthDate') })
  const draw = drawnFrom(16)
  const two = (part: number) => String(part).padStart(2, '0')
  for (let round = 0; round < 20; round += 1) {
    const [date, month, year] = [1 + draw(32), 1 + draw(14), 1960 + draw(80)]
    const text = [two(date), two(month), year].join(['/', '-', '.', ' '][draw(4)])
    const iso = `${year}-${two(month)}-${two(date)}`
    const exists = new Date(`${iso}T00:00:00Z`).toJSON()?.startsWith(iso) ?? false
    await type(birth, text)
    if (exists && iso < new Date().toISOString().slice(0, 10)) await expectTaken(birth, iso)
    else await expectRefused(birth, text)
  }
})

test('the own birth date is saved as it was typed, or not at all', async ({ page }) => {
  await register(page, 'es')
  await page.goto('/app/settings/profile')
  const form = page.getByRole('form', { name: t('settings:profile.title') })
  const save = form.getByRole('button', { name: t('settings:navigation.save'), exact: true })
  const birth = form.getByLabel(t('doctor:birthDate'))
  const stored = async () =>
    (await get<{ doctor: { birthDate: string | null } }>(page, '/auth/me')).doctor.birthDate
  for (const text of ['29/02/2025', '12/05/2062', '31/04/1990']) {
    await type(birth, text)
    await save.click()
    await expect(birth).toBeFocused()
    await expectRefused(birth, text)
  }
  expect(await stored()).toBeNull()
  await type(birth, '29/02/1988')
  await save.click()
  await expect(form.getByText(t('settings:navigation.saved'))).toBeVisible()
  expect(await stored()).toBe('1988-02-29')
})
