import { expect, type Page } from '@playwright/test'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { within } from '../scene/tier.ts'
import {
  drafts,
  get,
  openScene,
  type Scene,
  save,
  t,
  tokenOf,
  writeFollowUp,
} from '../scene/writing-scene.ts'

const note = (page: Page) => page.getByRole('textbox', { name: t('module:followup_patientObs') })
const addendum = (page: Page) => page.getByRole('textbox', { name: t('history:addenda.label') })
const changed = (page: Page) => page.getByText(t('writing:conflict.title'))
const copies = (page: Page) => page.getByRole('region', { name: t('writing:copies.label') })

const correct = async (page: Page, id: number, data: object): Promise<void> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request.put(`/api/record/${id}`, { headers, data })
  expect(answer.status(), await answer.text()).toBe(200)
}

const saidBy = async (page: Page, { patientId }: Scene, id: number) => {
  const file = await get<{ records: { id: number; version: number; data: { patientObs?: string } }[] }>(
    page,
    `/patient/getWithRecord/${patientId}`,
  )
  const found = file.records.find((one) => one.id === id)
  return { version: found?.version, text: found?.data.patientObs }
}

test('H4 an open form says at once that a colleague saved another version, keeps what is typed, and overwrites nothing unseen', async ({
  page,
  noise,
}) => {
  const scene = await openScene(page)
  const data = { case: scene.caseId, painIntensity: 4 }
  const { id } = await writeFollowUp(page, scene, { ...data, patientObs: 'Como estaba.' })
  await page.goto(`/app/patient/${scene.patientId}?edit=${id}`)
  await note(page).press('Control+End')
  await note(page).pressSequentially(' Lo mío.')

  await correct(page, id, { data: { ...data, patientObs: 'De una colega.' }, version: 1 })
  await expect(changed(page)).toBeVisible(within(3_000))
  await note(page).pressSequentially(' Y sigo.')
  await expect(note(page)).toHaveValue('Como estaba. Lo mío. Y sigo.')
  await page.getByRole('button', { name: t('writing:conflict.show') }).click()
  await expect(page.getByRole('region', { name: t('writing:conflict.theirs') })).toContainText(
    'De una colega.',
  )
  expect(await faultsAtEachSize(page, 'a newer version')).toEqual([])

  // Saving asks: the file read anew under the form is not what was seen in it.
  await page.getByRole('button', { name: t('record:editor.saveAndClose') }).click()
  const mine = page.getByRole('button', { name: t('writing:conflict.saveMine') })
  await expect(mine).toBeVisible()
  expect(await saidBy(page, scene, id)).toEqual({ version: 2, text: 'De una colega.' })
  await mine.click()
  await expect(page.getByText(t('record:editor.saved')).first()).toBeVisible()
  expect(await saidBy(page, scene, id)).toEqual({ version: 3, text: 'Como estaba. Lo mío. Y sigo.' })
  await expect(changed(page)).toBeHidden()
  expect(noise).toEqual([])
})

test('H4 what a colleague saved may be kept instead, before anything is sent; what was typed stays beside it', async ({
  page,
  noise,
}) => {
  const scene = await openScene(page)
  const data = { case: scene.caseId }
  const { id } = await writeFollowUp(page, scene, { ...data, patientObs: 'Como estaba.' })
  await page.goto(`/app/patient/${scene.patientId}?edit=${id}`)
  await note(page).press('Control+End')
  await note(page).pressSequentially(' Lo mío.')
  await correct(page, id, { data: { ...data, patientObs: 'De una colega.' }, version: 1 })
  await page.getByRole('button', { name: t('writing:conflict.seeTheirs') }).click()
  await expect(note(page)).toBeHidden()
  expect(await saidBy(page, scene, id)).toEqual({ version: 2, text: 'De una colega.' })
  await expect
    .poll(async () => (await drafts(page, scene)).map((one) => one.data.patientObs))
    .toEqual(['Como estaba. Lo mío.'])
  await page.goto(`/app/patient/${scene.patientId}?edit=${id}`)
  await copies(page)
    .getByRole('button', { name: t('writing:copies.use') })
    .click()
  await expect(note(page)).toHaveValue('Como estaba. Lo mío.')
  await save(page)
  expect(await saidBy(page, scene, id)).toEqual({ version: 3, text: 'Como estaba. Lo mío.' })
  expect(noise).toEqual([])
})

test('H4 two windows that add to the same record lose nothing: the other text stands beside the field', async ({
  page,
  context,
  noise,
}) => {
  const scene = await openScene(page)
  const { id } = await writeFollowUp(page, scene, { patientObs: 'Duerme mejor.' })
  const open = async (window: Page): Promise<void> => {
    await window.goto(`/app/patient/${scene.patientId}?record=${id}`)
    await window.getByRole('button', { name: t('history:addenda.add') }).click()
    await expect(addendum(window)).toBeVisible()
  }
  const other = await context.newPage()
  await open(page)
  await open(other)
  await addendum(page).pressSequentially('De una.')
  await expect(page.getByText(t('record:draft.savedNow')).first()).toBeVisible()
  await expect(other.getByText(t('record:draft.elsewhere'))).toBeVisible()
  await addendum(other).pressSequentially('De otra.')
  await expect(other.getByText(t('record:draft.savedApart')).first()).toBeVisible()
  await expect(copies(page).getByText('De otra.')).toBeVisible()
  expect(await faultsAtEachSize(page, 'copies of an addendum')).toEqual([])
  expect(await faultsAtEachSize(other, 'an addendum in two windows')).toEqual([])

  // Taken over, it leaves the present text beside it; at no moment has the server less than both.
  const texts = async () =>
    Object.fromEntries((await drafts(page, scene)).map(({ key, data }) => [key, data.text]))
  const before = await texts()
  const seen: unknown[][] = []
  await copies(page)
    .getByRole('button', { name: t('writing:copies.use') })
    .click({ noWaitAfter: true })
  await expect
    .poll(async () => {
      const now = await texts()
      seen.push(Object.values(now))
      return now[`addendum:${id}`] === 'De otra.' && Object.keys(now).length === Object.keys(before).length
    })
    .toBe(true)
  expect(seen.filter((held) => !(held.includes('De una.') && held.includes('De otra.')))).toEqual([])
  await expect(addendum(page)).toHaveValue('De otra.')
  await expect(copies(page).getByText('De una.')).toBeVisible()
  await other.close()
  await page.reload()
  await page.getByRole('button', { name: t('history:addenda.continue') }).click()
  await expect(addendum(page)).toHaveValue('De otra.')
  await copies(page)
    .getByRole('button', { name: t('writing:copies.discard') })
    .click()
  await expect(copies(page)).toBeHidden()
  await page.getByRole('button', { name: t('history:addenda.save') }).click()
  await expect(page.getByRole('region', { name: t('history:addenda.title') })).toContainText('De otra.')
  // It is taken back once the addendum is there.
  await expect.poll(() => drafts(page, scene)).toEqual([])
  expect(noise).toEqual([])
})
