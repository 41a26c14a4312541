import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../../../platform/app-error.ts'
import { diskCodeOf, onDisk } from '../../../platform/files/disk-errors.ts'
import { namesIn } from '../../../platform/files/names-in.ts'

/** A file of a target as a file of this machine; `release` takes it away again where it was fetched for this. */
export interface NearFile {
  readonly file: string
  release(): Promise<void>
}

/** Where backups are kept: a folder, or a bucket. Names have folders in them. */
export interface BackupTarget {
  /** As `BACKUP_TO` says it; the name of a backup behind it is what `npm run restore` is given. */
  readonly address: string
  /** Folder of this machine that a file is written in before it is put; on the disk of the target where that is a folder. */
  readonly staging: string
  /** storage_full where less would be free than others need. */
  requireRoom(size: number): Promise<void>
  /** Moves a whole file of `staging` to its name: nobody ever sees half of it. */
  put(name: string, staged: string): Promise<void>
  /** file_not_found when there is nothing. */
  open(name: string): Promise<Readable>
  near(name: string): Promise<NearFile>
  /** Undefined when there is nothing. */
  sizeOf(name: string): Promise<number | undefined>
  /** Names of what lies in a folder of it, folders too; none where there is none. */
  names(folder: string): Promise<readonly string[]>
  remove(name: string): Promise<void>
  removeFolder(name: string): Promise<void>
}

/** Bytes of a disk that are left free whatever is backed up: the database may lie on the same one. */
const usualReserve = 256 * 1024 * 1024

/** A folder of a disk of this machine, or one that is mounted. */
export const folderTarget = (folder: string, { reserve = usualReserve } = {}): BackupTarget => {
  const at = (name: string): string => path.join(folder, name)
  return {
    address: folder,
    staging: at('.writing'),
    requireRoom: (size) =>
      onDisk(async () => {
        const { bavail, bsize } = await statfs(folder)
        if (bavail * bsize < size + reserve) throw new AppError('storage_full')
      }),
    put: (name, staged) =>
      onDisk(async () => {
        await mkdir(path.dirname(at(name)), { recursive: true, mode: 0o700 })
        await rename(staged, at(name))
      }),
    open: (name) =>
      onDisk(async () => {
        const handle = await open(at(name), 'r').catch((error: unknown) => {
          throw diskCodeOf(error) === 'ENOENT' ? new AppError('file_not_found') : error
        })
        return handle.createReadStream()
      }),
    near: async (name) => ({ file: at(name), release: async () => undefined }),
    sizeOf: (name) =>
      onDisk(async () => {
        const found = await stat(at(name)).catch((error: unknown) => {
          if (diskCodeOf(error) === 'ENOENT') return undefined
          throw error
        })
        return found?.size
      }),
    names: (name) => onDisk(() => namesIn(at(name))),
    remove: (name) => onDisk(() => rm(at(name), { force: true })),
    removeFolder: (name) => onDisk(() => rm(at(name), { recursive: true, force: true })),
  }
}
