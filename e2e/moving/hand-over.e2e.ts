import { readFile, writeFile } from 'node:fs/promises'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { tokenOf } from '../scene/colleagues.ts'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const send = async (page: Page, where: string, data: object): Promise<{ id: number }> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request.post(`/api${where}`, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

/** A patient with a case, whose session was signed. */
const stagePatient = async (page: Page): Promise<number> => {
  const { id } = await send(page, '/patient', {
    ...{ firstName: 'Mariana', lastName: 'Gómez', birthDate: '1980-02-13', socialId: '12345678Z' },
  })
  const record = { ownerId: id, type: 'control', date: '2026-01-12' }
  const diagnosis = await send(page, '/record', {
    ...{ ...record, subtype: 'case', recordClassId: 'case_default' },
    data: { name: 'Lumbalgia', painIntensity: 6 },
  })
  const followUp = await send(page, '/record', {
    ...{ ...record, subtype: 'follow_up', recordClassId: 'followup_default' },
    data: { case: diagnosis.id, painIntensity: 4, patientObs: 'Duerme de corrido' },
  })
  await send(page, `/signature/saveOrUpdateByPatientIdAndRecordId/${id}/${followUp.id}`, {
    ...{ signed: true, typedName: 'Mariana Gómez' },
  })
  return id
}

const openFromMenu = async (page: Page, t: Texts, item: string): Promise<void> => {
  await page
    .getByRole('button', { name: t('patient:head.more'), exact: true })
    .first()
    .click()
  await page.getByRole('menuitem', { name: t(item) }).click()
}

/** The key of the other practice, and the check mark that its people tell by telephone. */
const makeKey = async (page: Page, t: Texts): Promise<{ key: string; mark: string }> => {
  await page.goto('/app/patient')
  await page.getByRole('link', { name: t('patient:list.receive') }).click()
  await page.getByRole('button', { name: t('handOvers:key.make') }).click()
  const card = page.getByRole('region', { name: t('handOvers:key.title') })
  const key = await card.getByRole('textbox').inputValue()
  const mark = await card.locator('strong').innerText()
  expect(key).toMatch(/^age1/)
  expect(await faultsAtEachSize(page, 'files from other practices')).toEqual([])
  return { key, mark }
}

/** Hands the file over, and answers the bytes as they travel. */
const handOver = async (
  page: Page,
  t: Texts,
  id: number,
  { key, mark }: { key: string; mark: string },
): Promise<Buffer> => {
  await page.goto(`/app/patient/${id}`)
  await openFromMenu(page, t, 'patient:head.handOvers')
  const dialog = page.getByRole('dialog', { name: t('handOvers:heading', { name: 'Mariana Gómez' }) })
  await expect(dialog.getByText(t('handOvers:none'))).toBeVisible()
  await dialog.getByRole('button', { name: t('handOvers:make') }).click()
  const form = page.getByRole('dialog', { name: t('handOvers:makeTitle') })
  await form.getByLabel(t('handOvers:recipientName')).fill('Fisio Norte')
  await form.getByLabel(t('handOvers:recipient'), { exact: true }).fill(key)
  await expect(form.getByText(mark)).toBeVisible()
  await form.getByLabel(t('handOvers:groundNote')).fill('12.1.')
  expect(await faultsAtEachSize(page, 'who gets a file')).toEqual([])
  await form.getByRole('button', { name: t('handOvers:begin') }).click()
  await expect(form).toBeHidden()
  await expect(dialog.getByText(t('handOvers:sentTo', { name: 'Fisio Norte' }))).toBeVisible()
  expect(await faultsAtEachSize(page, 'hand-overs of a file')).toEqual([])
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: t('handOvers:fetch') }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^\d+\.ulna-handover\.age$/)
  return readFile(await download.path())
}

const choose = async (page: Page, file: string): Promise<void> => {
  await page.locator('input[type=file]').setInputFiles(file)
}

const newcomer = async (context: BrowserContext, language: Parameters<typeof register>[1]): Promise<Page> => {
  const page = await context.newPage()
  await register(page, language)
  return page
}

for (const language of languagesFrom('en')) {
  const t = textsIn(language)

  test(`a patient is handed over to another practice, which looks at the file and takes it in (${language})`, async ({
    page,
    browser,
    noise,
  }, testInfo) => {
    await register(page, language)
    const id = await stagePatient(page)
    const context = await browser.newContext({
      baseURL: new URL(page.url()).origin,
      reducedMotion: 'reduce',
    })
    const there = await newcomer(context, language)
    const bytes = await handOver(page, t, id, await makeKey(there, t))
    const file = testInfo.outputPath('patient.ulna-handover.age')
    await writeFile(file, bytes)
    const damaged = testInfo.outputPath('damaged.age')
    await writeFile(damaged, bytes.subarray(0, -100))

    await choose(there, damaged)
    await expect(there.getByText(t('movingErrors:hand_over_damaged'))).toBeVisible()
    await choose(there, file)
    const decide = there.getByRole('dialog', {
      name: t('handOvers:dialog.title', { name: 'Mariana Gómez' }),
    })
    await expect(decide.getByText(t('handOvers:dialog.selfSigned'))).toBeVisible()
    expect(await faultsAtEachSize(there, 'a file that came')).toEqual([])
    await decide.getByRole('button', { name: t('handOvers:dialog.submit') }).click()
    await expect(decide).toBeHidden()
    await expect(there.getByText(t('handOvers:state.taken'), { exact: true })).toBeVisible()
    expect(await faultsAtEachSize(there, 'what came')).toEqual([])

    await there.getByRole('link', { name: t('handOvers:open', { name: 'Mariana Gómez' }) }).click()
    await there.getByText('Duerme de corrido').first().click()
    const origin = there.getByRole('heading', { name: t('handOvers:origin.title') })
    await expect(origin).toBeVisible()
    const article = there.getByRole('article')
    await expect(article.getByText(t('handOvers:origin.case', { name: 'Lumbalgia' }))).toBeVisible()
    await expect(there.getByText(t('handOvers:origin.genuine'))).toBeVisible()
    expect(await faultsAtEachSize(there, 'a record of elsewhere')).toEqual([])

    await there.goto('/app/hand-overs')
    await there.getByRole('button', { name: t('handOvers:undo'), exact: true }).click()
    const undo = there.getByRole('dialog', { name: t('handOvers:undoTitle') })
    await undo.getByRole('button', { name: t('handOvers:undo'), exact: true }).click()
    await expect(there.getByText(t('handOvers:state.undone'), { exact: true })).toBeVisible()
    await context.close()
    expect(noise).toEqual([])
  })
}
