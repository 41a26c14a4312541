import type { Readable } from 'node:stream'
import type { ImportReading } from '@ulna/contract/imports/imports'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { csvRows } from './imports.csv.ts'
import { decoded } from './imports.encoding.ts'
import type { FileRow } from './imports.faults.ts'
import { workbookRows } from './imports.workbook.ts'

const rowsOf = (bytes: Readable, { sheet, encoding, delimiter }: ImportReading): AsyncGenerator<FileRow> =>
  sheet === null ? csvRows(decoded(bytes, encoding ?? 'utf-8'), delimiter ?? ',') : workbookRows(bytes, sheet)

/** All rows of a stored file as it is to be read, the header among them. Rejects with an `ImportFileError`. */
export async function* openRows(
  files: FileStore,
  storageKey: string,
  reading: ImportReading,
): AsyncGenerator<FileRow> {
  const { bytes } = await files.open(storageKey)
  try {
    yield* rowsOf(bytes, reading)
  } finally {
    bytes.destroy()
  }
}

/** The rows below the header, after the row `after`. */
export async function* dataRows(
  files: FileStore,
  storageKey: string,
  { reading, after = 0 }: { readonly reading: ImportReading; readonly after?: number },
): AsyncGenerator<FileRow> {
  for await (const row of openRows(files, storageKey, reading))
    if (row.row > reading.headerRow && row.row > after) yield row
}
