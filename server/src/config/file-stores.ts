import { oneOf, read, readSwitch, readUrl, requireValue, type Variables } from './variables.ts'

interface LocalFileStore {
  readonly kind: 'local'
}

export interface S3FileStore {
  readonly kind: 's3'
  readonly bucket: string
  readonly region: string
  /** Address of a store that is not Amazon's. */
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** The bucket in the path instead of in the host name. */
  readonly forcePathStyle: boolean
}

/** The bucket of a Firebase project, reached with an HMAC key (docs/decisions/0017-uploads-in-parts.md). */
interface FirebaseFileStore {
  readonly kind: 'firebase'
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Address of another host than Google's: a test server. */
  readonly endpoint: string | undefined
}

export type FileStore = LocalFileStore | S3FileStore | FirebaseFileStore

/** How a store that speaks the interface of S3 is reached; `prefix` stands in front of the names of the variables. */
export const readS3 = (
  variables: Variables,
  because: string,
  prefix: '' | 'BACKUP_' = '',
): Omit<S3FileStore, 'kind' | 'bucket'> => ({
  region: read(variables, `${prefix}S3_REGION`) ?? 'us-east-1',
  endpoint: readUrl(variables, `${prefix}S3_ENDPOINT`, ['http:', 'https:'])?.href,
  accessKeyId: requireValue(variables, `${prefix}S3_ACCESS_KEY_ID`, because),
  secretAccessKey: requireValue(variables, `${prefix}S3_SECRET_ACCESS_KEY`, because),
  forcePathStyle: readSwitch(variables, `${prefix}S3_FORCE_PATH_STYLE`, 'off'),
})

export const readFileStore = (variables: Variables): FileStore => {
  const kind = oneOf(variables, 'FILE_STORE', ['local', 's3', 'firebase'], 'local')
  if (kind === 'local') return { kind }
  const because = `FILE_STORE is ${kind}`
  if (kind === 'firebase') {
    return {
      kind,
      bucket: requireValue(variables, 'FIREBASE_STORAGE_BUCKET', because),
      accessKeyId: requireValue(variables, 'FIREBASE_STORAGE_ACCESS_KEY_ID', because),
      secretAccessKey: requireValue(variables, 'FIREBASE_STORAGE_SECRET_ACCESS_KEY', because),
      endpoint: readUrl(variables, 'FIREBASE_STORAGE_ENDPOINT', ['http:', 'https:'])?.href,
    }
  }
  return { kind, bucket: requireValue(variables, 'S3_BUCKET', because), ...readS3(variables, because) }
}
