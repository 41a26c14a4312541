import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { addColleague } from '../scene/colleagues.ts'
import { faultsAtEachSize } from '../scene/faults.ts'
import { test } from '../scene/fixtures.ts'
import { tabTo } from '../scene/keys.ts'
import { askForProof, proveIdentity } from '../scene/proofs.ts'
import { type Texts, textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'
import { get, openScene, post, type Scene, writeFollowUp } from '../scene/writing-scene.ts'
import { put } from './afternoon-scene.ts'
import { find } from './finding.ts'
import { byKeyboard } from './hands.ts'

const run = promisify(execFile)

const allergy = 'Látex'
const told = 'Duerme sobre el lado derecho.'
const mobile = '+57 300 111 2233'
const note = 'Trae la resonancia'

/** A time zone in which it is evening: between eight and nine. */
const zoneInTheEvening = (): string => {
  const ahead = ((20 - new Date().getUTCHours() + 36) % 24) - 12
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

const dayMs = 86_400_000
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

/** A patient who comes tomorrow: with an allergy, a diagnosis, a session that was written, and a package. */
const openEvening = async (page: Page, language: Parameters<typeof textsIn>[0]): Promise<Scene> => {
  const scene = await openScene(page, language)
  const { patientId, caseId } = scene
  await put(page, '/settings/practice', { timezone: zoneInTheEvening() })
  await put(page, `/patient/${patientId}`, { mobile })
  await put(page, `/record/${caseId}`, { date: daysAgo(20) })
  const history = { type: 'med_hist', recordClassId: 'med_hist_default', data: { allergies: allergy } }
  await post(page, '/record', { ownerId: patientId, ...history })
  await writeFollowUp(page, scene, { painIntensity: 6, patientObs: told })
  const me = await get<{ doctor: { id: number } }>(page, '/auth/me')
  await post(page, '/sessionpackage', { ownerId: patientId, doctorId: me.doctor.id, numSessions: 8 })
  const start = Math.floor((Date.now() + dayMs) / 60_000) * 60_000
  const times = { start: new Date(start).toISOString(), end: new Date(start + 2_400_000).toISOString() }
  await post(page, '/appointment', { doctorId: me.doctor.id, patientId, ...times, note })
  return scene
}

type Way = (page: Page, t: Texts) => Promise<void>

const byButton: Way = async (page, t) => {
  await page.goto('/app/dashboard')
  await page.getByRole('button', { name: t('dashboard:daySheet') }).focus()
  await page.keyboard.press('Enter')
}

/** From any page, by what people call it. */
const bySearch: Way = async (page, t) => {
  await page.goto('/app/patient')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const label = t('palette:actions.daySheet.label')
  await find(byKeyboard(page), t, label, label)
}

const open = async (page: Page, t: Texts, way: Way) => {
  await way(page, t)
  const dialog = page.getByRole('dialog', { name: t('daySheets:dialog.title') })
  await expect(dialog).toBeVisible()
  return dialog
}

interface Fetched {
  readonly file: string
  /** What opens it, as the dialog shows it. */
  readonly password: string
  readonly passwords: readonly string[]
}

/** Looks at the password and fetches the sheet that is offered, by the keyboard. */
const fetchSheet = async (page: Page, t: Texts, way: Way): Promise<Fetched> => {
  const dialog = await open(page, t, way)
  expect(await faultsAtEachSize(page, 'sheet of the day')).toEqual([])
  await askForProof(page, '**/api/practice/day-sheet/passwords')
  await tabTo(page, t('daySheets:passwords.show'))
  await page.keyboard.press('Enter')
  await proveIdentity(page, t)
  const passwords = dialog.locator('code')
  await expect(passwords.first()).toBeVisible()
  expect(await faultsAtEachSize(page, 'passwords of sheets')).toEqual([])
  const download = page.waitForEvent('download', { timeout: 120_000 })
  await tabTo(page, t('daySheets:dialog.fetch'))
  await page.keyboard.press('Enter')
  const file = await (await download).path()
  const shown = await passwords.allTextContents()
  return { file, password: shown[0] ?? '', passwords: shown }
}

/** What Poppler reads; undefined where the password is a wrong one. */
const read = async (file: string, password: string): Promise<string | undefined> => {
  const done = await run('pdftotext', ['-layout', '-upw', password, file, '-']).catch(() => undefined)
  return done?.stdout.normalize('NFC')
}

/** What a program is answered that sends nothing but a key. */
const askWithKey = (page: Page, path: string, key: string) =>
  page.request.get(`/api${path}`, { headers: { authorization: `Bearer ${key}` }, timeout: 120_000 })

for (const language of languagesFrom('es')) {
  test(`the sheet of tomorrow is fetched by who treats, by reception and by a program, each opens it with a password, and it is ready in the evening (${language})`, async ({
    page,
    browser,
    ulna,
    noise,
  }) => {
    const t = textsIn(language)
    await openEvening(page, language)
    const whole = await fetchSheet(page, t, byButton)
    expect(whole.passwords).toHaveLength(2)
    const said = await read(whole.file, whole.password)
    for (const one of ['Mariana Gómez Lara', mobile, note, allergy, 'Manguito rotador', told])
      expect(said).toContain(one)
    expect(said).toContain(t('daySheets:paper.howTo'))
    for (const wrong of ['', 'ulna', whole.passwords[1] ?? ''])
      expect(await read(whole.file, wrong)).toBeUndefined()
    expect((await readFile(whole.file)).toString('latin1')).not.toContain('Mariana')

    const colleague = { name: 'Marta Ruiz', role: 'assistant', clinical: false } as const
    const desk = await addColleague(page, { browser, ulna, language, colleague })
    const lesser = await fetchSheet(desk, t, bySearch)
    expect(lesser.passwords).toEqual([whole.passwords[1]])
    const seen = await read(lesser.file, lesser.password)
    for (const one of ['Mariana Gómez Lara', mobile, note]) expect(seen).toContain(one)
    for (const one of [allergy, 'Manguito', told]) expect(seen).not.toContain(one)

    const { secret } = (await post(page, '/practice/key', {
      ...{ name: 'Computador de recepción', scopes: ['day-sheet'], lifetime: 365 },
    })) as unknown as { secret: string }
    const byKey = await askWithKey(page, '/calendar/day-sheet?contents=agenda', secret)
    expect([byKey.status(), byKey.headers()['content-type']]).toEqual([200, 'application/pdf'])
    for (const path of ['/patient', '/calendar/today', '/settings/audit'])
      expect((await askWithKey(page, path, secret)).status(), path).toBe(403)

    await page.goto('/app/settings/practice')
    await page.getByRole('checkbox', { name: t('settings:practice.eveningSheets') }).check()
    const saved = page.waitForResponse((one) => one.request().method() === 'PUT')
    await page
      .getByRole('button', { name: t('settings:navigation.save'), exact: true })
      .first()
      .click()
    expect((await saved).status()).toBe(200)
    const made = () => get<{ userName: string | null }[]>(page, '/settings/audit?action=day_sheet.make')
    await expect.poll(async () => (await made()).length, { timeout: 200_000, intervals: [2000] }).toBe(2)
    expect((await made()).map(({ userName }) => userName)).toEqual([null, null])
    const fetches = await get<unknown[]>(page, '/settings/audit?action=day_sheet.fetch')
    expect(fetches).toHaveLength(3)
    expect(noise).toEqual([])
  })

  test(`what was written on paper is entered with its day, and says that it was entered later (${language})`, async ({
    page,
    noise,
  }) => {
    const t = textsIn(language)
    const { patientId } = await openEvening(page, language)
    await page.goto(`/app/patient/${patientId}?write=followup`)
    const observed = page.getByRole('textbox', { name: t('module:followup_patientObs') })
    await observed.fill('Se escribió en papel: camina sin bastón.')
    await page.getByRole('button', { name: t('record:editor.otherDay') }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: t('writing:otherDay.title') })
    const save = dialog.getByRole('button', { name: t('writing:otherDay.save') })
    await expect(save).toBeDisabled()
    const day = dialog.getByLabel(t('writing:otherDay.day'))
    await day.fill(daysAgo(5))
    await day.press('Tab')
    expect(await faultsAtEachSize(page, 'day of the paper')).toEqual([])
    await save.click()
    await expect(page.getByText(t('record:editor.saved')).first()).toBeVisible()
    const later = t('record:title.enteredLater', { day: '' }).trim()
    await expect(page.getByText(later).first()).toBeVisible()
    const { records } = await get<{ records: { date: string; data: { patientObs?: string } }[] }>(
      page,
      `/patient/getWithRecord/${patientId}`,
    )
    const entered = records.find(({ data }) => data.patientObs?.startsWith('Se escribió en papel'))
    expect(entered?.date.slice(0, 10)).toBe(daysAgo(5))
    expect(noise).toEqual([])
  })
}
