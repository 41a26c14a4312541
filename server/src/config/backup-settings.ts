import path from 'node:path'
import { isAgeRecipient } from '../platform/files/age-keys.ts'
import { readS3, type S3FileStore } from './file-stores.ts'
import { ConfigError, dataDirectoryOf, read, readInteger, type Variables } from './variables.ts'

export interface BackupFolder {
  readonly kind: 'folder'
  /** Absolute. */
  readonly folder: string
}

export interface BackupBucket extends Omit<S3FileStore, 'kind'> {
  readonly kind: 's3'
  /** As it was said. */
  readonly address: string
  /** What keys begin with, without slashes around it; empty for none. */
  readonly prefix: string
}

export interface BackupSettings {
  readonly to: BackupFolder | BackupBucket
  /** Public keys of age that open them. */
  readonly recipients: readonly string[]
  /** File of a key that opens one; read by a restore alone. */
  readonly identityFile: string | undefined
}

const bucketPattern = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,62})(?<path>(\/[A-Za-z0-9_-]+)*)\/?$/

/** Where backups lie: a folder, or a bucket and a folder in it, as `s3://bucket/folder`. */
export const backupPlaceAt = (variables: Variables, to: string): BackupSettings['to'] => {
  if (!to.startsWith('s3:')) return { kind: 'folder', folder: path.resolve(to) }
  const { bucket, path: folder = '' } = bucketPattern.exec(to)?.groups ?? {}
  if (bucket === undefined)
    throw new ConfigError(`BACKUP_TO is ${JSON.stringify(to)}; a bucket is named as s3://bucket/folder.`)
  return {
    ...{ kind: 's3', bucket, address: `s3://${bucket}${folder}`, prefix: folder.slice(1) },
    ...readS3(variables, 'backups lie in a bucket', 'BACKUP_'),
  }
}

export const readBackup = (variables: Variables): BackupSettings => {
  const to = read(variables, 'BACKUP_TO') ?? path.join(dataDirectoryOf(variables), 'backups')
  const recipients = (read(variables, 'BACKUP_RECIPIENTS') ?? '').split(/[\s,]+/).filter((one) => one !== '')
  const wrong = recipients.find((one) => !isAgeRecipient(one))
  if (wrong !== undefined)
    throw new ConfigError(
      `BACKUP_RECIPIENTS holds ${JSON.stringify(wrong)}, which is no public key of age (age1…).`,
    )
  return {
    to: backupPlaceAt(variables, to),
    recipients,
    identityFile: read(variables, 'BACKUP_IDENTITY_FILE'),
  }
}

export const readKeepDays = (variables: Variables): number | undefined =>
  read(variables, 'BACKUP_KEEP_DAYS') === undefined
    ? undefined
    : readInteger(variables, 'BACKUP_KEEP_DAYS', 0, 36_500)
