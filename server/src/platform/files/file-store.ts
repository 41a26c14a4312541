import type { Readable } from 'node:stream'
import { AppError } from '../app-error.ts'

export type StorageType = 'local' | 's3' | 'fb'

/** Bytes on their way out, with how many there are. */
export interface OpenFile {
  readonly size: number
  readonly bytes: Readable
}

/** Bytes on their way in: how many there are must be known. */
export interface IncomingFile {
  readonly size: number
  readonly bytes: Readable
}

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A file that arrives in numbered parts: in any order, each as often as it takes. */
export interface PartialFile {
  readonly key: string
  /** What the store calls it. */
  readonly upload: string
}

export interface StoredPart {
  readonly part: number
  readonly size: number
}

export interface FileParts {
  /** `size`: of the whole file; storage_full where there is no room for it. */
  begin(key: string, about: { readonly contentType: string; readonly size: number }): Promise<PartialFile>
  put(file: PartialFile, part: number, bytes: Buffer): Promise<void>
  /** What has arrived, by number. */
  list(file: PartialFile): Promise<readonly StoredPart[]>
  /** Makes the file of parts 1 to `count`. A store may forget the parts by that. */
  complete(file: PartialFile, count: number): Promise<void>
  /** Forgets the parts; a file that is complete stays. */
  abort(file: PartialFile): Promise<void>
  /** Where a browser may `PUT` a part itself, for `seconds`; null when the store takes parts through us alone. */
  presign(file: PartialFile, part: number, seconds: number): Promise<string | null>
}

/**
 * Where bytes rest. Keys are made by us, never by a caller: folders and names of [A-Za-z0-9_-]. Nobody ever sees half a
 * file. Rejects with storage_full when there is no room and with service_unavailable when the store cannot be reached.
 */
export interface FileStore {
  readonly type: StorageType
  put(key: string, bytes: Buffer | IncomingFile): Promise<void>
  /** file_not_found when there is nothing. */
  get(key: string): Promise<Buffer>
  open(key: string, range?: ByteRange): Promise<OpenFile>
  /** Size of a file in the store; undefined when there is nothing. */
  sizeOf(key: string): Promise<number | undefined>
  remove(key: string): Promise<void>
  /** Removes everything whose key begins with a folder. */
  removeFolder(folder: string): Promise<void>
  readonly parts: FileParts
  /** Removes what processes left that were killed while they wrote. */
  tidy(): Promise<void>
}

const keyPattern = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*(\.[a-z0-9]+)?$/

/** file_not_found for what is no key of ours. */
export const checkKey = (key: string): string => {
  if (!keyPattern.test(key)) throw new AppError('file_not_found')
  return key
}

/** The pieces of a stream in one; only for what is known to be small. */
export const bytesOf = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
