import type { Readable } from 'node:stream'
import { type ArchiveFault, ArchiveFaultError, ArchiveFile } from '../../../platform/files/archive-reader.ts'
import { isGenuine, type Statement, statementFiles } from '../../../platform/origins/origins.ts'
import {
  archiveFormat,
  archiveVersion,
  type Manifest,
  type MovedFile,
  storedListFile,
  unnamedFiles,
} from '../practice-moves.format.ts'

/** Why an archive is not taken, in words for whoever types the command. */
export class ArchiveError extends Error {}

/** More than any manifest or statement needs; what is larger is none. */
const mostStatementBytes = 256 * 1024 * 1024

const cutOff = 'The archive does not open: it was encrypted for another key, or it is damaged or cut off.'

const words: Readonly<Record<ArchiveFault, (entry: string) => string>> = {
  locked: () => 'The archive is encrypted: name the file of the key that opens it with --identity.',
  other_key: () => cutOff,
  cut_off: () => cutOff,
  damaged: () => 'This is no archive of a practice, or it is damaged or cut off.',
  lacks: (entry) => `The archive lacks ${entry}.`,
  twice: (entry) => `The archive holds ${entry} twice.`,
  too_large: (entry) => `${entry} is larger than any that this product writes.`,
  changed: (entry) => `${entry} is not as the manifest says: somebody changed it, or it is damaged.`,
  unreadable: (entry) => `${entry} does not open: the archive is damaged.`,
}

const told = (error: unknown): never => {
  if (!(error instanceof ArchiveFaultError)) throw error
  throw new ArchiveError(words[error.fault](error.entry), { cause: error.cause ?? error })
}

/** An archive whose signature and digests were looked at. */
export interface CheckedArchive {
  readonly manifest: Manifest
  readonly statement: Statement
  readonly stored: readonly MovedFile[]
}

const isNamed = (manifest: Manifest, stored: readonly MovedFile[]): ((name: string) => boolean) => {
  const named = new Set([...unnamedFiles, ...Object.keys(manifest.files), ...stored.map(({ path }) => path)])
  return (name) => named.has(name)
}

/** A zip of a practice, as it lies on the disk. */
export class ArchiveReader {
  private readonly archive: ArchiveFile

  private constructor(archive: ArchiveFile) {
    this.archive = archive
  }

  /** Opens an archive; one that is encrypted is decrypted beside `scratch` first, as its end may be missing. */
  static async open(file: string, scratch: string, identity: string | undefined): Promise<ArchiveReader> {
    const identities = identity === undefined ? [] : [identity]
    return new ArchiveReader(await ArchiveFile.open(file, scratch, identities).catch(told))
  }

  close(): Promise<void> {
    return this.archive.close()
  }

  async read(name: string): Promise<Readable> {
    return this.archive.read(name).catch(told)
  }

  private async bytes(name: string): Promise<Buffer> {
    return this.archive.bytes(name, mostStatementBytes).catch(told)
  }

  /** Of what is held in memory. */
  async text(name: string): Promise<string> {
    return (await this.bytes(name)).toString('utf8')
  }

  async *lines(name: string): AsyncIterable<string> {
    try {
      yield* this.archive.lines(name)
    } catch (error) {
      told(error)
    }
  }

  /** Looks at signature and digests of everything. Nothing that is in an archive counts before this has ended. */
  async check(tell: (done: number, of: number) => void): Promise<CheckedArchive> {
    const statement = await this.readStatement()
    const manifest = JSON.parse(statement.manifest) as Manifest
    if (manifest.format !== archiveFormat) throw new ArchiveError('This is no archive of a practice.')
    if (manifest.version > archiveVersion)
      throw new ArchiveError(`The archive was made by a newer version of Ulna (${manifest.product}).`)
    for (const [name, about] of Object.entries(manifest.files))
      await this.archive.requireSame(name, about).catch(told)
    const stored: MovedFile[] = []
    for await (const line of this.lines(storedListFile)) stored.push(JSON.parse(line) as MovedFile)
    for (const [index, file] of stored.entries()) {
      await this.archive.requireSame(file.path, file).catch(told)
      tell(index + 1, stored.length)
    }
    const knows = isNamed(manifest, stored)
    const stranger = this.archive.names.find((name) => !knows(name))
    if (stranger !== undefined) throw new ArchiveError(`${stranger} is not named by the manifest.`)
    return { manifest, stored, statement }
  }

  private async readStatement(): Promise<Statement> {
    const manifest = await this.text(statementFiles.manifest)
    const [seals, trail, certificate] = [
      await this.text(statementFiles.seals),
      await this.text(statementFiles.trail),
      await this.text(statementFiles.certificate),
    ]
    const signature = await this.bytes(statementFiles.signature)
    const { origin, at } = readObject(manifest)
    const statement = { manifest, seals, trail, certificate, signature }
    if (typeof origin !== 'string' || typeof at !== 'string' || !isSigned(statement))
      throw new ArchiveError('The archive is not as it was signed: somebody changed it, or it is damaged.')
    return { ...statement, origin, exportedAt: at }
  }
}

const readObject = (text: string): Readonly<Record<string, unknown>> => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch (error) {
    throw new ArchiveError('The manifest cannot be read.', { cause: error })
  }
}

const isSigned = (statement: Omit<Statement, 'origin' | 'exportedAt'>): boolean => {
  try {
    return isGenuine({ ...statement, origin: '', exportedAt: '' })
  } catch {
    return false
  }
}
