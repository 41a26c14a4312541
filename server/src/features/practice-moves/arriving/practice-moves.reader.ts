import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decrypter } from 'age-encryption'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { ArchivedFile } from '../../../platform/files/archive-writer.ts'
import { bytesOf } from '../../../platform/files/file-store.ts'
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

const ageHeader = 'age-encryption.org/v1'
/** More than any manifest or statement needs; what is larger is none. */
const mostStatementBytes = 256 * 1024 * 1024

const beginsEncrypted = async (file: string): Promise<boolean> => {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ageHeader.length), 0, ageHeader.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === ageHeader
  } finally {
    await handle.close()
  }
}

const decrypt = async (file: string, plain: string, identity: string | undefined): Promise<void> => {
  if (identity === undefined)
    throw new ArchiveError(
      'The archive is encrypted: name the file of the key that opens it with --identity.',
    )
  const decrypter = new Decrypter()
  try {
    decrypter.addIdentity(identity.trim())
    const out = await decrypter.decrypt(Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>)
    const bytes = Readable.fromWeb(out as Parameters<typeof Readable.fromWeb>[0])
    await pipeline(bytes, createWriteStream(plain, { mode: 0o600 }))
  } catch (error) {
    await rm(plain, { force: true })
    throw new ArchiveError(
      'The archive does not open: it was encrypted for another key, or it is damaged or cut off.',
      { cause: error },
    )
  }
}

const readEntries = async (zip: ZipFile): Promise<ReadonlyMap<string, Entry>> => {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw new ArchiveError(`The archive holds ${entry.fileName} twice.`)
    entries.set(entry.fileName, entry)
  }
  return entries
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
  private readonly zip: ZipFile
  private readonly entries: ReadonlyMap<string, Entry>
  private readonly plain: string | undefined

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, plain: string | undefined) {
    this.zip = zip
    this.entries = entries
    this.plain = plain
  }

  /** Opens an archive; one that is encrypted is decrypted beside `scratch` first, as its end may be missing. */
  static async open(file: string, scratch: string, identity: string | undefined): Promise<ArchiveReader> {
    const plain = (await beginsEncrypted(file)) ? scratch : undefined
    if (plain !== undefined) await decrypt(file, plain, identity)
    try {
      const zip = await openPromise(plain ?? file, { autoClose: false, strictFileNames: true })
      return new ArchiveReader(zip, await readEntries(zip), plain)
    } catch (error) {
      if (plain !== undefined) await rm(plain, { force: true })
      if (error instanceof ArchiveError) throw error
      throw new ArchiveError('This is no archive of a practice, or it is damaged or cut off.', {
        cause: error,
      })
    }
  }

  async close(): Promise<void> {
    this.zip.close()
    if (this.plain !== undefined) await rm(this.plain, { force: true })
  }

  private entryOf(name: string): Entry {
    const entry = this.entries.get(name)
    if (!entry) throw new ArchiveError(`The archive lacks ${name}.`)
    return entry
  }

  read(name: string): Promise<Readable> {
    return this.zip.openReadStreamPromise(this.entryOf(name))
  }

  /** Of what is held in memory. */
  async text(name: string): Promise<string> {
    return (await this.bytes(name)).toString('utf8')
  }

  private async bytes(name: string): Promise<Buffer> {
    if (this.entryOf(name).uncompressedSize > mostStatementBytes)
      throw new ArchiveError(`${name} is larger than any that this product writes.`)
    return bytesOf(await this.read(name))
  }

  async *lines(name: string): AsyncIterable<string> {
    let rest = ''
    for await (const piece of (await this.read(name)).setEncoding('utf8')) {
      const parts = (rest + piece).split('\n')
      rest = parts.pop() ?? ''
      yield* parts
    }
    if (rest !== '') yield rest
  }

  /** Looks at signature and digests of everything. Nothing that is in an archive counts before this has ended. */
  async check(tell: (done: number, of: number) => void): Promise<CheckedArchive> {
    const statement = await this.readStatement()
    const manifest = JSON.parse(statement.manifest) as Manifest
    if (manifest.format !== archiveFormat) throw new ArchiveError('This is no archive of a practice.')
    if (manifest.version > archiveVersion)
      throw new ArchiveError(`The archive was made by a newer version of Ulna (${manifest.product}).`)
    for (const [name, about] of Object.entries(manifest.files)) await this.requireSame(name, about)
    const stored: MovedFile[] = []
    for await (const line of this.lines(storedListFile)) stored.push(JSON.parse(line) as MovedFile)
    for (const [index, file] of stored.entries()) {
      await this.requireSame(file.path, file)
      tell(index + 1, stored.length)
    }
    const knows = isNamed(manifest, stored)
    const stranger = [...this.entries.keys()].find((name) => !knows(name))
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

  private async requireSame(name: string, about: ArchivedFile): Promise<void> {
    const entry = this.entryOf(name)
    const hash = createHash('sha256')
    if (entry.uncompressedSize === about.size)
      await pipeline(await this.read(name), hash).catch((error: unknown) => {
        throw new ArchiveError(`${name} does not open: the archive is damaged.`, { cause: error })
      })
    if (entry.uncompressedSize !== about.size || hash.digest('hex') !== about.sha256)
      throw new ArchiveError(`${name} is not as the manifest says: somebody changed it, or it is damaged.`)
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
