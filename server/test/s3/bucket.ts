import { randomUUID } from 'node:crypto'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '../../src/platform/files/file-store.s3.settings.ts'
import { s3FileStore } from '../../src/platform/files/file-store.s3.ts'
import type { FileStore } from '../../src/platform/files/file-store.ts'

const variable = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing: these tests are run by scripts/test-s3.mjs`)
  return value
}

/** A store in a bucket of its own, and the settings it was made with. */
export const createBucket = async (
  given: Partial<S3Settings> = {},
): Promise<{ store: FileStore; settings: S3Settings }> => {
  const settings: S3Settings = {
    type: 's3',
    bucket: `ulna-${randomUUID()}`,
    region: 'us-east-1',
    endpoint: variable('TEST_S3_ENDPOINT'),
    accessKeyId: variable('TEST_S3_ACCESS_KEY_ID'),
    secretAccessKey: variable('TEST_S3_SECRET_ACCESS_KEY'),
    forcePathStyle: true,
    ...given,
  }
  const { accessKeyId, secretAccessKey, endpoint = '', region } = settings
  const client = new S3Client({
    region,
    endpoint,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  })
  await client.send(new CreateBucketCommand({ Bucket: settings.bucket }))
  client.destroy()
  return { store: s3FileStore(settings), settings }
}
