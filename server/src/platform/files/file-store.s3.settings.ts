import type { StorageType } from './file-store.ts'

export interface S3Settings {
  /** `fb`: the bucket of a Firebase project, reached over the S3-compatible interface of Google Cloud Storage. */
  readonly type: Exclude<StorageType, 'local'>
  readonly bucket: string
  readonly region: string
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly forcePathStyle: boolean
}

/** Where browsers send parts to: the bucket stands in the host name, or in the path. */
export const originOf = ({ endpoint, region, bucket, forcePathStyle }: S3Settings): string => {
  const { protocol, host } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  return forcePathStyle ? `${protocol}//${host}` : `${protocol}//${bucket}.${host}`
}
