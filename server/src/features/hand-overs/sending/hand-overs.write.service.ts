import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { FileHandOverInput } from '@ulna/contract/hand-overs/hand-overs'
import { limits } from '@ulna/contract/http/text'
import type { Language } from '@ulna/contract/record-class/record-class'
import { AppError } from '../../../platform/app-error.ts'
import { transaction } from '../../../platform/database/database.ts'
import { parseJson } from '../../../platform/database/wire.ts'
import { type ArchivedFile, ArchiveWriter } from '../../../platform/files/archive-writer.ts'
import { measureFile } from '../../../platform/files/measure-file.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { ensureSigningKey, signStatement } from '../../papers/papers.statement.service.ts'
import {
  addPatientFile,
  type CopyContents,
  type CopyTarget,
  placeOf,
} from '../../patient-copies/patient-copies.contents.service.ts'
import { packagesOf } from '../../session-packages/session-packages.service.ts'
import { attestSealsOf } from '../../signatures/signatures.attest.service.ts'
import type { HandOverDependencies } from '../hand-overs.dependencies.ts'
import {
  type HandOverContents,
  type HandOverManifest,
  handOverFiles,
  handOverFormat,
  handOverVersion,
  handOverLimits as most,
} from '../hand-overs.format.ts'
import { isModestJson } from '../hand-overs.modest.ts'
import { contentsOf, type HandedMore, readmeText, sealsOf } from './hand-overs.contents.ts'

export interface HandOverWish extends FileHandOverInput {
  readonly patientId: number
  readonly language: Language
}

/** A hand-over as it lies in a folder, until it is in the store. */
export interface WrittenHandOver {
  readonly file: string
  readonly uid: string
  readonly size: number
  readonly sha256: string
  readonly records: number
  readonly files: number
}

/** Keeps what every file is that goes into an archive: the manifest names them. */
class NamedFiles implements CopyTarget {
  readonly files: Record<string, ArchivedFile> = {}
  private readonly archive: ArchiveWriter

  constructor(archive: ArchiveWriter) {
    this.archive = archive
  }

  async add(...[name, open]: Parameters<ArchiveWriter['add']>): Promise<ArchivedFile> {
    const about = await this.archive.add(name, open)
    this.files[name] = about
    return about
  }

  async addText(...[name, text]: Parameters<ArchiveWriter['addText']>): Promise<ArchivedFile> {
    const about = await this.archive.addText(name, text)
    this.files[name] = about
    return about
  }
}

const readNow = (): string => new Date().toISOString()

const oneLine = (text: string): string => text.trim().slice(0, limits.title)

const manifestOf = (
  { appUrl, product }: HandOverDependencies,
  actor: PracticeActor,
  wish: HandOverWish,
  { file: { practice, practitioners }, at, words }: CopyContents<HandedMore>,
  contents: HandOverContents,
): Omit<HandOverManifest, 'files'> => ({
  ...{ format: handOverFormat, version: handOverVersion, product, at },
  uid: randomUUID(),
  origin: appUrl(),
  practice: { uid: practice.uid, name: oneLine(practice.name) },
  by: oneLine(practitioners.find(({ id }) => id === actor.doctorId)?.fullName ?? practice.name),
  ground: wish.ground,
  groundNote: wish.groundNote || null,
  recipient: { name: wish.recipientName, key: wish.recipient },
  counts: {
    records: contents.records.length,
    files: contents.files.length,
    addenda: contents.addenda.length,
    signatures: contents.signatures.length,
  },
  keptBack: [...words],
})

/** Signs with the key that the practice signs its papers with, and which it makes where there is none. */
const sign = async (
  { db, secrets: [secret] }: HandOverDependencies,
  { practiceId }: PracticeActor,
  practiceName: string,
  text: string,
) => {
  await ensureSigningKey(db.queries, { practiceId, practiceName, secret, at: readNow() })
  return transaction(db.queries, { practiceId, userId: 0 }, 'snapshot', (tx) =>
    signStatement(tx, { practiceId, secret, at: readNow() }, text),
  )
}

/** Files of its own that come on top of those of the patient. */
const ownFiles = Object.keys(handOverFiles).length

/** What whoever gets it would not read is refused where it is made. */
const requireFew = (
  { records, forms, addenda, files, signatures, consents }: HandOverContents,
  there: readonly ArchivedFile[],
): void => {
  const isFew =
    there.length < most.files - ownFiles &&
    there.reduce((sum, { size }) => sum + size, 0) <= most.unpacked - most.text &&
    records.length <= most.records &&
    consents.length <= most.records &&
    forms.length <= most.forms &&
    files.length <= most.files &&
    addenda.length <= most.perFile &&
    signatures.length <= most.perFile
  if (!isFew) throw new AppError('hand_over_too_large')
}

const modestText = (value: unknown): string => {
  const text = JSON.stringify(value)
  if (Buffer.byteLength(text) > most.text || !isModestJson(text)) throw new AppError('hand_over_too_large')
  return text
}

const fill = async (
  archive: ArchiveWriter,
  dependencies: HandOverDependencies,
  actor: PracticeActor,
  wish: HandOverWish,
): Promise<Pick<WrittenHandOver, 'uid' | 'records' | 'files'>> => {
  const { patientId, language, keptBack: kept } = wish
  const named = new NamedFiles(archive)
  const copied = await addPatientFile(named, dependencies.copies, actor, patientId, {
    ...{ language, keptBack: kept, given: null, withNames: false, forPatient: false, userId: actor.userId },
    more: async (tx): Promise<HandedMore> => ({
      seals: await attestSealsOf(tx, dependencies.seals, actor.practiceId, patientId),
      packages: parseJson(await packagesOf(tx, actor, patientId)),
    }),
  })
  const there = new Set(copied.originals.filter((one) => placeOf(one) in named.files).map(({ id }) => id))
  const { file, handed, more } = copied
  const leaving = { ...more, file, handed, keptBack: new Set(kept), there }
  const contents = contentsOf(leaving)
  requireFew(contents, Object.values(named.files))
  await named.addText(handOverFiles.contents, modestText(contents))
  await named.addText(handOverFiles.seals, modestText(sealsOf(leaving, contents)))
  const { practice } = file
  await named.addText(handOverFiles.readme, readmeText(practice.name, copied.at, wish))
  const about = manifestOf(dependencies, actor, wish, copied, contents)
  const manifest = JSON.stringify({ ...about, files: named.files } satisfies HandOverManifest, null, 1)
  const { signature, certificate } = await sign(dependencies, actor, practice.name, manifest)
  await archive.addText(handOverFiles.manifest, manifest)
  await archive.addText(handOverFiles.signature, signature)
  await archive.addText(handOverFiles.certificate, certificate)
  return { uid: about.uid, records: contents.records.length, files: contents.files.length }
}

/** Writes the file of a patient for another practice into a folder: only who has the key of the recipient opens it. */
export const writeHandOver = async (
  dependencies: HandOverDependencies,
  actor: PracticeActor,
  folder: string,
  wish: HandOverWish,
): Promise<WrittenHandOver> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, 'hand-over.age')
  const archive = new ArchiveWriter(file, readNow(), [wish.recipient])
  try {
    const filled = await fill(archive, dependencies, actor, wish)
    await archive.finish()
    return { file, ...filled, ...(await measureFile(file)) }
  } catch (error) {
    await archive.discard()
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
