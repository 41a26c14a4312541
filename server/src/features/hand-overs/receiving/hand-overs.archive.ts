import { verify, X509Certificate } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ErrorKey } from '@ulna/contract/errors'
import { fileTypes } from '@ulna/contract/files/files'
import type * as z from 'zod/mini'
import { AppError } from '../../../platform/app-error.ts'
import {
  type ArchiveFault,
  ArchiveFaultError,
  ArchiveFile,
  beginsEncrypted,
} from '../../../platform/files/archive-reader.ts'
import { sha256Of } from '../../../platform/origins/origins.ts'
import { readReceivedForm } from '../../modules/modules.received.service.ts'
import {
  contentsShape,
  type HandedSeals,
  type HandOverContents,
  type HandOverManifest,
  handOverFiles,
  handOverVersion,
  manifestHead,
  manifestShape,
  handOverLimits as most,
  sealsShape,
  unnamedFiles,
} from '../hand-overs.format.ts'
import { isModestJson } from '../hand-overs.modest.ts'
import type { OpeningKey } from '../keys/hand-overs.keys.service.ts'
import { formsOf } from './hand-overs.forms.ts'

/** What the sender signed, byte for byte. */
export interface HandedStatement {
  readonly manifest: string
  readonly seals: string
  readonly signature: Buffer
  /** PEM. */
  readonly certificate: string
}

/** A file that was handed over, after its signature, its digests and everything it says were looked at. */
export interface CheckedHandOver {
  readonly statement: HandedStatement
  readonly manifest: HandOverManifest
  readonly contents: HandOverContents
  readonly seals: HandedSeals
}

const errorOf: Readonly<Record<ArchiveFault, ErrorKey>> = {
  locked: 'hand_over_other_key',
  other_key: 'hand_over_other_key',
  cut_off: 'hand_over_damaged',
  damaged: 'hand_over_damaged',
  unreadable: 'hand_over_damaged',
  lacks: 'hand_over_changed',
  twice: 'hand_over_changed',
  too_large: 'hand_over_too_large',
  changed: 'hand_over_changed',
}

const told = (error: unknown): never => {
  if (error instanceof ArchiveFaultError) throw new AppError(errorOf[error.fault])
  throw error
}

const readJson = (text: string, otherwise: ErrorKey): unknown => {
  try {
    if (isModestJson(text)) return JSON.parse(text)
  } catch {
    throw new AppError(otherwise)
  }
  throw new AppError('hand_over_too_large')
}

const shaped = <T extends z.ZodMiniType>(shape: T, value: unknown, otherwise: ErrorKey): z.output<T> => {
  const read = shape.safeParse(value)
  if (!read.success) throw new AppError(otherwise)
  return read.data as z.output<T>
}

const refuseContents = (): never => {
  throw new AppError('hand_over_contents')
}

/** Whether a manifest was signed with the key of the certificate. */
export const isSignedManifest = ({
  manifest,
  signature,
  certificate,
}: Omit<HandedStatement, 'seals'>): boolean => {
  try {
    return verify('sha256', Buffer.from(manifest), new X509Certificate(certificate).publicKey, signature)
  } catch {
    return false
  }
}

/** Whether what is kept of a sender still is what they signed. */
export const isGenuineStatement = (statement: HandedStatement): boolean => {
  if (!isSignedManifest(statement)) return false
  const { files } = JSON.parse(statement.manifest) as HandOverManifest
  return files[handOverFiles.seals]?.sha256 === sha256Of(statement.seals)
}

const isOnce = (keys: readonly (string | number)[]): boolean => new Set(keys).size === keys.length

/** Whether everything refers to what is there, and is as many as the manifest says. */
const isConsistent = (
  { counts, files: named }: HandOverManifest,
  { records, forms, addenda, files, signatures, consents }: HandOverContents,
  seals: HandedSeals,
): boolean => {
  const ids = new Set(records.map(({ id }) => id))
  const formOf = formsOf({ forms })
  const isOfRecord = ({ recordId }: { readonly recordId: number }): boolean => ids.has(recordId)
  return (
    isOnce(records.map(({ id }) => id)) &&
    isOnce(forms.map(({ classId, version }) => `${classId} ${version}`)) &&
    records.every((one) => one.data !== null && formOf(one) !== undefined) &&
    [addenda, files, signatures, consents, seals].every((some) => some.every(isOfRecord)) &&
    files.every(({ path, sha256, size, contentType }) => {
      const about = named[path]
      return about?.sha256 === sha256 && about.size === size && Object.hasOwn(fileTypes, contentType)
    }) &&
    counts.records === records.length &&
    counts.files === files.length &&
    counts.addenda === addenda.length &&
    counts.signatures === signatures.length
  )
}

/** A file that was handed over to the practice, as it lies on the disk. */
export class HandOverArchive {
  private readonly archive: ArchiveFile
  private readonly keys: readonly OpeningKey[]

  private constructor(archive: ArchiveFile, keys: readonly OpeningKey[]) {
    this.archive = archive
    this.keys = keys
  }

  /** Opens it with the keys of the practice; hand_over_other_key where none of them does. */
  static async open(file: string, scratch: string, keys: readonly OpeningKey[]): Promise<HandOverArchive> {
    if (!(await beginsEncrypted(file))) throw new AppError('hand_over_not_ours')
    const identities = keys.map(({ identity }) => identity)
    return new HandOverArchive(
      await ArchiveFile.open(file, scratch, identities, most.files).catch(told),
      keys,
    )
  }

  close(): Promise<void> {
    return this.archive.close()
  }

  async read(path: string): Promise<Readable> {
    return this.archive.read(path).catch(told)
  }

  private async text(name: string, mostBytes: number): Promise<string> {
    return (await this.archive.bytes(name, mostBytes).catch(told)).toString('utf8')
  }

  /** Looks at all of it. Nothing that is in it counts before this has ended. */
  async check(): Promise<CheckedHandOver> {
    if (this.archive.totalSize > most.unpacked) throw new AppError('hand_over_too_large')
    const statement = await this.readStatement()
    const manifest = shaped(
      manifestShape,
      readJson(statement.manifest, 'hand_over_contents'),
      'hand_over_contents',
    )
    // Whoever got it from somebody it was for sees that.
    if (!this.keys.some(({ recipient }) => recipient === manifest.recipient.key))
      throw new AppError('hand_over_other_key')
    for (const [name, about] of Object.entries(manifest.files))
      await this.archive.requireSame(name, about).catch(told)
    const isNamed = (name: string): boolean =>
      unnamedFiles.includes(name) || Object.hasOwn(manifest.files, name)
    if (!this.archive.names.every(isNamed)) throw new AppError('hand_over_changed')
    const contents = await this.readContents()
    const seals = shaped(sealsShape, readJson(statement.seals, 'hand_over_contents'), 'hand_over_contents')
    if (!isConsistent(manifest, contents, seals)) throw new AppError('hand_over_contents')
    return { statement, manifest, contents, seals }
  }

  private async readContents(): Promise<HandOverContents> {
    const text = await this.text(handOverFiles.contents, most.text)
    const { forms, ...contents } = shaped(
      contentsShape,
      readJson(text, 'hand_over_contents'),
      'hand_over_contents',
    )
    return { ...contents, forms: forms.map((form) => readReceivedForm(form) ?? refuseContents()) }
  }

  private async readStatement(): Promise<HandedStatement> {
    if (!this.archive.names.includes(handOverFiles.manifest)) throw new AppError('hand_over_not_ours')
    const manifest = await this.text(handOverFiles.manifest, most.manifest)
    const certificate = await this.text(handOverFiles.certificate, most.key)
    const signature = await this.archive.bytes(handOverFiles.signature, most.key).catch(told)
    if (!isSignedManifest({ manifest, certificate, signature })) throw new AppError('hand_over_changed')
    const { version } = shaped(manifestHead, readJson(manifest, 'hand_over_not_ours'), 'hand_over_not_ours')
    if (version > handOverVersion) throw new AppError('hand_over_newer')
    return { manifest, certificate, signature, seals: await this.text(handOverFiles.seals, most.text) }
  }
}
