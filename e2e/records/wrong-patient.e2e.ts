import { expect, type Page } from '@playwright/test'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'

const t = textsIn('es')

interface Practice {
  /** Ids of the patients by first name, each with an open case. */
  readonly patients: Readonly<Record<string, number>>
  /** What is written in the follow-ups of a patient. */
  readonly notesOf: (name: string) => Promise<(string | undefined)[]>
}

const openPractice = async (page: Page, names: readonly string[]): Promise<Practice> => {
  await register(page, 'es')
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const headers = { authorization: `Bearer ${token}` }
  const post = async (path: string, data: object): Promise<number> => {
    const answer = await page.request.post(`/api${path}`, { headers, data })
    expect(answer.status(), await answer.text()).toBe(201)
    return ((await answer.json()) as { payload: { id: number } }).payload.id
  }
  const patients: Record<string, number> = {}
  for (const firstName of names) {
    const ownerId = await post('/patient', { firstName, lastName: 'Gómez' })
    const data = { name: 'Lumbalgia', painIntensity: 6 }
    await post('/record', { ownerId, type: 'control', subtype: 'case', recordClassId: 'case_default', data })
    patients[firstName] = ownerId
  }
  return {
    patients,
    notesOf: async (name) => {
      const answer = await page.request.get(`/api/patient/getWithRecord/${patients[name]}`, { headers })
      const { payload } = (await answer.json()) as {
        payload: { records: { subtype: string; data: { patientObs?: string } }[] }
      }
      return payload.records
        .filter(({ subtype }) => subtype === 'follow_up')
        .map(({ data }) => data.patientObs)
    },
  }
}

const note = (page: Page) => page.getByRole('textbox', { name: t('module:followup_patientObs') })
const head = (page: Page, name: string) => page.getByRole('heading', { name: new RegExp(name), level: 1 })

const startFollowUp = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: t('patient:head.startFollowUp') }).click()
  await expect(note(page)).toBeVisible()
}

/** Goes to another file as one does between two patients: by its name, without leaving the app. */
const switchTo = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
  await expect(head(page, name)).toBeVisible()
}

const type = async (page: Page, text: string): Promise<void> => {
  await note(page).press('Control+End')
  await note(page).pressSequentially(text)
}

const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: t('record:editor.saveAndClose') }).click()
  await expect(page.getByText(t('record:editor.saved')).first()).toBeVisible()
}

test('D17 what is typed belongs to the patient in the head at the first keystroke, whatever is switched with back, forward or another tab', async ({
  page,
  context,
  noise,
}) => {
  const practice = await openPractice(page, ['Mariana', 'Carlos'])
  await page.goto(`/app/patient/${practice.patients.Mariana}`)
  await startFollowUp(page)
  await type(page, 'Mariana uno. ')
  // The patient changes at once, before the draft could be sent.
  await switchTo(page, 'Carlos')
  await startFollowUp(page)
  await expect(note(page)).toHaveValue('')
  await type(page, 'Carlos uno. ')

  const other = await context.newPage()
  await other.goto(`/app/patient/${practice.patients.Carlos}`)
  await expect(head(other, 'Carlos')).toBeVisible()
  await switchTo(other, 'Mariana')

  const expected = { Mariana: 'Mariana uno. ', Carlos: 'Carlos uno. ' }
  for (let round = 0; round < 4; round += 1) {
    await page.goBack()
    await page.goBack()
    await expect(head(page, 'Mariana')).toBeVisible()
    await expect(note(page)).toHaveValue(expected.Mariana)
    await type(page, `M${round} `)
    expected.Mariana += `M${round} `
    await page.goForward()
    await page.goForward()
    await expect(head(page, 'Carlos')).toBeVisible()
    await expect(note(page)).toHaveValue(expected.Carlos)
    await type(page, `C${round} `)
    expected.Carlos += `C${round} `
  }
  await save(page)
  await page.goto(`/app/patient/${practice.patients.Mariana}?write=followup`)
  await expect(note(page)).toHaveValue(expected.Mariana)
  await save(page)
  expect(await practice.notesOf('Carlos')).toEqual([expected.Carlos])
  expect(await practice.notesOf('Mariana')).toEqual([expected.Mariana])
  expect(noise).toEqual([])
})

test('H2 a form that is closed and opened again has what was typed in it', async ({ page, noise }) => {
  const practice = await openPractice(page, ['Mariana'])
  await page.goto(`/app/patient/${practice.patients.Mariana}`)
  await startFollowUp(page)
  await type(page, 'Se cerró sin querer.')
  await page.getByRole('button', { name: t('record:editor.close') }).click()
  await expect(note(page)).toBeHidden()
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/draft/${practice.patients.Mariana}`, {
        headers: { authorization: `Bearer ${await page.evaluate(() => sessionStorage.getItem('appToken'))}` },
      })
      return ((await answer.json()) as { payload: unknown[] }).payload.length
    })
    .toBe(1)
  await startFollowUp(page)
  await expect(note(page)).toHaveValue('Se cerró sin querer.')
  expect(noise).toEqual([])
})

test('H4 of two tabs on one draft the second to write is warned, and both texts are kept', async ({
  page,
  context,
}) => {
  const practice = await openPractice(page, ['Mariana'])
  const file = `/app/patient/${practice.patients.Mariana}`
  await page.goto(file)
  await startFollowUp(page)
  await type(page, 'Uno. ')
  await expect(page.getByText(/Borrador guardado ahora|Guardado hace/).first()).toBeVisible()

  const other = await context.newPage()
  await other.goto(`${file}?write=followup`)
  await expect(note(other)).toHaveValue('Uno. ')
  await type(other, 'Dos.')
  await expect(other.getByText(/Borrador guardado ahora|Guardado hace/).first()).toBeVisible()

  await type(page, 'Tres.')
  await expect(page.getByText(t('record:draft.elsewhere'))).toBeVisible()
  await expect(note(page)).toHaveValue('Uno. Tres.')
  await expect(note(other)).toHaveValue('Uno. Dos.')

  // Kept on purpose, it is the other window that is warned at its next word.
  await page.getByRole('button', { name: t('record:draft.keepMine') }).click()
  await expect(page.getByText(t('record:draft.elsewhere'))).toBeHidden()
  await type(other, ' Y más.')
  await expect(other.getByText(t('record:draft.elsewhere'))).toBeVisible()
  await expect(note(other)).toHaveValue('Uno. Dos. Y más.')
  await save(page)
  expect(await practice.notesOf('Mariana')).toEqual(['Uno. Tres.'])
  await expect(note(other)).toHaveValue('Uno. Dos. Y más.')
})
