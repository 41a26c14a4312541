import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { appendAudit } from '../../platform/audit/audit.strands.ts'
import { reading, type Tx, transaction } from '../../platform/database/database.ts'
import { type ArchivedFile, ArchiveWriter } from '../../platform/files/archive-writer.ts'
import { openStored } from '../../platform/files/open-stored.ts'
import { fingerprintOf, statementFiles } from '../../platform/origins/origins.ts'
import { deriveKey } from '../../platform/tokens.ts'
import { ensureSigningKey, signStatement } from '../papers/papers.statement.service.ts'
import {
  findPractice,
  headsIn,
  type Leaving,
  type Snapshot,
  takeSnapshot,
} from './leaving/practice-moves.snapshot.ts'
import type { StoredPlace } from './leaving/practice-moves.stored-files.ts'
import {
  archiveFormat,
  archiveVersion,
  type Departed,
  type Manifest,
  type MovedFile,
  readmeFile,
  rowsOf,
  storedListFile,
} from './practice-moves.format.ts'
import { readmeText } from './practice-moves.readme.ts'

export interface Departure extends Leaving {
  /** Address of this installation. */
  readonly origin: string
  /** The archive; must not exist. */
  readonly target: string
  /** Where it is put together; what lies there is gone on with. */
  readonly folder: string
  /** Public keys (`age1…`) that it is encrypted for; as it is where there is none. */
  readonly recipients: readonly string[]
  /** Who asked for it; null for the operator at the command line. */
  readonly userId: number | null
}

const readNow = (): string => new Date().toISOString()

const prepareKey = async ({ queries, practiceId, secrets: [secret] }: Departure): Promise<void> => {
  const { name } = await reading(queries, { practiceId, userId: 0 }, (tx) => findPractice(tx, practiceId))
  await ensureSigningKey(queries, { practiceId, practiceName: name, secret, at: readNow() })
}

/** The trail tells of an archive before there is one, and the archive so tells of itself. */
const announceDeparture = async (tx: Tx, departure: Departure): Promise<void> => {
  const { practiceId, userId, recipients } = departure
  const [secret] = departure.secrets
  const requestId = `export-${randomUUID()}`
  const actor = { practiceId, userId, sessionId: null, requestId, ip: null }
  const entry = { action: 'practice.export', detail: { encryptedFor: recipients.length } } as const
  await appendAudit(tx, deriveKey(secret, 'audit chain'), practiceId, [{ actor, entry }])
}

const isOriginal = ({ path: place }: StoredPlace): boolean => place.startsWith('originals/')

interface Copied {
  readonly moved: readonly MovedFile[]
  readonly missing: number
}

const copyStored = async (
  archive: ArchiveWriter,
  { stored }: Snapshot,
  { files, tell }: Departure,
): Promise<Copied> => {
  const moved: MovedFile[] = []
  let missing = 0
  for (const [index, place] of stored.entries()) {
    const found = await openStored(files, place.key)
    if (found) moved.push({ ...place, ...(await archive.add(place.path, async () => found.bytes)) })
    else if (isOriginal(place)) missing += 1
    tell('files', index + 1, stored.length)
  }
  return { moved, missing }
}

const copyFolder = async (archive: ArchiveWriter, folder: string, { files }: Snapshot): Promise<void> => {
  for (const [name, about] of Object.entries(files)) {
    const added = await archive.add(name, async () => createReadStream(path.join(folder, name)))
    if (added.sha256 !== about.sha256) throw new Error(`${name} is not as it was written before`)
  }
}

const sealArchive = async (
  archive: ArchiveWriter,
  snapshot: Snapshot,
  departure: Departure,
  more: Readonly<Record<string, ArchivedFile>>,
): Promise<Pick<Departed, 'fingerprint' | 'manifestSha256'>> => {
  const { at, product, practice, tables } = snapshot
  const { origin, practiceId, secrets, queries } = departure
  const manifest: Manifest = {
    ...{ format: archiveFormat, version: archiveVersion, product, origin, at, practice, tables },
    files: { ...snapshot.files, ...more },
  }
  const text = JSON.stringify(manifest, null, 1)
  const { signature, certificate } = await transaction(queries, { practiceId, userId: 0 }, 'snapshot', (tx) =>
    signStatement(tx, { practiceId, secret: secrets[0], at: readNow() }, text),
  )
  await archive.addText(statementFiles.manifest, text)
  await archive.addText(statementFiles.signature, signature)
  await archive.addText(statementFiles.certificate, certificate)
  const manifestSha256 = createHash('sha256').update(text).digest('hex')
  return { fingerprint: fingerprintOf(certificate), manifestSha256 }
}

const fill = async (
  archive: ArchiveWriter,
  folder: string,
  snapshot: Snapshot,
  departure: Departure,
): Promise<Omit<Departed, 'resumed'>> => {
  const readme = await archive.addText(readmeFile, readmeText(snapshot))
  await copyFolder(archive, folder, snapshot)
  const { moved, missing } = await copyStored(archive, snapshot, departure)
  const list = moved.map((file) => `${JSON.stringify(file)}\n`).join('')
  const stored = await archive.addText(storedListFile, list)
  const sealed = await sealArchive(archive, snapshot, departure, {
    [readmeFile]: readme,
    [storedListFile]: stored,
  })
  const rows = rowsOf(snapshot)
  const { practice, at, faults } = snapshot
  const heads = await headsIn(folder)
  return { practice, at, rows, files: moved.length, missing, faults, heads, ...sealed }
}

/**
 * Writes an archive of everything that a practice has: rows of one moment of the database, files of the store, and what
 * this installation verified, signed with the practice's key. A process that was killed leaves the folder of work, which
 * the next one goes on with while it is as the practice is; nothing stands under the name of the archive before it is whole.
 */
export const leaveWith = async (departure: Departure): Promise<Departed> => {
  const { queries, practiceId, target, folder, recipients } = departure
  await prepareKey(departure)
  await transaction(queries, { practiceId, userId: 0 }, 'read write', (tx) =>
    announceDeparture(tx, departure),
  )
  const { snapshot, isFormer } = await takeSnapshot(folder, departure)
  const archive = new ArchiveWriter(target, snapshot.at, recipients)
  try {
    const departed = await fill(archive, folder, snapshot, departure)
    await archive.finish()
    await rm(folder, { recursive: true, force: true })
    return { ...departed, resumed: isFormer }
  } catch (error) {
    await archive.discard()
    throw error
  }
}
