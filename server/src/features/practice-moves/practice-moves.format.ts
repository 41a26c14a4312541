import type { ArchivedFile } from '../../platform/files/archive-writer.ts'
import { statementFiles } from '../../platform/origins/origins.ts'

/** What an archive of a practice is called inside, and the version of its shape. */
export const archiveFormat = 'ulna-practice'
export const archiveVersion = 1

/** One table, as the manifest names it. */
export interface ArchivedTable {
  readonly columns: readonly string[]
  readonly rows: number
}

/** What is signed: everything in the archive follows from it. */
export interface Manifest {
  readonly format: typeof archiveFormat
  readonly version: number
  /** The product that made it. */
  readonly product: string
  /** Address of the installation. */
  readonly origin: string
  /** Instant of the one moment that everything is of. */
  readonly at: string
  readonly practice: { readonly id: number; readonly uid: string; readonly name: string }
  readonly tables: Readonly<Record<string, ArchivedTable>>
  readonly files: Readonly<Record<string, ArchivedFile>>
}

/** Rows of all its tables. */
export const rowsOf = ({ tables }: Pick<Manifest, 'tables'>): number =>
  Object.values(tables).reduce((sum, table) => sum + table.rows, 0)

/** A file of the store: where the archive holds it, and where it lies in a store. */
export interface MovedFile extends ArchivedFile {
  readonly path: string
  readonly key: string
}

export const dataFileOf = (table: string): string => `data/${table}.ndjson`
export const tableFileOf = (table: string): string => `tables/${table}.csv`
/** One line a file of the store. */
export const storedListFile = 'data/stored-files.ndjson'
/** What origins before this one said, one line each. */
export const formerOriginsFile = 'proof/origins.ndjson'
export const readmeFile = 'README.txt'

/** Files that the manifest cannot name, as it stands in them or is signed by them. */
export const unnamedFiles: readonly string[] = [
  statementFiles.manifest,
  statementFiles.signature,
  statementFiles.certificate,
]

export interface TrailHead {
  readonly strand: number
  readonly seq: number
}

/** What became of an archive that was made. */
export interface Departed {
  readonly practice: Manifest['practice']
  /** Instant of the moment that it shows. */
  readonly at: string
  readonly rows: number
  readonly files: number
  /** Files of the practice that the store does not have. */
  readonly missing: number
  readonly faults: { readonly trail: number; readonly seals: number }
  /** Of the certificate that the manifest is signed with. */
  readonly fingerprint: string
  /** SHA-256 of the manifest, hexadecimal: whoever takes the archive in is shown it, and nobody here. */
  readonly manifestSha256: string
  /** The last row of each strand of the trail that the archive vouches for. */
  readonly heads: readonly TrailHead[]
  /** Whether it went on from what a process before had finished. */
  readonly resumed: boolean
}
