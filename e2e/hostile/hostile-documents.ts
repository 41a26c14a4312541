import { expect, type Locator, type Page } from '@playwright/test'
import { dicom } from '../scene/dicom-samples.ts'
import { pdf, photo, type Sample } from '../scene/file-samples.ts'
import { textsIn } from '../scene/texts.ts'
import type { HostileApi } from './hostile-api.ts'
import type { View, Watch } from './hostile-look.ts'
import type { Turn } from './hostile-turn.ts'

// Files whose names are hostile texts, in documents whose data are, and a DICOM file that carries some inside.

const t = textsIn('es')

interface StoredFile {
  readonly id: number
  readonly fileName: string
  readonly kind: 'image' | 'pdf' | 'dicom'
  readonly state: string
  readonly dicom: { readonly patientName: string | null; readonly description: string | null } | null
}

interface StoredDocument {
  readonly id: number
  /** What was written about it. */
  readonly texts: readonly string[]
  readonly files: readonly StoredFile[]
}

export interface Documents {
  /** The first one has one picture more, and a PDF and a DICOM file. */
  readonly complete: readonly StoredDocument[]
  /** Nobody has said of this one yet what it is. */
  readonly temporary: StoredDocument
  /** Texts that stand inside the DICOM file. */
  readonly inside: { readonly name: string; readonly study: string; readonly windowName: string }
}

const mostFiles = 16

const upload = async (
  api: HostileApi,
  recordId: number,
  { name, mimeType, buffer }: Sample,
): Promise<void> => {
  const { id } = await api.send<{ id: number }>('post', '/record/{id}/upload', {
    path: { id: recordId },
    data: { fileName: name, contentType: mimeType, size: buffer.length },
  })
  await api.send('put', '/upload/{id}/part/{part}', { path: { id, part: 1 }, data: buffer })
  await api.send('post', '/upload/{id}/complete', { path: { id } })
}

/** The files of a record once the server has looked at all of them. */
const readyFiles = async (api: HostileApi, recordId: number): Promise<StoredFile[]> => {
  for (let waited = 0; waited < 240; waited += 1) {
    const files = await api.send<StoredFile[]>('get', '/record/{id}/files', { path: { id: recordId } })
    if (files.every(({ state }) => state === 'ready')) return files
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`the files of record ${recordId} are not ready`)
}

const begin = async (api: HostileApi, patientId: number): Promise<number> => {
  const kind = { type: 'document', subtype: 'temporal', recordClassId: 'document' }
  return (
    await api.send<{ id: number }>('post', '/record', { data: { ownerId: patientId, ...kind, data: {} } })
  ).id
}

const finish = async (api: HostileApi, id: number, turn: Turn): Promise<StoredDocument> => {
  const data = { name: turn(), description: turn(), note: turn() }
  const path = { id, subtype: 'photo' }
  const stored = await api.send<{ data: Record<string, string> }>(
    'put',
    '/record/document/{id}/subtype/{subtype}',
    { path, data: { data } },
  )
  const texts = Object.keys(data).map((key) => String(stored.data[key]))
  return { id, texts, files: await readyFiles(api, id) }
}

/** Letters that divide the values of a DICOM element, and those its alphabet lacks, are left out. */
const dicomTexts = (texts: readonly string[]): string[] =>
  texts.filter((text) => /^[ -~]{4,60}$/.test(text) && !/[\\^=]/.test(text) && text === text.trim())

export const plantDocuments = async (
  api: HostileApi,
  patientId: number,
  texts: readonly string[],
  turn: Turn,
): Promise<Documents> => {
  const picture = await photo('', '#7a5a48')
  const fitting = dicomTexts(texts)
  const inside = {
    name: fitting[0] ?? 'x',
    study: fitting[1] ?? 'x',
    windowName: fitting[2] ?? 'x',
  }
  const imaged = { patientName: inside.name, birthDate: '19850403', ...inside }
  const extras = [pdf(`${texts[0]}.pdf`, ['Informe']), dicom(`${texts[1]}.dcm`, imaged)]
  const complete: StoredDocument[] = []
  for (let from = 0; from < texts.length; from += mostFiles) {
    const names = texts.slice(from, from + mostFiles)
    const id = await begin(api, patientId)
    const pictures = names.map((text) => ({ ...picture, name: `${text}.jpg` }))
    for (const sample of [...pictures, ...(from === 0 ? extras : [])]) await upload(api, id, sample)
    complete.push(await finish(api, id, turn))
  }
  const id = await begin(api, patientId)
  await upload(api, id, { ...picture, name: `${texts.at(-1)}.jpg` })
  return { complete, temporary: { id, texts: [], files: await readyFiles(api, id) }, inside }
}

const namesOf = ({ files }: StoredDocument): string[] => files.map(({ fileName }) => fileName)

const more = (page: Page): Locator =>
  page.getByRole('region', { name: t('files:gallery.title') }).locator('[aria-haspopup="menu"]')

const askRemoval = async (page: Page): Promise<void> => {
  await more(page).first().click()
  await page.getByRole('menuitem', { name: t('files:gallery.remove') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const continueDocument = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: t('files:temporary.complete'), exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** What cannot be taken is named before it is sent. */
const refuseFiles = (texts: readonly string[]) => async (page: Page) => {
  await page
    .getByRole('button', { name: t('files:add.open') })
    .first()
    .click()
  const refused = texts.map((text) => ({
    name: `${text.replaceAll('/', '')}.exe`,
    mimeType: 'text/html',
    buffer: Buffer.from('<b>'),
  }))
  await page.getByRole('dialog').getByLabel(t('files:add.choose')).setInputFiles(refused)
  await expect(page.getByRole('dialog').getByRole('alert').first()).toBeVisible()
}

/** Gallery, dialogs and editor of every document. */
export const documentViews = (
  { complete, temporary }: Documents,
  patientId: number,
  texts: readonly string[],
): View[] => {
  const file = `/app/patient/${patientId}`
  const first = complete[0]
  const open = `${file}?record=${first?.id}`
  return [
    ...complete.map((one, index) => ({
      name: `document ${index + 1}`,
      path: `${file}?record=${one.id}`,
      texts: [...namesOf(one), ...one.texts],
    })),
    { name: 'file to be removed', path: open, open: askRemoval },
    { name: 'editor of a document', path: `${file}?edit=${first?.id}`, texts: first?.texts ?? [] },
    { name: 'document without a kind', path: `${file}?record=${temporary.id}`, texts: namesOf(temporary) },
    {
      name: 'document to be completed',
      path: `${file}?record=${temporary.id}`,
      open: continueDocument,
      texts: namesOf(temporary),
    },
    {
      name: 'files that cannot be taken',
      path: file,
      open: refuseFiles(texts),
      texts: texts.map((text) => text.replaceAll('/', '')),
    },
  ]
}

const openViewer = async (page: Page): Promise<Locator> => {
  const first = page
    .getByRole('region', { name: t('files:gallery.title') })
    .getByRole('listitem')
    .first()
  await first.getByRole('button').first().click()
  return page.getByRole('dialog', { name: t('files:viewer.title') })
}

/** Leafs through the viewer, file by file, and compares the first photo with all others. */
export const lookAtFiles = async (
  page: Page,
  { complete, inside }: Documents,
  patientId: number,
  { look, settle }: Pick<Watch, 'look' | 'settle'>,
): Promise<string[]> => {
  const faults: string[] = []
  for (const one of complete) {
    await page.goto(`/app/patient/${patientId}?record=${one.id}`)
    await settle(page)
    const viewer = await openViewer(page)
    for (const file of one.files) {
      await expect(viewer.getByRole('heading')).toHaveText(file.fileName)
      await settle(page)
      const texts = file.kind === 'dicom' ? Object.values(inside) : []
      faults.push(...(await look(page, `viewer of ${file.fileName}`, [file.fileName, ...texts])))
      await page.keyboard.press('PageDown')
    }
  }
  await page.goto(`/app/patient/${patientId}?record=${complete[0]?.id}`)
  await settle(page)
  const viewer = await openViewer(page)
  await viewer.getByRole('button', { name: t('files:viewer.compare') }).click()
  await settle(page)
  const [, ...others] = complete.flatMap(({ files }) => files).filter(({ kind }) => kind === 'image')
  const names = others.map(({ fileName }) => fileName)
  faults.push(...(await look(page, 'comparison', names)))
  return faults
}
