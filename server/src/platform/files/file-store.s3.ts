import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  type Part,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { AppError } from '../app-error.ts'
import type { S3Settings } from './file-store.s3.settings.ts'
import { bytesOf, checkKey, type FileParts, type FileStore, type PartialFile } from './file-store.ts'

const clientOf = (settings: S3Settings): S3Client =>
  new S3Client({
    region: settings.region,
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: settings.forcePathStyle,
    // Stores that are not Amazon's know neither its newer checksums nor their trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3000, requestTimeout: 120_000 },
  })

const missing = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])
const noRoom = new Set(['QuotaExceeded', 'EntityTooLarge', 'InsufficientStorage', 'XMinioStorageFull'])

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')
const isMissing = (error: unknown): boolean => missing.has(nameOf(error))

const translated = (error: unknown): unknown => {
  if (error instanceof AppError) return error
  if (noRoom.has(nameOf(error))) return Object.assign(new AppError('storage_full'), { cause: error })
  const isTheirs = error instanceof S3ServiceException || 'code' in (error as object)
  if (!isTheirs && nameOf(error) !== 'TimeoutError') return error
  return Object.assign(new AppError('service_unavailable', { retryAfter: 30 }), { cause: error })
}

const onStore = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw translated(error)
  })

const undefinedIfMissing = (error: unknown): undefined => {
  if (isMissing(error)) return undefined
  throw error
}

const notFoundIfMissing = (error: unknown): never => {
  throw isMissing(error) ? new AppError('file_not_found') : error
}

/** All parts of an upload, which a store hands out a thousand at a time; none when there is no such upload. */
const partsOf = async (
  client: S3Client,
  bucket: string,
  { key, upload }: PartialFile,
): Promise<readonly Part[]> => {
  const found: Part[] = []
  let marker: string | undefined
  do {
    const answer = await client
      .send(new ListPartsCommand({ Bucket: bucket, Key: key, UploadId: upload, PartNumberMarker: marker }))
      .catch(undefinedIfMissing)
    if (answer === undefined) return []
    found.push(...(answer.Parts ?? []))
    marker = answer.IsTruncated ? answer.NextPartNumberMarker : undefined
  } while (marker !== undefined)
  return found
}

/** The keys below a folder, which a store hands out a thousand at a time: those that were told are gone by the next. */
const someKeysIn = async (client: S3Client, bucket: string, folder: string): Promise<readonly string[]> => {
  const { Contents = [] } = await client.send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: `${checkKey(folder)}/` }),
  )
  return Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key]))
}

/** Names of what lies in a folder, folders too: the folder of a bucket is what keys begin with. */
const namesBelow = async (client: S3Client, bucket: string, folder: string): Promise<readonly string[]> => {
  const Prefix = folder === '' ? '' : `${checkKey(folder)}/`
  const names: string[] = []
  let marker: string | undefined
  do {
    const answer = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix, Delimiter: '/', ContinuationToken: marker }),
    )
    const folders = answer.CommonPrefixes?.map(({ Prefix: key = '' }) => key.slice(0, -1)) ?? []
    const files = answer.Contents?.map(({ Key = '' }) => Key) ?? []
    names.push(...[...folders, ...files].map((key) => key.slice(Prefix.length)))
    marker = answer.IsTruncated ? answer.NextContinuationToken : undefined
  } while (marker !== undefined)
  return names
}

const s3Parts = (client: S3Client, bucket: string): FileParts => {
  const at = ({ key, upload }: PartialFile) => ({ Bucket: bucket, Key: checkKey(key), UploadId: upload })
  return {
    begin: (key, { contentType }) =>
      onStore(async () => {
        const { UploadId } = await client.send(
          new CreateMultipartUploadCommand({ Bucket: bucket, Key: checkKey(key), ContentType: contentType }),
        )
        if (UploadId === undefined) throw new Error('the file store began no upload')
        return { key, upload: UploadId }
      }),
    put: (file, part, bytes) =>
      onStore(async () => {
        await client
          .send(
            new UploadPartCommand({
              ...at(file),
              PartNumber: part,
              Body: bytes,
              ContentLength: bytes.length,
            }),
          )
          .catch(notFoundIfMissing)
      }),
    list: (file) =>
      onStore(async () => {
        const parts = await partsOf(client, bucket, file)
        return parts.map(({ PartNumber = 0, Size = 0 }) => ({ part: PartNumber, size: Size }))
      }),
    complete: (file, count) =>
      onStore(async () => {
        const Parts = (await partsOf(client, bucket, file))
          .filter(({ PartNumber = 0 }) => PartNumber <= count)
          .map(({ PartNumber, ETag }) => ({ PartNumber, ETag }))
        await client.send(new CompleteMultipartUploadCommand({ ...at(file), MultipartUpload: { Parts } }))
      }),
    abort: (file) =>
      onStore(async () => {
        await client.send(new AbortMultipartUploadCommand(at(file))).catch(undefinedIfMissing)
      }),
    presign: (file, part, seconds) =>
      getSignedUrl(client, new UploadPartCommand({ ...at(file), PartNumber: part }), { expiresIn: seconds }),
  }
}

/** A bucket also tells what lies in a folder of it. */
export interface S3FileStore extends FileStore {
  /** Names of what lies in a folder, folders too. */
  names(folder: string): Promise<readonly string[]>
}

/** Files in a bucket, by the interface of Amazon S3 that many stores speak. */
export const s3FileStore = (settings: S3Settings): S3FileStore => {
  const client = clientOf(settings)
  const { bucket, type } = settings
  const at = (key: string) => ({ Bucket: bucket, Key: checkKey(key) })
  const open: FileStore['open'] = (key, range) =>
    onStore(async () => {
      const Range = range && `bytes=${range.start}-${range.end}`
      const answer = await client.send(new GetObjectCommand({ ...at(key), Range })).catch(notFoundIfMissing)
      if (!(answer.Body instanceof Readable)) throw new Error('the file store sent no bytes')
      const whole = Number(answer.ContentRange?.split('/')[1] ?? answer.ContentLength)
      return { size: whole, bytes: answer.Body }
    })
  return {
    type,
    put: (key, bytes) =>
      onStore(async () => {
        const body = Buffer.isBuffer(bytes)
          ? { Body: bytes, ContentLength: bytes.length }
          : { Body: bytes.bytes, ContentLength: bytes.size }
        await client.send(new PutObjectCommand({ ...at(key), ...body }))
      }),
    get: async (key) => bytesOf((await open(key)).bytes),
    open,
    sizeOf: (key) =>
      onStore(async () => {
        const found = await client.send(new HeadObjectCommand(at(key))).catch(undefinedIfMissing)
        return found?.ContentLength
      }),
    remove: (key) =>
      onStore(async () => {
        await client.send(new DeleteObjectCommand(at(key)))
      }),
    removeFolder: (folder) =>
      onStore(async () => {
        for (
          let keys = await someKeysIn(client, bucket, folder);
          keys.length > 0;
          keys = await someKeysIn(client, bucket, folder)
        )
          for (const Key of keys) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
      }),
    names: (folder) => onStore(() => namesBelow(client, bucket, folder)),
    parts: s3Parts(client, bucket),
    tidy: async () => undefined,
  }
}
