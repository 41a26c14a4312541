import { type APIResponse, expect, type Page } from '@playwright/test'
import { register, type Somebody } from './people.ts'
import { type Language, textsIn } from './texts.ts'

export const t = textsIn('es')

export interface Scene {
  readonly somebody: Somebody
  readonly patientId: number
  readonly caseId: number
}

/** The Bearer token of the page's session, to look at the server behind the page's back. */
export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => sessionStorage.getItem('appToken') ?? '')

/** A token that was renewed: the one of the page ends after a quarter of an hour and is renewed when the page asks next. */
const renewedToken = async (page: Page): Promise<string> => {
  const answer = await page.request.get('/api/auth/refresh')
  expect(answer.status(), await answer.text()).toBe(200)
  return ((await answer.json()) as { metadata: { token: string } }).metadata.token
}

/** Asks the server behind the page's back, as who is signed in there. */
const ask = async (
  page: Page,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  data?: object,
): Promise<APIResponse> => {
  const send = (token: string) =>
    page.request.fetch(`/api${path}`, { method, headers: { authorization: `Bearer ${token}` }, data })
  const answer = await send(await tokenOf(page))
  return answer.status() === 401 ? send(await renewedToken(page)) : answer
}

export const post = async (page: Page, path: string, data: object): Promise<{ id: number }> => {
  const answer = await ask(page, 'POST', path, data)
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

export const get = async <Payload>(page: Page, path: string): Promise<Payload> => {
  const answer = await ask(page, 'GET', path)
  expect(answer.status(), await answer.text()).toBe(200)
  return ((await answer.json()) as { payload: Payload }).payload
}

export const remove = async (page: Page, path: string): Promise<void> => {
  const answer = await ask(page, 'DELETE', path)
  expect(answer.status(), await answer.text()).toBe(200)
}

export const writeFollowUp = (page: Page, { patientId, caseId }: Scene, data: object) =>
  post(page, '/record', {
    ownerId: patientId,
    type: 'control',
    subtype: 'follow_up',
    recordClassId: 'followup_default',
    data: { case: caseId, ...data },
  })

/** A practice with a patient and an open case. */
export const openScene = async (page: Page, language: Language = 'es'): Promise<Scene> => {
  const somebody = await register(page, language)
  const { id: patientId } = await post(page, '/patient', { firstName: 'Mariana', lastName: 'Gómez Lara' })
  const { id: caseId } = await post(page, '/record', {
    ownerId: patientId,
    type: 'control',
    subtype: 'case',
    recordClassId: 'case_default',
    data: { name: 'Manguito rotador', painIntensity: 8 },
  })
  return { somebody, patientId, caseId }
}

export const note = (page: Page) => page.getByRole('textbox', { name: t('module:followup_patientObs') })

/** The follow-up form of the patient, as a link leads there. */
export const openForm = async (page: Page, { patientId }: Scene): Promise<void> => {
  await page.goto(`/app/patient/${patientId}?write=followup`)
  await expect(note(page)).toBeVisible()
}

/** What says that a draft is kept, now or some seconds ago. */
export const kept = (page: Page) =>
  page.getByText(/Borrador guardado ahora|Guardado hace|Guardado aparte/).first()

export const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: t('record:editor.saveAndClose') }).click()
  await expect(page.getByText(t('record:editor.saved')).first()).toBeVisible()
}

export interface FollowUp {
  readonly subtype: string
  readonly data: { readonly patientObs?: string; readonly exercises?: string }
}

export const followUps = async (page: Page, { patientId }: Scene): Promise<FollowUp[]> => {
  const file = await get<{ records: FollowUp[] }>(page, `/patient/getWithRecord/${patientId}`)
  return file.records.filter((record) => record.subtype === 'follow_up')
}

export interface KeptDraft {
  readonly key: string
  readonly data: { readonly patientObs?: string; readonly text?: string }
}

export const drafts = (page: Page, { patientId }: Scene): Promise<KeptDraft[]> =>
  get<KeptDraft[]>(page, `/draft/${patientId}`)

/** How many copies lie in the browser's storage. */
export const copiesHere = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const all = await indexedDB.databases()
    if (!all.some(({ name }) => name === 'ulna-copies')) return 0
    const open = indexedDB.open('ulna-copies')
    await new Promise((resolve) => {
      open.onsuccess = resolve
    })
    const count = open.result.transaction('keyval').objectStore('keyval').count()
    await new Promise((resolve) => {
      count.onsuccess = resolve
    })
    open.result.close()
    return count.result
  })

/** Opens the form, and waits until the page has behind it what it fetches ahead: without a line it would miss that. */
export const openFormWithAll = async (page: Page, scene: Scene): Promise<void> => {
  const ahead = page.waitForResponse(/\/assets\/dialogs-/)
  await openForm(page, scene)
  await ahead
}
