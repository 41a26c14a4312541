import { readFile } from 'node:fs/promises'
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { tokenOf } from '../scene/colleagues.ts'
import { faultsAtEachSize } from '../scene/faults.ts'
import { pdf } from '../scene/file-samples.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const send = async (page: Page, path: string, data: object) => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request.post(`/api${path}`, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

const ownDoctorId = async (page: Page): Promise<number> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const me = await page.request.get('/api/auth/me', { headers })
  return ((await me.json()) as { payload: { doctor: { id: number } } }).payload.doctor.id
}

/** A patient whose history says something about the family, which stays in the practice, and something about herself. */
const stagePatient = async (page: Page): Promise<number> => {
  const { id } = await send(page, '/patient', { firstName: 'Mariana', lastName: 'Gómez' })
  await send(page, '/record', {
    ownerId: id,
    type: 'med_hist',
    recordClassId: 'med_hist_default',
    date: '2026-01-12',
    data: { gender: 'f', familyOther: 'Padre con gota', allergies: 'Látex' },
  })
  return id
}

/** A form of the practice, which marks a question as the annotation of whoever writes. */
const reservingModule = () => {
  const texts = { name: 'Actitud', about: 'Cómo llega', impression: 'Impresión' }
  const impression = { id: 'impression', label: 'impression', type: 'textarea', displayOrder: 10 }
  return {
    format: 'ulna-module/1',
    module: {
      ...{ id: 'attitude', name: 'name', description: 'about', category: 'scales', public: false },
      ...{ version: 1, licence: 'CC-BY-4.0', classes: ['attitude'] },
    },
    classes: [
      {
        ...{ classId: 'attitude', name: 'name', type: 'test', subType: null },
        sections: [
          {
            ...{ id: 'main', label: 'name', displayOrder: 10 },
            fields: [{ ...impression, reserved: 'annotation' }],
          },
        ],
      },
    ],
    locales: { es: texts, en: texts, it: texts },
  }
}

const uploadPdf = async (page: Page, recordId: number, fileName: string): Promise<void> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const { buffer: data } = pdf(fileName, ['Analítica'])
  const about = { fileName, contentType: 'application/pdf', size: data.length }
  const { id } = await send(page, `/record/${recordId}/upload`, about)
  const put = await page.request.put(`/api/upload/${id}/part/1`, {
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    data,
  })
  expect(put.ok(), await put.text()).toBe(true)
  await send(page, `/upload/${id}/complete`, {})
}

/** What a clinician has to decide of: a letter of somebody else, two papers, a visit, and an annotation. */
const stageDecisions = async (page: Page, id: number): Promise<void> => {
  await send(page, '/record_module/import', reservingModule())
  const write = (type: string, recordClassId: string, data: object, subtype: string | null) =>
    send(page, '/record', { ownerId: id, type, subtype, recordClassId, data })
  await write('test', 'own_attitude', { impression: 'Exagera' }, null)
  const letter = await write('document', 'document', { name: 'Carta de su hermana' }, 'pdf')
  await uploadPdf(page, letter.id, 'hermana.pdf')
  const exams = await write('document', 'document', { name: 'Analíticas' }, 'exam')
  await uploadPdf(page, exams.id, 'enero.pdf')
  await uploadPdf(page, exams.id, 'febrero.pdf')
  await send(page, '/appointment', {
    ...{ doctorId: await ownDoctorId(page), patientId: id, title: 'Hablar de su hijo' },
    ...{ start: '2026-03-02T15:00:00Z', end: '2026-03-02T15:45:00Z' },
  })
}

/** Names of files stand in a zip as they are; what is in them is held by patient-copies.contents.test.ts. */
const expectCopy = async (file: string): Promise<void> => {
  const bytes = await readFile(file)
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  for (const name of ['file.pdf', 'records.csv', 'index.html']) expect(bytes.includes(name), name).toBe(true)
}

const downloadBy = async (page: Page, button: Locator): Promise<string> => {
  const coming = page.waitForEvent('download')
  await button.click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^ulna-copy-\d+\.zip$/)
  return download.path()
}

for (const language of languagesFrom('it')) {
  const t = textsIn(language)

  /** What the patient does with what they got, on a device that never was here. */
  const openAsPatient = async (context: BrowserContext, link: string, code: string): Promise<string> => {
    const page = await context.newPage()
    await page.goto(link)
    const field = page.getByLabel(t('copies:open.code'))
    await expect(field).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/copy')
    expect(await faultsAtEachSize(page, 'the copy of a patient')).toEqual([])
    const open = page.getByRole('button', { name: t('copies:open.submit') })
    await field.fill('AAAA-AAAA')
    await open.click()
    await expect(page.getByText(t('copies:open.wrong'))).toBeVisible()
    await field.fill(code.toLowerCase().replace('-', ' '))
    const file = await downloadBy(page, open)
    await expect(page.getByText(t('copies:open.started'))).toBeVisible()
    return file
  }

  test(`a patient asks for a copy and gets it without what was confided about others, by a link and a code (${language})`, async ({
    page,
    browser,
    noise,
  }) => {
    await register(page, language)
    const id = await stagePatient(page)
    await page.goto(`/app/patient/${id}`)
    await page
      .getByRole('button', { name: t('patient:head.more'), exact: true })
      .first()
      .click()
    await page.getByRole('menuitem', { name: t('patient:head.copies') }).click()
    const dialog = page.getByRole('dialog', { name: t('copies:heading', { name: 'Mariana Gómez' }) })
    await expect(dialog.getByText(t('copies:none'))).toBeVisible()
    await dialog.getByRole('button', { name: t('copies:ask') }).click()
    const request = page.getByRole('dialog', { name: t('copies:askTitle') })
    await expect(request.getByLabel(t('copies:askedBy'))).toBeVisible()
    expect(await faultsAtEachSize(page, 'a request for a copy')).toEqual([])
    await request.getByRole('button', { name: t('copies:save') }).click()
    await expect(dialog.getByText(t('copies:state.asked'), { exact: true })).toBeVisible()

    await dialog.getByRole('button', { name: t('copies:make') }).click()
    const make = page.getByRole('dialog', { name: t('copies:makeTitle') })
    await expect(make.getByRole('checkbox', { checked: true })).toHaveCount(1)
    expect(await faultsAtEachSize(page, 'what goes into a copy')).toEqual([])
    await make.getByRole('button', { name: t('copies:begin') }).click()
    await expect(make).toBeHidden()
    await expect(dialog.getByText(t('copies:state.ready'), { exact: true })).toBeVisible()
    await expectCopy(await downloadBy(page, dialog.getByRole('button', { name: t('copies:fetch') })))

    await dialog.getByRole('button', { name: t('copies:share') }).click()
    const share = page.getByRole('dialog', { name: t('copies:shareTitle') })
    const link = await share.getByLabel(t('copies:link')).inputValue()
    const code = await share.locator('strong').innerText()
    expect(await faultsAtEachSize(page, 'a link and a code')).toEqual([])
    await share
      .getByRole('button', { name: t('copies:close') })
      .last()
      .click()
    const device = await browser.newContext({ baseURL: new URL(page.url()).origin })
    await expectCopy(await openAsPatient(device, link, code))
    await device.close()

    await dialog.getByRole('button', { name: t('copies:handOver') }).click()
    const handOver = page.getByRole('dialog', { name: t('copies:handOverTitle') })
    await handOver.getByLabel(t('copies:to')).fill('Lucía Gómez')
    expect(await faultsAtEachSize(page, 'a hand-over')).toEqual([])
    await handOver.getByRole('button', { name: t('copies:save') }).click()
    await expect(dialog.getByText(t('copies:state.handed_over'), { exact: true })).toBeVisible()
    await expect(dialog.getByText(t('copies:handedTo', { to: 'Lucía Gómez' }))).toBeVisible()
    await expect(dialog.getByRole('button', { name: t('copies:make') })).toHaveCount(0)
    expect(await faultsAtEachSize(page, 'copies of a file')).toEqual([])
    expect(noise).toEqual([])
  })

  test(`a clinician keeps back a letter, one file of two and what is written of a visit, by keyboard (${language})`, async ({
    page,
    noise,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await register(page, language)
    const id = await stagePatient(page)
    await stageDecisions(page, id)
    await send(page, `/patient/${id}/copies`, {
      askedOn: '2026-01-15',
      askedBy: 'patient',
      identity: 'known',
    })
    await page.goto(`/app/patient/${id}`)
    await page
      .getByRole('button', { name: t('patient:head.more'), exact: true })
      .first()
      .click()
    await page.getByRole('menuitem', { name: t('patient:head.copies') }).click()
    const dialog = page.getByRole('dialog', { name: t('copies:heading', { name: 'Mariana Gómez' }) })
    await dialog.getByRole('button', { name: t('copies:make') }).click()
    const make = page.getByRole('dialog', { name: t('copies:makeTitle') })
    const choice = (name: string | RegExp): Locator => make.getByRole('checkbox', { name })
    // What the form of the practice marks stays out unless somebody decides otherwise.
    await expect(choice(/^Actitud: Impresión/)).toBeChecked()
    await expect(make.getByRole('checkbox', { checked: true })).toHaveCount(2)

    const openGroup = async (group: string): Promise<void> => {
      await make.getByText(t(`copies:group.${group}`), { exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    const tick = async (name: RegExp): Promise<void> => {
      await choice(name).focus()
      await page.keyboard.press('Space')
      await expect(choice(name)).toBeChecked()
    }
    await openGroup('record')
    await tick(/Carta de su hermana/)
    await tick(/^febrero\.pdf/)
    await tick(/Analíticas/)
    // The document takes both of its files along, until it is given again.
    await expect(choice(/^enero\.pdf/)).toBeChecked()
    await expect(choice(/^enero\.pdf/)).toBeDisabled()
    await choice(/Analíticas/).focus()
    await page.keyboard.press('Space')
    await expect(choice(/^enero\.pdf/)).not.toBeChecked()
    await openGroup('visit')
    await tick(/^Hablar de su hijo/)
    const name = t('copies:group.record')
    await expect(make.getByText(t('copies:groupKept', { name, count: 2 }))).toBeVisible()
    expect(await faultsAtEachSize(page, 'what a clinician keeps back')).toEqual([])
    await make.getByRole('button', { name: t('copies:begin') }).click()
    await expect(make).toBeHidden()
    await expect(dialog.getByText(t('copies:keptLine_other', { count: 5 }))).toBeVisible()
    const bytes = await readFile(
      await downloadBy(page, dialog.getByRole('button', { name: t('copies:fetch') })),
    )
    expect(['enero', 'febrero', 'hermana'].map((one) => bytes.includes(`-${one}.pdf`))).toEqual([
      ...[true, false, false],
    ])

    // One that is made again begins with what stayed out before.
    await dialog.getByRole('button', { name: t('copies:makeAgain') }).click()
    await expect(choice(/Carta de su hermana/)).toBeChecked()
    await expect(choice(/^Hablar de su hijo/)).toBeChecked()
    expect(noise).toEqual([])
  })

  test(`copies that nobody has made yet stand with the files that are due (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    const id = await stagePatient(page)
    const asked = { askedOn: '2026-01-31', askedBy: 'guardian', identity: 'document' }
    await send(page, `/patient/${id}/copies`, asked)
    await page.goto('/app/settings/retention')
    await expect(page.getByText('Mariana Gómez')).toBeVisible()
    await expect(page.getByText(/28/).first()).toBeVisible()
    expect(await faultsAtEachSize(page, 'copies that are due')).toEqual([])
    expect(noise).toEqual([])
  })
}
