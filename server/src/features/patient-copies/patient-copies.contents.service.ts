import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { notesPart, partKey } from '@ulna/contract/patient-copies/patient-copies.reserved'
import { dayOfInstant } from '@ulna/contract/records/records.rules'
import type { FhirResource } from 'fhir/r4'
import type { TFunction } from 'i18next'
import { AppError } from '../../platform/app-error.ts'
import { transaction } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { ArchiveWriter } from '../../platform/files/archive-writer.ts'
import { csvTable } from '../../platform/files/csv-file.ts'
import type { FileStore, OpenFile } from '../../platform/files/file-store.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { wordsIn } from '../../platform/words.ts'
import { type PatientFile, patientFileOf } from '../fhir/fhir.file.service.ts'
import { resourcesOfPatient, summaryOfPatient } from '../fhir/fhir.service.ts'
import { filesForPaper } from '../files/files.paper.service.ts'
import { bytesOfPaper, issuePaper } from '../papers/papers.service.ts'
import { cardOfPatient } from '../patients/patients.vcard.service.ts'
import { type IndexedFile, indexPage } from './contents/patient-copies.index.ts'
import { findOpeningsOf, type Opening } from './contents/patient-copies.openings.ts'
import { partsIn } from './contents/patient-copies.parts.ts'
import { answersTable, openingsTable, visitsTable, type Writing } from './contents/patient-copies.tables.ts'
import type { CopyDependencies } from './patient-copies.dependencies.ts'
import type { CopyWish } from './patient-copies.repository.ts'

interface Gathered {
  readonly file: PatientFile
  readonly resources: readonly FhirResource[]
  readonly summary: object
  readonly openings: readonly Opening[]
  readonly originals: Awaited<ReturnType<typeof filesForPaper>>
  /** Instant. */
  readonly at: string
}

const scopeOf = ({ practiceId, userId, seesBlocked }: PracticeActor) => ({
  ...{ practiceId, userId },
  ...(seesBlocked && { seesBlocked }),
})

/** Everything of one moment; the paper and the bytes of files come after it. */
const gather = (
  { db, classes, appUrl }: CopyDependencies,
  actor: PracticeActor,
  patientId: number,
  { language, keptBack }: CopyWish,
): Promise<Gathered> =>
  transaction(db.queries, scopeOf(actor), 'snapshot', async (tx) => {
    const kept = new Set(keptBack)
    const wish = {
      ...{ patientId, language, withholdsNotes: kept.has(notesPart) },
      withholds: (record: { recordClassId: string }, field: { id: string }) =>
        kept.has(partKey(record.recordClassId, field.id)),
    }
    const resources: FhirResource[] = []
    for await (const one of resourcesOfPatient(tx, actor, { classes, appUrl }, wish)) resources.push(one)
    return {
      file: await patientFileOf(tx, actor, classes, patientId),
      resources,
      summary: await summaryOfPatient(tx, actor, { classes, appUrl }, wish),
      openings: await findOpeningsOf(tx, actor, patientId),
      originals: await filesForPaper(tx, actor.practiceId, patientId),
      at: new Date(await databaseNow(tx)).toISOString(),
    }
  })

/** A name that any file system takes. */
const safeName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, '_')
    .replace(/^[. ]+/, '_')
    .slice(-100)

type Add = (file: string, label: string | null, text: string | Buffer) => Promise<void>

/** Resources by kind as NDJSON, with the manifest of a bulk export (FHIR Bulk Data Access 2.0). */
const addResources = async (add: Add, { resources, at }: Gathered, labelOf: (type: string) => string) => {
  const byType = Map.groupBy(resources, ({ resourceType }) => resourceType)
  const output = []
  for (const [type, some] of byType) {
    const file = `fhir/${type}.ndjson`
    await add(file, null, some.map((one) => `${JSON.stringify(one)}\n`).join(''))
    output.push({ type, url: `${type}.ndjson`, count: some.length })
  }
  const manifest = { transactionTime: at, request: 'Patient/$everything', requiresAccessToken: false }
  await add(
    'fhir/manifest.json',
    labelOf('fhir'),
    JSON.stringify({ ...manifest, output, error: [] }, null, 1),
  )
}

/** The file as a signed PDF; nothing where no record is in it yet. */
const addPaper = async (
  add: Add,
  dependencies: CopyDependencies,
  actor: PracticeActor,
  patientId: number,
  { language, keptBack }: CopyWish,
  label: string,
): Promise<void> => {
  const kept = new Set(keptBack)
  const wish = { scope: 'file' as const, language, withVoided: true, withPictures: true }
  try {
    const paper = await issuePaper(dependencies.papers, actor, patientId, wish, (classId, fieldId) =>
      kept.has(partKey(classId, fieldId)),
    )
    await add('file.pdf', label, await bytesOfPaper(dependencies.papers, actor, paper.id))
  } catch (error) {
    if (!(error instanceof AppError && error.key === 'not_found')) throw error
  }
}

/** The bytes of a file; undefined where the store has lost them, which is no reason to give no copy at all. */
const openIfThere = async (store: FileStore, key: string): Promise<OpenFile | undefined> => {
  try {
    return await store.open(key)
  } catch (error) {
    if (error instanceof AppError && error.key === 'file_not_found') return undefined
    throw error
  }
}

const addOriginals = async (
  archive: ArchiveWriter,
  files: IndexedFile[],
  { files: store }: CopyDependencies,
  { originals }: Gathered,
  t: TFunction,
): Promise<void> => {
  for (const { id, fileName, rawStoragePath } of originals) {
    const place = `originals/${id}-${safeName(fileName)}`
    const opened = await openIfThere(store, rawStoragePath)
    if (opened) await archive.add(place, async () => opened.bytes)
    files.push(
      opened
        ? { path: place, label: fileName }
        : { path: null, label: t('copies:missing', { name: fileName }) },
    )
  }
}

const fill = async (
  archive: ArchiveWriter,
  dependencies: CopyDependencies,
  actor: PracticeActor,
  patientId: number,
  wish: CopyWish,
): Promise<number> => {
  const gathered = await gather(dependencies, actor, patientId, wish)
  const { file, openings, summary, at } = gathered
  const t = await wordsIn(wish.language)
  const keptBack = new Set(wish.keptBack)
  const writing: Writing = { ...wish, timezone: actor.timezone, t, keptBack }
  const files: IndexedFile[] = []
  const add: Add = async (name, label, text) => {
    await archive.addText(name, text)
    if (label !== null) files.push({ path: name, label })
  }
  const labelOf = (name: string): string => t(`copies:file.${name}`)
  await addPaper(add, dependencies, actor, patientId, wish, labelOf('paper'))
  await add('records.csv', labelOf('records'), await csvTable(answersTable(file, writing)))
  await add('visits.csv', labelOf('visits'), await csvTable(visitsTable(file, writing)))
  const opened = openingsTable(openings, writing)
  await add('openings.csv', labelOf('openings'), await csvTable(opened))
  await add('contact.vcf', labelOf('contact'), cardOfPatient(file.patient))
  await add('summary.json', labelOf('summary'), JSON.stringify(summary, null, 1))
  await addResources(add, gathered, labelOf)
  await addOriginals(archive, files, dependencies, gathered, t)
  const kept = partsIn(file, wish.language).filter(({ key }) => keptBack.has(key))
  const day = dayOfInstant(at, actor.timezone)
  await archive.addText(
    'index.html',
    indexPage({ file, writing, files, day, keptBack: kept, openings: opened }),
  )
  return files.length
}

/** A copy as it lies in a folder, until it is in the store. */
export interface WrittenCopy {
  readonly file: string
  readonly size: number
  readonly sha256: string
  /** How many files are in it besides its index. */
  readonly files: number
}

const measure = async (file: string): Promise<{ size: number; sha256: string }> => {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(piece)
    size += piece.length
  }
  return { size, sha256: hash.digest('hex') }
}

/** Writes the copy of a file into a folder, without what is kept back. */
export const writeCopy = async (
  dependencies: CopyDependencies,
  actor: PracticeActor,
  { folder, patientId, wish }: { folder: string; patientId: number; wish: CopyWish },
): Promise<WrittenCopy> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, 'copy.zip')
  const archive = new ArchiveWriter(file, new Date().toISOString(), [])
  try {
    const files = await fill(archive, dependencies, actor, patientId, wish)
    await archive.finish()
    return { file, ...(await measure(file)), files }
  } catch (error) {
    await archive.discard()
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
