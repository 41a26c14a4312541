import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { onDisk } from './disk-errors.ts'
import { type CountedBytes, countingBytes, encryptedFor } from './sealed-bytes.ts'

/** What a file of an archive is. */
export type ArchivedFile = CountedBytes

/** Kinds of files that do not get smaller. */
const packed = /\.(jpe?g|png|webp|gif|pdf|zip|heic|mp4)$/i

/**
 * A zip that is being written; nobody sees it under its name before it is whole and on the disk. Rejects with storage_full
 * when the disk has no room for it.
 */
export class ArchiveWriter {
  private readonly zip = new ZipFile()
  private readonly written: Promise<void>
  /** Rejects when a file cannot be added. */
  private readonly failed: Promise<never>
  private readonly file: string
  private readonly mtime: Date

  constructor(file: string, at: string, recipients: readonly string[]) {
    this.file = file
    this.mtime = new Date(at)
    this.failed = new Promise((_resolve, reject) => {
      this.zip.on('error', reject)
    })
    this.failed.catch(() => undefined)
    this.written = this.write(recipients)
    this.written.catch(() => undefined)
  }

  private get part(): string {
    return `${this.file}.part`
  }

  private async write(recipients: readonly string[]): Promise<void> {
    const bytes = await encryptedFor(recipients, Readable.from(this.zip.outputStream))
    await onDisk(() => pipeline(bytes, createWriteStream(this.part, { mode: 0o600 })))
  }

  /** Adds a file and answers, when all of it is read, what it was. */
  async add(name: string, openBytes: () => Promise<Readable>): Promise<ArchivedFile> {
    const { through, about } = countingBytes()
    const options = { mtime: this.mtime, compress: !packed.test(name) }
    const added = new Promise<void>((resolve, reject) => {
      this.zip.addReadStreamLazy(name, options, (give) => {
        openBytes().then((bytes) => {
          pipeline(bytes, through).then(resolve, reject)
          give(null, through)
        }, reject)
      })
    })
    // A disk that is full ends the writing, and then nobody reads any more.
    await Promise.race([added, this.failed, this.written.then(() => added)])
    return about()
  }

  addText(name: string, text: string | Buffer): Promise<ArchivedFile> {
    return this.add(name, async () => Readable.from([Buffer.from(text)]))
  }

  async finish(): Promise<void> {
    this.zip.end()
    await this.written
    await onDisk(async () => {
      const handle = await open(this.part, 'r')
      await handle.sync().finally(() => handle.close())
      await rename(this.part, this.file)
    })
  }

  /** Takes away what was written so far. */
  async discard(): Promise<void> {
    ;(this.zip.outputStream as Readable).destroy()
    await this.written.catch(() => undefined)
    await rm(this.part, { force: true })
  }
}
