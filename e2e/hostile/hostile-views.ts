import { expect, type Page } from '@playwright/test'
import { dayAfter } from '../scene/series.ts'
import { textsIn } from '../scene/texts.ts'
import { editVisit, visitCard } from '../scene/visit-card.ts'
import { documentViews, lookAtFiles } from './hostile-documents.ts'
import type { Ground } from './hostile-ground.ts'
import { keepingViews } from './hostile-keeping.ts'
import type { View, Watch } from './hostile-look.ts'
import { ownViews } from './hostile-own.ts'
import { prepaidViews } from './hostile-prepaid.ts'

const t = textsIn('es')

const press = (key: string) => async (page: Page) => {
  await page
    .getByRole('button', { name: t(key) })
    .first()
    .click()
}

const firstVisit = (page: Page) => page.locator('[data-event]').first()

const openAppointment = async (page: Page): Promise<void> => {
  await firstVisit(page).click()
  await expect(visitCard(page, t)).toBeVisible()
}

const agendaViews = ({ today, patients, stored }: Ground): View[] => {
  const names = patients.map(({ firstName }) => firstName)
  const day = `/app/calendar?day=${today}`
  const away = `/app/calendar?day=${dayAfter(today, 3)}`
  return [
    { name: 'today', path: '/app/dashboard', texts: names },
    { name: 'agenda, day', path: day, texts: names },
    { name: 'agenda, appointment', path: day, open: openAppointment },
    { name: 'agenda, form', path: day, open: (page) => editVisit(page, firstVisit(page), t) },
    { name: 'agenda, new appointment', path: day, open: press('calendar:new') },
    { name: 'agenda, team', path: `${day}&team=true`, texts: names },
    { name: 'agenda, week', path: `${day}&view=week` },
    { name: 'agenda, week of the team', path: `${day}&view=week&team=true` },
    { name: 'agenda, month', path: `${day}&view=month` },
    { name: 'agenda, list', path: `${day}&view=list`, texts: [...names, ...stored.visits.slice(0, 20)] },
    { name: 'agenda, absences', path: `${away}&view=week` },
    { name: 'agenda, absences of the month', path: `${away}&view=month` },
    { name: 'agenda, hours', path: day, open: press('calendar:tools.schedules'), texts: stored.absences },
    { name: 'agenda, free times', path: day, open: press('calendar:tools.find') },
    {
      name: 'agenda, wait list',
      path: day,
      open: press('calendar:tools.wait'),
      texts: [...names, ...stored.waiting],
    },
    { name: 'agenda, print', path: day, open: press('calendar:print') },
  ]
}

const firstOf = ({ records }: Ground, classId: string) => records.find((one) => one.classId === classId)

const unfold = async (page: Page): Promise<void> => {
  const more = page.getByRole('button', { name: t('record:summary.more') })
  if (await more.isVisible()) await more.click()
}

const openVersions = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: t('history:versions.open_other', { count: 4 }) }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const chooseOlder = async (page: Page): Promise<void> => {
  await openVersions(page)
  await page.getByRole('dialog').getByLabel(t('history:versions.shown')).selectOption('2')
  await expect(page.getByRole('dialog').locator('del').first()).toBeVisible()
}

const openOpenings = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: t('patient:head.more'), exact: true })
    .first()
    .click()
  await page.getByRole('menuitem', { name: t('patient:head.openings') }).click()
  await expect(page.getByRole('dialog').getByRole('table')).toBeVisible()
}

const openPatient = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: t('patient:head.more'), exact: true })
    .first()
    .click()
  await page.getByRole('menuitem', { name: t('patient:head.edit') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const fileViews = (ground: Ground): View[] => {
  const { patients, patientId, records, stored } = ground
  const file = `/app/patient/${patientId}`
  const caseId = firstOf(ground, 'case_default')?.id
  const history = firstOf(ground, 'med_hist_default')
  // One of each class; every other text stands in the same places of the same parts, and on paper.
  const ofEachClass = [...new Map(records.map((one) => [one.classId, one])).values()]
  const written = ofEachClass.filter(({ id }) => id !== caseId)
  const writtenDown = records.filter(({ id, texts }) => id !== caseId && texts.length > 0)
  const paper = [
    ...writtenDown.flatMap(({ texts }) => texts),
    ...ground.documents.complete.flatMap(({ files, texts }) => [
      ...texts,
      ...files.map(({ fileName }) => fileName),
    ]),
  ]
  return [
    { name: 'patients', path: '/app/patient', texts: patients.map(({ firstName }) => firstName) },
    { name: 'new patient', path: '/app/patient', open: press('patient:list.new') },
    { name: 'file', path: file },
    ...patients.slice(0, 4).map((one) => ({
      name: `file of ${one.id}`,
      path: `/app/patient/${one.id}`,
      texts: [one.firstName, one.lastName],
    })),
    { name: 'who opened it', path: file, open: openOpenings },
    { name: 'patient', path: file, open: openPatient },
    { name: 'paper', path: `${file}?print=file`, texts: [...paper, ...stored.addenda] },
    { name: 'paper of a case', path: `${file}?print=case&case=${caseId}` },
    ...written.map(({ id, classId, texts }) => ({
      name: classId,
      path: `${file}?record=${id}`,
      unfold,
      texts,
    })),
    { name: 'additions', path: `${file}?record=${history?.id}`, texts: stored.addenda },
    { name: 'versions', path: `${file}?record=${caseId}`, open: openVersions },
    { name: 'difference', path: `${file}?record=${caseId}`, open: chooseOlder },
    { name: 'editor', path: `${file}?write=followup`, texts: stored.drafts },
    {
      name: 'editor of a record',
      path: `${file}?edit=${written.at(-1)?.id}`,
      texts: written.at(-1)?.texts ?? [],
    },
    { name: 'editor of a case', path: `${file}?edit=${caseId}` },
  ]
}

const settingsViews = ({ invitation }: Ground): View[] => [
  ...['account', 'security', 'profile', 'practice', 'members', 'access', 'audit'].map((section) => ({
    name: `settings, ${section}`,
    path: `/app/settings/${section}`,
  })),
  { name: 'invitation', path: '/app/settings/members', open: press('settings:members.invite.action') },
  { name: 'practices', path: '/app/dashboard', open: openPractices },
  { name: 'modules', path: '/app/modules' },
  { name: 'joining', path: invitation },
]

const openPractices = async (page: Page): Promise<void> => {
  const label = t('common:practiceSwitch.label', { practice: '' }).trim()
  await page
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .first()
    .click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
}

/** Every view in which a text of somebody may stand. */
const viewsOf = (ground: Ground): View[] => [
  ...agendaViews(ground),
  ...fileViews(ground),
  ...documentViews(ground.documents, ground.patientId, ground.texts),
  ...prepaidViews(ground.prepaid, ground.patientId),
  ...keepingViews(ground.keeping),
  ...ownViews(ground.own, ground.patientId, ground.texts),
  ...settingsViews(ground),
]

/** A page over which no view opens anything. */
const elsewhere = '/app/settings/account'

/** One step of the router: to load the app anew for every view took half of the story. */
const goOn = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState({}, '', to), path)

/** Goes through every view once and tells what is wrong anywhere. */
export const lookEverywhere = async (
  page: Page,
  ground: Ground,
  { look, settle }: Watch,
): Promise<string[]> => {
  const faults: string[] = []
  let isCovered = false
  await page.goto(elsewhere)
  for (const { name, path, open, unfold, texts } of viewsOf(ground)) {
    // What was opened over a view closes with it.
    if (isCovered) {
      await goOn(page, elsewhere)
      await settle(page)
    }
    await goOn(page, path)
    isCovered = open !== undefined
    await settle(page)
    await (open ?? unfold)?.(page)
    if (open) await settle(page)
    faults.push(...(await look(page, name, texts)))
  }
  faults.push(...(await lookAtFiles(page, ground.documents, ground.patientId, { look, settle })))
  return [...faults, ...(await search(page, ground, { look, settle }))]
}

/** The names of practice and practitioner, one text after the other: there is one of each at a time. */
export const lookAtNames = async (
  page: Page,
  { api, patientId }: Ground,
  { look, settle }: Watch,
  texts: readonly string[],
): Promise<string[]> => {
  const faults: string[] = []
  // Theirs is renewed, however long this takes.
  const own = api.as(await page.evaluate(() => sessionStorage.getItem('appToken') ?? ''))
  const views = [
    '/app/dashboard',
    '/app/settings/practice',
    '/app/settings/profile',
    `/app/patient/${patientId}?print=file`,
  ]
  for (const text of texts) {
    await own.send('put', '/settings/practice', { data: { name: text, slogan: text, description: text } })
    await own.send('put', '/settings/user', {
      data: { doctor: { firstName: text, lastName: text, address: text } },
    })
    await page.goto(views[0] ?? '')
    for (const path of views) {
      await page.evaluate((to) => history.pushState({}, '', to), path)
      await settle(page)
      faults.push(...(await look(page, `${path} of ${text}`, [text.trim()])))
    }
  }
  return faults
}

/** The palette and the field of the file, which repeat what is typed into them and mark it in what they find. */
const search = async (
  page: Page,
  ground: Ground,
  { look, settle }: Pick<Watch, 'look' | 'settle'>,
): Promise<string[]> => {
  const faults: string[] = []
  await page.goto(`/app/patient/${ground.patientId}`)
  await settle(page)
  const filter = page.getByLabel(t('record:timeLine.filter'))
  for (const text of ground.texts) {
    await filter.fill(text)
    faults.push(...(await look(page, `filter for ${text}`)))
  }
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog').getByRole('combobox')
  for (const { firstName } of ground.patients) {
    await palette.fill(firstName)
    if (/\p{L}{3}/u.test(firstName)) await page.waitForTimeout(300)
    faults.push(...(await look(page, `palette for ${firstName}`)))
  }
  return faults
}
