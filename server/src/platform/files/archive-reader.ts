import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { AppError } from '../app-error.ts'
import type { ArchivedFile } from './archive-writer.ts'
import { onDisk } from './disk-errors.ts'
import { bytesOf } from './file-store.ts'
import { decryptedWith } from './sealed-bytes.ts'

/**
 * Why an archive is not read. `locked`: it is encrypted and nobody gave a key; `other_key`: it is encrypted for another one;
 * `cut_off`: it does not decrypt to its end; `damaged`: it is none, or not whole; `lacks`, `twice`, `too_large`, `changed`, `unreadable`: of the file `entry` in it.
 */
export type ArchiveFault =
  | 'locked'
  | 'other_key'
  | 'cut_off'
  | 'damaged'
  | 'lacks'
  | 'twice'
  | 'too_large'
  | 'changed'
  | 'unreadable'

export class ArchiveFaultError extends Error {
  readonly fault: ArchiveFault
  /** The file in it; empty where it is about the whole. */
  readonly entry: string

  constructor(fault: ArchiveFault, entry = '', options?: ErrorOptions) {
    super(`an archive is ${fault} ${entry}`, options)
    this.fault = fault
    this.entry = entry
  }
}

const ageHeader = 'age-encryption.org/v1'

/** Whether a file is encrypted with age. */
export const beginsEncrypted = async (file: string): Promise<boolean> => {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ageHeader.length), 0, ageHeader.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === ageHeader
  } finally {
    await handle.close()
  }
}

const isForAnother = (error: unknown): boolean =>
  error instanceof Error && /no identity matched/i.test(error.message)

const decrypt = async (file: string, plain: string, identities: readonly string[]): Promise<void> => {
  if (identities.length === 0) throw new ArchiveFaultError('locked')
  try {
    const bytes = await decryptedWith(identities, createReadStream(file))
    await onDisk(() => pipeline(bytes, createWriteStream(plain, { mode: 0o600 })))
  } catch (error) {
    await rm(plain, { force: true })
    if (error instanceof AppError) throw error
    throw new ArchiveFaultError(isForAnother(error) ? 'other_key' : 'cut_off', '', { cause: error })
  }
}

const readEntries = async (zip: ZipFile, most: number): Promise<ReadonlyMap<string, Entry>> => {
  const entries = new Map<string, Entry>()
  if (zip.entryCount > most) throw new ArchiveFaultError('too_large')
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw new ArchiveFaultError('twice', entry.fileName)
    entries.set(entry.fileName, entry)
  }
  return entries
}

/** A zip with the list of what is in it. */
const openZip = async (file: string, mostEntries: number) => {
  const zip = await openPromise(file, { autoClose: false, strictFileNames: true })
  try {
    return { zip, entries: await readEntries(zip, mostEntries) }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** What goes wrong while a file is read is a fault of the archive, wherever in it the damage is. */
const unreadable =
  (name: string) =>
  (error: unknown): never => {
    if (error instanceof ArchiveFaultError) throw error
    throw new ArchiveFaultError('unreadable', name, { cause: error })
  }

/** A zip as it lies on the disk. Names that lead out of it are refused when it is opened. */
export class ArchiveFile {
  private readonly zip: ZipFile
  private readonly entries: ReadonlyMap<string, Entry>
  private readonly plain: string | undefined

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, plain: string | undefined) {
    this.zip = zip
    this.entries = entries
    this.plain = plain
  }

  /**
   * Opens an archive; one that is encrypted is decrypted into `scratch` first, as its end may be missing: storage_full where
   * there is no room for it. One that holds more than `mostEntries` files is `too_large` before their list is read.
   */
  static async open(
    file: string,
    scratch: string,
    identities: readonly string[],
    mostEntries = Number.POSITIVE_INFINITY,
  ): Promise<ArchiveFile> {
    const plain = (await beginsEncrypted(file)) ? scratch : undefined
    if (plain !== undefined) await decrypt(file, plain, identities)
    try {
      const { zip, entries } = await openZip(plain ?? file, mostEntries)
      return new ArchiveFile(zip, entries, plain)
    } catch (error) {
      if (plain !== undefined) await rm(plain, { force: true })
      if (error instanceof ArchiveFaultError) throw error
      throw new ArchiveFaultError('damaged', '', { cause: error })
    }
  }

  async close(): Promise<void> {
    this.zip.close()
    if (this.plain !== undefined) await rm(this.plain, { force: true })
  }

  get names(): readonly string[] {
    return [...this.entries.keys()]
  }

  /** Bytes of everything in it, as it says itself; reading more of a file than it says fails. */
  get totalSize(): number {
    return [...this.entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  }

  private entryOf(name: string): Entry {
    const entry = this.entries.get(name)
    if (!entry) throw new ArchiveFaultError('lacks', name)
    return entry
  }

  async read(name: string): Promise<Readable> {
    return this.zip.openReadStreamPromise(this.entryOf(name)).catch(unreadable(name))
  }

  /** Of what is held in memory. */
  async bytes(name: string, most: number): Promise<Buffer> {
    if (this.entryOf(name).uncompressedSize > most) throw new ArchiveFaultError('too_large', name)
    return this.read(name).then(bytesOf).catch(unreadable(name))
  }

  async *lines(name: string): AsyncIterable<string> {
    let rest = ''
    try {
      for await (const piece of (await this.read(name)).setEncoding('utf8')) {
        const parts = (rest + piece).split('\n')
        rest = parts.pop() ?? ''
        yield* parts
      }
    } catch (error) {
      unreadable(name)(error)
    }
    if (rest !== '') yield rest
  }

  /** Refuses a file that is not what was said of it. */
  async requireSame(name: string, about: ArchivedFile): Promise<void> {
    const entry = this.entryOf(name)
    const hash = createHash('sha256')
    if (entry.uncompressedSize === about.size)
      await this.read(name)
        .then((bytes) => pipeline(bytes, hash))
        .catch(unreadable(name))
    if (entry.uncompressedSize !== about.size || hash.digest('hex') !== about.sha256)
      throw new ArchiveFaultError('changed', name)
  }
}
