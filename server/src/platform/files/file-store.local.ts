import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '../app-error.ts'
import { diskCodeOf, onDisk } from './disk-errors.ts'
import {
  bytesOf,
  checkKey,
  type FileParts,
  type FileStore,
  type IncomingFile,
  type PartialFile,
} from './file-store.ts'

const isMissing = (error: unknown): boolean => diskCodeOf(error) === 'ENOENT'

/** Left free on a disk whatever is uploaded, for what others write there: the database may lie on the same one. */
const usualReserve = 256 * 1024 * 1024
/** Milliseconds after which what was not ended was left behind. */
const leftBehindMs = 900_000

const temporary = '.writing'
const partials = '.parts'

const piecesOf = (bytes: Buffer | IncomingFile): Readable =>
  Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes.bytes

/** Writes a new file and forces it to the disk. */
const writeWhole = async (file: string, pieces: AsyncIterable<Buffer>): Promise<number> => {
  const handle = await open(file, 'wx', 0o600)
  let size = 0
  try {
    for await (const piece of pieces) {
      await handle.writeFile(piece)
      size += piece.length
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return size
}

/** A directory whose folder is made once and then must stay: a disk that was taken away is not written beside. */
class Root {
  readonly directory: string
  private made: Promise<unknown> | undefined

  constructor(directory: string) {
    this.directory = directory
  }

  async ready(): Promise<void> {
    this.made ??= mkdir(this.directory, { recursive: true, mode: 0o700 })
    await this.made.catch((error: unknown) => {
      this.made = undefined
      throw error
    })
    await access(this.directory)
  }

  at(...names: readonly string[]): string {
    return path.join(this.directory, ...names)
  }

  async folder(...names: readonly string[]): Promise<string> {
    await this.ready()
    const folder = this.at(...names)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  }

  /** A file is written aside and renamed, so nobody ever sees half of it. */
  async write(target: string, pieces: AsyncIterable<Buffer>, size?: number): Promise<void> {
    const aside = path.join(await this.folder(temporary), randomUUID())
    try {
      const written = await writeWhole(aside, pieces)
      if (size !== undefined && written !== size) throw new Error(`${written} bytes came instead of ${size}`)
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      await rename(aside, target)
    } catch (error) {
      await rm(aside, { force: true }).catch(() => undefined)
      throw error
    }
  }
}

async function* inOrder(files: readonly string[]): AsyncGenerator<Buffer> {
  for (const file of files) for await (const piece of createReadStream(file)) yield piece as Buffer
}

const refuseWithoutRoom = async (directory: string, size: number, reserve: number): Promise<void> => {
  const { bavail, bsize } = await statfs(directory)
  if (bavail * bsize < size + reserve) throw new AppError('storage_full')
}

const uploadPattern = /^[0-9a-f-]{36}$/

const localParts = (root: Root, reserve: number): FileParts => {
  const folderOf = ({ upload }: PartialFile): string => {
    if (!uploadPattern.test(upload)) throw new AppError('file_not_found')
    return root.at(partials, upload)
  }
  const fileOf = (file: PartialFile, part: number): string => path.join(folderOf(file), String(part))
  const abort = (file: PartialFile): Promise<void> =>
    onDisk(() => rm(folderOf(file), { recursive: true, force: true }))
  return {
    begin: (key, { size }) =>
      onDisk(async () => {
        const upload = randomUUID()
        await root.ready()
        await refuseWithoutRoom(root.directory, size, reserve)
        await root.folder(partials, upload)
        return { key: checkKey(key), upload }
      }),
    put: (file, part, bytes) =>
      onDisk(async () => {
        await access(folderOf(file))
        await root.write(fileOf(file, part), Readable.from([bytes]), bytes.length)
      }),
    list: (file) =>
      onDisk(async () => {
        await root.ready()
        const names = await readdir(folderOf(file)).catch((error: unknown) => {
          if (isMissing(error)) return []
          throw error
        })
        const parts = names.map(Number).sort((a, b) => a - b)
        return Promise.all(parts.map(async (part) => ({ part, size: (await stat(fileOf(file, part))).size })))
      }),
    complete: (file, count) =>
      onDisk(() => {
        const parts = Array.from({ length: count }, (_, index) => fileOf(file, index + 1))
        return root.write(root.at(checkKey(file.key)), inOrder(parts))
      }),
    abort,
    presign: async () => null,
  }
}

const leftIn = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (Date.now() - mtimeMs > leftBehindMs) await rm(file, { force: true })
  }
}

/** Files below one directory; `reserve` bytes of its disk are left free. */
export const localFileStore = (directory: string, { reserve = usualReserve } = {}): FileStore => {
  const root = new Root(directory)
  const locate = (key: string): string => root.at(checkKey(key))
  const openFile: FileStore['open'] = (key, range) =>
    onDisk(async () => {
      await root.ready()
      const handle = await open(locate(key), 'r').catch((error: unknown) => {
        if (isMissing(error)) throw new AppError('file_not_found')
        throw error
      })
      const { size } = await handle.stat()
      const end = Math.min(range?.end ?? size, size - 1)
      const start = Math.min(range?.start ?? 0, size)
      return { size, bytes: handle.createReadStream(end < start ? { start: size } : { start, end }) }
    })
  return {
    type: 'local',
    put: (key, bytes) =>
      onDisk(() =>
        root.write(locate(key), piecesOf(bytes), Buffer.isBuffer(bytes) ? bytes.length : bytes.size),
      ),
    get: async (key) => bytesOf((await openFile(key)).bytes),
    open: openFile,
    sizeOf: (key) =>
      onDisk(async () => {
        await root.ready()
        const found = await stat(locate(key)).catch((error: unknown) => {
          if (isMissing(error)) return undefined
          throw error
        })
        return found?.size
      }),
    remove: (key) =>
      onDisk(async () => {
        await root.ready()
        await rm(locate(key), { force: true })
      }),
    removeFolder: (folder) =>
      onDisk(async () => {
        await root.ready()
        await rm(locate(folder), { recursive: true, force: true })
      }),
    parts: localParts(root, reserve),
    tidy: () => leftIn(root.at(temporary)),
  }
}
