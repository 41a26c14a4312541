import type { ArchivedFile } from '../../platform/files/archive-writer.ts'

/** Version of what is described here; a restore reads every one up to its own. */
export const backupFormat = 1

/** Where a backup holds what; its folder has the name of the moment of its snapshot. */
export const backupNames = {
  index: 'index.json',
  database: 'database.age',
  /** Folder beside the backups, for those of all of them. */
  files: 'files',
  /** Says of which installation the backups of a target are. */
  installation: 'installation',
} as const

/** Where a part lies. */
export const placeOfPart = (part: string): string => `${backupNames.files}/${part}`

/** The folder of a backup: the moment of its snapshot, as names of files may be. */
export const folderOf = (at: string): string => at.replaceAll(/[:.]/g, '-')

/** Whether something that lies at a target is named like a backup. */
export const isBackupName = (name: string): boolean => /^\d{4}-\d\d-\d\dT[\d-]+Z$/.test(name)

/** Where the sealed part holds what. */
export const sealedNames = {
  manifest: 'manifest.json',
  secrets: 'secrets.json',
} as const

/** A sealed file as it lies there: its name says nothing, and its digest is of what lies there. */
export interface SealedPart extends ArchivedFile {
  readonly name: string
}

/** What is read before anybody has a key: nothing personal. */
export interface BackupIndex {
  readonly format: number
  /** Instant of the snapshot. */
  readonly at: string
  /** Which installation it is of. */
  readonly installation: string
  /** Version of Ulna. */
  readonly product: string
  /** The last migration that the schema had. */
  readonly migration: string
  readonly database: ArchivedFile
  readonly parts: readonly SealedPart[]
}

/** One table as it was copied. */
export interface BackedUpTable extends ArchivedFile {
  readonly schema: 'public' | 'graphile_worker'
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
}

/** A file of the store as an earlier backup has it. */
export interface KnownPart {
  readonly file: BackedUpFile
  readonly part: SealedPart
}

export interface BackedUpSequence {
  readonly schema: BackedUpTable['schema']
  readonly name: string
  /** Null of one that gave nothing yet. */
  readonly value: string | null
}

/** A file of the store: which part it is in, and what it is. */
export interface BackedUpFile extends ArchivedFile {
  readonly key: string
  readonly part: string
}

/** What only a key opens. */
export interface BackupManifest {
  readonly at: string
  /** The last migration that the schema had. */
  readonly migration: string
  readonly tables: readonly BackedUpTable[]
  readonly sequences: readonly BackedUpSequence[]
  readonly files: readonly BackedUpFile[]
  /** Named by a row and not in the store. */
  readonly missing: readonly string[]
}

export interface BackupSecrets {
  readonly secret: string
  readonly former: readonly string[]
}

/** Name of the file of a table. */
export const fileOfTable = ({ schema, name }: Pick<BackedUpTable, 'schema' | 'name'>): string =>
  `tables/${schema}.${name}.copy`

/** A backup that was written, and not read again yet. */
export interface BackupMade {
  /** Its folder at the target. */
  readonly name: string
  /** Instant. */
  readonly at: string
  readonly rows: number
  readonly files: number
  /** Named by a row and not in the store. */
  readonly missing: number
  /** Bytes that were written for it: less than it is, where earlier ones have the rest. */
  readonly size: number
  /** Files that no earlier backup has. */
  readonly fresh: readonly KnownPart[]
}
