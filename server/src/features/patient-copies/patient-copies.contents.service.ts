import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { CopyPart } from '@ulna/contract/patient-copies/patient-copies'
import { notesPart, partKey } from '@ulna/contract/patient-copies/patient-copies.reserved'
import { dayOfInstant } from '@ulna/contract/records/records.rules'
import type { FhirResource } from 'fhir/r4'
import type { TFunction } from 'i18next'
import { AppError } from '../../platform/app-error.ts'
import { type Tx, transaction } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { ArchiveWriter } from '../../platform/files/archive-writer.ts'
import { csvTable } from '../../platform/files/csv-file.ts'
import { measureFile } from '../../platform/files/measure-file.ts'
import { openStored } from '../../platform/files/open-stored.ts'
import { safeFileName } from '../../platform/files/safe-file-name.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { wordsIn } from '../../platform/words.ts'
import { type PatientFile, patientFileOf } from '../fhir/fhir.file.service.ts'
import { fileWithout, resourcesOfPatient, summaryOfPatient } from '../fhir/fhir.service.ts'
import { filesForPaper } from '../files/files.paper.service.ts'
import { bytesOfPaper, issuePaper } from '../papers/papers.service.ts'
import { cardOfPatient } from '../patients/patients.vcard.service.ts'
import {
  type Accounts,
  accountTables,
  findAccountsOf,
  findPictureKey,
  withoutNotes,
} from './contents/patient-copies.accounts.ts'
import { type IndexedFile, indexPage } from './contents/patient-copies.index.ts'
import {
  type IsKept,
  keptBackBy,
  keptWords,
  type Reserved,
  type Withheld,
  withheldBy,
} from './contents/patient-copies.kept.ts'
import { findOpeningsOf, type Opening } from './contents/patient-copies.openings.ts'
import { partsIn } from './contents/patient-copies.parts.ts'
import { reservedIn } from './contents/patient-copies.reserved.service.ts'
import {
  answersTable,
  openingsTable,
  visitsTable,
  type Writing,
} from './contents/patient-copies.tables.service.ts'
import type { CopyDependencies } from './patient-copies.dependencies.ts'
import type { CopyWish } from './patient-copies.repository.ts'

/** Where the parts of a copy go. */
export type CopyTarget = Pick<ArchiveWriter, 'add' | 'addText'>

/** What somebody hands out besides, or not at all. */
export interface CopyOptions<More> {
  /** Reserved parts that go in, where every other reserved one stays out; null where only what is named is kept back. */
  readonly given: readonly string[] | null
  /** Whether the patient gets it: who opened the file, and what was bought and paid, is for them alone. */
  readonly forPatient: boolean
  /** Read in the moment that everything is of. */
  readonly more: (tx: Tx) => Promise<More>
}

interface Gathered<More = unknown> {
  readonly file: PatientFile
  /** The same without what is kept back. */
  readonly handed: PatientFile
  readonly reserved: Reserved
  readonly isKept: IsKept
  readonly withheld: Withheld
  readonly accounts: Accounts
  readonly pictureKey: string | undefined
  readonly resources: readonly FhirResource[]
  readonly summary: object
  readonly openings: readonly Opening[]
  readonly originals: Awaited<ReturnType<typeof filesForPaper>>
  /** Instant. */
  readonly at: string
  readonly more: More
}

const scopeOf = ({ practiceId, userId, seesBlocked }: PracticeActor) => ({
  ...{ practiceId, userId },
  ...(seesBlocked && { seesBlocked }),
})

/** Everything of one moment; the paper and the bytes of files come after it. */
const gather = <More>(
  { db, classes, appUrl, files, papers }: CopyDependencies,
  actor: PracticeActor,
  patientId: number,
  { language, forPatient, more, ...chosen }: CopyWish & CopyOptions<More>,
): Promise<Gathered<More>> =>
  transaction(db.queries, scopeOf(actor), 'snapshot', async (tx) => {
    const file = await patientFileOf(tx, actor, classes, patientId)
    const reserved = await reservedIn(tx, actor.practiceId, classes, file.forms)
    const isKept = keptBackBy(chosen, reserved)
    const withheld = withheldBy(file, isKept)
    const wish = { patientId, language, ...withheld }
    const resources: FhirResource[] = []
    const handing = { classes, appUrl, seals: { keys: papers.sealKeys, files } }
    for await (const one of resourcesOfPatient(tx, actor, handing, wish)) resources.push(one)
    const handed = fileWithout(file, withheld)
    const given = new Set(handed.files.map(({ id }) => id))
    const originals = await filesForPaper(tx, actor.practiceId, patientId)
    return {
      ...{ file, handed, reserved, isKept, withheld, resources },
      accounts: await findAccountsOf(tx, actor, patientId),
      pictureKey: await findPictureKey(tx, actor, patientId),
      summary: await summaryOfPatient(tx, actor, handing, wish),
      openings: forPatient ? await findOpeningsOf(tx, actor, patientId) : [],
      originals: originals.filter(({ id }) => given.has(id)),
      at: new Date(await databaseNow(tx)).toISOString(),
      more: await more(tx),
    }
  })

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
  { isKept, withheld }: Gathered,
  { language, label }: { readonly language: CopyWish['language']; readonly label: string },
): Promise<void> => {
  const wish = { scope: 'file' as const, language, withVoided: true, withPictures: true }
  try {
    const paper = await issuePaper(dependencies.papers, actor, patientId, wish, {
      answer: (classId, fieldId) => isKept(partKey(classId, fieldId)),
      parts: withheld.withheldParts,
      ...withheld.withheldThings,
    })
    await add('file.pdf', label, await bytesOfPaper(dependencies.papers, actor, paper.id))
  } catch (error) {
    if (!(error instanceof AppError && error.key === 'not_found')) throw error
  }
}

/** What the patient bought, paid and waits for: a table each, where there is anything. */
const addAccounts = async (add: Add, accounts: Accounts, t: TFunction): Promise<void> => {
  for (const [name, table] of Object.entries(accountTables(accounts, t)))
    if (table.length > 1) await add(`${name}.csv`, t(`copies:file.${name}`), await csvTable(table))
}

const addPicture = async (
  archive: CopyTarget,
  files: IndexedFile[],
  { files: store }: CopyDependencies,
  { pictureKey }: Gathered,
  label: string,
): Promise<void> => {
  const opened = pictureKey === undefined ? undefined : await openStored(store, pictureKey)
  if (!opened) return
  await archive.add('picture.webp', async () => opened.bytes)
  files.push({ path: 'picture.webp', label })
}

/** Where the original of a file stands in what is handed out. */
export const placeOf = ({ id, fileName }: { readonly id: number; readonly fileName: string }): string =>
  `originals/${id}-${safeFileName(fileName)}`

const addOriginals = async (
  archive: CopyTarget,
  files: IndexedFile[],
  { files: store }: CopyDependencies,
  { originals }: Gathered,
  t: TFunction,
): Promise<void> => {
  for (const { id, fileName, rawStoragePath } of originals) {
    const place = placeOf({ id, fileName })
    const opened = await openStored(store, rawStoragePath)
    if (opened) await archive.add(place, async () => opened.bytes)
    files.push(
      opened
        ? { path: place, label: fileName }
        : { path: null, label: t('copies:missing', { name: fileName }) },
    )
  }
}

/** What was put into a copy. */
export interface CopyContents<More>
  extends Pick<Gathered<More>, 'file' | 'handed' | 'originals' | 'at' | 'more'> {
  readonly files: readonly IndexedFile[]
  /** What the file has and is not in it. */
  readonly kept: readonly CopyPart[]
  /** The same in words that say nothing of it. */
  readonly words: readonly string[]
  /** All that stayed out, whether the file has it or not. */
  readonly keptBack: readonly string[]
}

/** Puts the file of a patient into an archive, for people and for programs, without what is kept back. */
export const addPatientFile = async <More>(
  archive: CopyTarget,
  dependencies: CopyDependencies,
  actor: PracticeActor,
  patientId: number,
  wish: CopyWish & CopyOptions<More>,
): Promise<CopyContents<More>> => {
  const gathered = await gather(dependencies, actor, patientId, wish)
  const { file, handed, reserved, isKept, withheld, accounts, openings, summary, at } = gathered
  const t = await wordsIn(wish.language)
  const { language, withNames } = wish
  const naming = { language, timezone: actor.timezone, t }
  const kept = partsIn(file, accounts, { ...naming, reserved }).filter(({ key }) => isKept(key))
  const keptBack = new Set([...wish.keptBack, ...kept.map(({ key }) => key)])
  const writing: Writing = { ...naming, withNames, keptVisits: withheld.withheldThings.visits }
  const files: IndexedFile[] = []
  const add: Add = async (name, label, text) => {
    await archive.addText(name, text)
    if (label !== null) files.push({ path: name, label })
  }
  const labelOf = (name: string): string => t(`copies:file.${name}`)
  await addPaper(add, dependencies, actor, patientId, gathered, { language, label: labelOf('paper') })
  await add('records.csv', labelOf('records'), await csvTable(answersTable(handed, writing)))
  await add('visits.csv', labelOf('visits'), await csvTable(visitsTable(handed, writing)))
  const opened = wish.forPatient ? openingsTable(openings, writing) : null
  if (wish.forPatient) await addAccounts(add, isKept(notesPart) ? withoutNotes(accounts) : accounts, t)
  if (opened) await add('openings.csv', labelOf('openings'), await csvTable(opened))
  await add('contact.vcf', labelOf('contact'), cardOfPatient(handed.patient))
  await add('summary.json', labelOf('summary'), JSON.stringify(summary, null, 1))
  await addResources(add, gathered, labelOf)
  await addPicture(archive, files, dependencies, gathered, labelOf('picture'))
  await addOriginals(archive, files, dependencies, gathered, t)
  const day = dayOfInstant(at, actor.timezone)
  await archive.addText(
    'index.html',
    indexPage({ file: handed, writing, files, day, keptBack: kept, openings: opened }),
  )
  return { ...gathered, files, kept, words: keptWords(t, kept), keptBack: [...keptBack] }
}

/** A copy as it lies in a folder, until it is in the store. */
export interface WrittenCopy {
  readonly file: string
  readonly size: number
  readonly sha256: string
  /** How many files are in it besides its index. */
  readonly files: number
  readonly keptBack: readonly string[]
}

/** Writes the copy of a file into a folder, without what is kept back. */
export const writeCopy = async (
  dependencies: CopyDependencies,
  actor: PracticeActor,
  {
    folder,
    patientId,
    wish,
  }: { folder: string; patientId: number; wish: CopyWish & Pick<CopyOptions<unknown>, 'given'> },
): Promise<WrittenCopy> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, 'copy.zip')
  const archive = new ArchiveWriter(file, new Date().toISOString(), [])
  try {
    const options = { forPatient: true, more: async () => undefined }
    const filled = await addPatientFile(archive, dependencies, actor, patientId, { ...wish, ...options })
    await archive.finish()
    const { files, keptBack } = filled
    return { file, ...(await measureFile(file)), files: files.length, keptBack }
  } catch (error) {
    await archive.discard()
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
