import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { dayOfInstant } from '@ulna/contract/records/records.rules'
import { AppError } from '../../platform/app-error.ts'
import { transaction } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { type ArchivedFile, ArchiveWriter } from '../../platform/files/archive-writer.ts'
import { measureFile } from '../../platform/files/measure-file.ts'
import { openStored } from '../../platform/files/open-stored.ts'
import { safeFileName } from '../../platform/files/safe-file-name.ts'
import { fingerprintOf, statementFiles } from '../../platform/origins/origins.ts'
import { mergedInto } from '../../platform/patient-aliases.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { wordsIn } from '../../platform/words.ts'
import { patientFileOf } from '../fhir/fhir.file.service.ts'
import { ensureSigningKey, signStatement } from '../papers/papers.statement.service.ts'
import type { Writing } from '../patient-copies/contents/patient-copies.tables.service.ts'
import type { EntriesJobDependencies } from './practitioner-copies.dependencies.ts'
import {
  coverPage,
  entriesOf,
  entriesPage,
  isEmpty,
  type NamedFile,
  type OwnEntries,
  patientLabel,
  type SignedOff,
} from './practitioner-copies.entries.ts'
import {
  findPatientsOfAuthor,
  type MadeEntries,
  type StoredEntries,
} from './practitioner-copies.repository.ts'

/** Everything that is made of a request: who reads, what was decided, in which words. */
export interface Making {
  readonly stored: StoredEntries
  /** Reads as an owner with clinical access does. */
  readonly reader: PracticeActor
  readonly signedOff: Omit<SignedOff, 'day'>
  readonly folder: string
}

interface Filled {
  readonly named: Record<string, ArchivedFile>
  readonly patients: NamedFile[]
  readonly patientIds: number[]
  records: number
  files: number
  missing: number
}

const within = <T>(
  { db }: EntriesJobDependencies,
  { reader }: Making,
  work: Parameters<typeof transaction<T>>[3],
): Promise<T> =>
  transaction(db.queries, { practiceId: reader.practiceId, userId: reader.userId }, 'snapshot', work)

/**
 * Each patient is read in a moment of its own: nobody's transaction stays open while files are copied. Undefined of who went out
 * of sight meanwhile, blocked or deleted. Whose records went into another file meanwhile fails it: that file may be read already.
 */
const readEntries = async (
  dependencies: EntriesJobDependencies,
  making: Making,
  patientId: number,
): Promise<OwnEntries | undefined> => {
  try {
    return await within(dependencies, making, async (tx) =>
      entriesOf(
        await patientFileOf(tx, making.reader, dependencies.classes, patientId),
        making.stored.doctorId,
      ),
    )
  } catch (error) {
    if (!(error instanceof AppError && error.key === 'not_found')) throw error
    const { practiceId } = making.reader
    const into = await within(dependencies, making, (tx) => mergedInto(tx, practiceId, patientId))
    if (into !== undefined) throw error
    return undefined
  }
}

const copyOriginals = async (
  archive: ArchiveWriter,
  { files }: EntriesJobDependencies,
  { originals }: OwnEntries,
  { filled, place, missingText }: { filled: Filled; place: string; missingText: (name: string) => string },
): Promise<NamedFile[]> => {
  const named: NamedFile[] = []
  for (const { id, fileName, rawStoragePath } of originals) {
    const name = `originals/${id}-${safeFileName(fileName)}`
    const opened = await openStored(files, rawStoragePath)
    if (opened) {
      filled.named[`${place}/${name}`] = await archive.add(`${place}/${name}`, async () => opened.bytes)
      filled.files += 1
    } else filled.missing += 1
    named.push(opened ? { path: name, label: fileName } : { path: null, label: missingText(fileName) })
  }
  return named
}

const addPatient = async (
  archive: ArchiveWriter,
  dependencies: EntriesJobDependencies,
  making: Making,
  { entries, filled, writing }: { entries: OwnEntries; filled: Filled; writing: Writing },
): Promise<void> => {
  const { file, records, addenda } = entries
  const { patient } = file
  const place = `patients/${safeFileName(patient.fileId)}-${patient.id}`
  const missingText = (name: string): string => writing.t('copies:missing', { name })
  const files = await copyOriginals(archive, dependencies, entries, { filled, place, missingText })
  const label = patientLabel(file, making.stored.withNames, writing)
  const page = `${place}/entries.html`
  filled.named[page] = await archive.addText(page, entriesPage(entries, { label, files, writing }))
  const data = `${place}/entries.ndjson`
  const lines = [...records, ...addenda].map((one) => `${JSON.stringify(one)}\n`).join('')
  filled.named[data] = await archive.addText(data, lines)
  filled.patients.push({ path: page, label })
  filled.patientIds.push(patient.id)
  filled.records += records.length
}

const fill = async (
  archive: ArchiveWriter,
  dependencies: EntriesJobDependencies,
  making: Making,
): Promise<Filled> => {
  const { reader, stored } = making
  const filled: Filled = { named: {}, patients: [], patientIds: [], records: 0, files: 0, missing: 0 }
  const { language } = stored
  const t = await wordsIn(language)
  const writing: Writing = {
    ...{ language, timezone: reader.timezone, t },
    ...{ withNames: stored.withNames, keptVisits: new Set() },
  }
  const ids = await within(dependencies, making, (tx) =>
    findPatientsOfAuthor(tx, reader.practiceId, stored.doctorId),
  )
  for (const id of ids) {
    const entries = await readEntries(dependencies, making, id)
    if (entries && !isEmpty(entries))
      await addPatient(archive, dependencies, making, { entries, filled, writing })
  }
  const now = await within(dependencies, making, async (tx) => new Date(await databaseNow(tx)).toISOString())
  const day = dayOfInstant(now, reader.timezone)
  filled.named['index.html'] = await archive.addText(
    'index.html',
    coverPage({ ...making.signedOff, day }, filled.patients, writing),
  )
  return filled
}

/** Names every file of the copy with its digest, and signs that in the name of the practice. */
const seal = async (
  archive: ArchiveWriter,
  { db, secrets, appUrl }: EntriesJobDependencies,
  { reader, signedOff, stored }: Making,
  { named }: Filled,
): Promise<string> => {
  const { practiceId, userId } = reader
  const at = new Date().toISOString()
  const { practice, practitioner, owner } = signedOff
  const about = { practice, practitioner, signedOffBy: owner, withNames: stored.withNames }
  const manifest = { format: 'ulna-entries', version: 1, origin: appUrl(), at, ...about, files: named }
  const text = JSON.stringify(manifest, null, 1)
  const [secret] = secrets
  await ensureSigningKey(db.queries, { practiceId, practiceName: practice, secret, at })
  const { signature, certificate } = await transaction(db.queries, { practiceId, userId }, 'snapshot', (tx) =>
    signStatement(tx, { practiceId, secret, at }, text),
  )
  await archive.addText(statementFiles.manifest, text)
  await archive.addText(statementFiles.signature, signature)
  await archive.addText(statementFiles.certificate, certificate)
  return fingerprintOf(certificate)
}

/** Writes the entries of a practitioner into a folder, as one zip that opens without a program of ours. */
export const writeEntries = async (
  dependencies: EntriesJobDependencies,
  making: Making,
): Promise<Omit<MadeEntries, 'storageKey'> & { readonly file: string }> => {
  await mkdir(making.folder, { recursive: true, mode: 0o700 })
  const file = path.join(making.folder, 'entries.zip')
  const archive = new ArchiveWriter(file, new Date().toISOString(), [])
  try {
    const filled = await fill(archive, dependencies, making)
    const fingerprint = await seal(archive, dependencies, making, filled)
    await archive.finish()
    const { patientIds, records, files, missing } = filled
    return { file, ...(await measureFile(file)), fingerprint, patientIds, records, files, missing }
  } catch (error) {
    await archive.discard()
    throw error
  }
}
