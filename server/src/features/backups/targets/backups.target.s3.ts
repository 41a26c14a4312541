import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { onDisk } from '../../../platform/files/disk-errors.ts'
import type { S3FileStore } from '../../../platform/files/file-store.s3.ts'
import type { BackupTarget } from './backups.target.ts'

/** Bytes above which a file goes in pieces: stores take up to five gigabytes at once. */
const usuallyAtOnce = 1024 ** 3
const pieceSize = 64 * 1024 * 1024

const putInPieces = async (store: S3FileStore, key: string, file: string, size: number): Promise<void> => {
  const upload = await store.parts.begin(key, { contentType: 'application/octet-stream', size })
  const handle = await open(file, 'r')
  try {
    let part = 0
    for (let start = 0; start < size; start += pieceSize) {
      const piece = Buffer.alloc(Math.min(pieceSize, size - start))
      await handle.read(piece, 0, piece.length, start)
      part += 1
      await store.parts.put(upload, part, piece)
    }
    await store.parts.complete(upload, part)
  } catch (error) {
    await store.parts.abort(upload).catch(() => undefined)
    throw error
  } finally {
    await handle.close()
  }
}

export interface BucketTarget {
  readonly address: string
  /** What keys begin with, without a slash at its end; empty for none. */
  readonly prefix: string
  /** Folder of this machine for what is on its way. */
  readonly staging: string
  /** Bytes above which a file goes in pieces. */
  readonly atOnce?: number
}

/** A bucket that speaks the interface of Amazon S3. */
export const bucketTarget = (
  store: S3FileStore,
  { address, prefix, staging, atOnce = usuallyAtOnce }: BucketTarget,
): BackupTarget => {
  const keyOf = (name: string): string => [prefix, name].filter((part) => part !== '').join('/')
  return {
    address,
    staging,
    // A bucket says that it is full when something is put.
    requireRoom: async () => undefined,
    put: async (name, staged) => {
      const { size } = await stat(staged)
      if (size > atOnce) await putInPieces(store, keyOf(name), staged, size)
      else await store.put(keyOf(name), { size, bytes: createReadStream(staged) })
      await rm(staged, { force: true })
    },
    open: async (name) => (await store.open(keyOf(name))).bytes,
    near: async (name) => {
      const file = path.join(staging, path.basename(name))
      const { bytes } = await store.open(keyOf(name))
      await onDisk(() => pipeline(bytes, createWriteStream(file, { mode: 0o600 })))
      return { file, release: () => rm(file, { force: true }) }
    },
    sizeOf: (name) => store.sizeOf(keyOf(name)),
    names: (folder) => store.names(keyOf(folder)),
    remove: (name) => store.remove(keyOf(name)),
    removeFolder: (name) => store.removeFolder(keyOf(name)),
  }
}
