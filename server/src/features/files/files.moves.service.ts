import type { FileKind } from '@ulna/contract/files/files'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { storedKeys } from './files.keys.ts'

/** A file of a record, with every key of the store that bytes of it may lie under. */
export interface KeptFile {
  readonly id: number
  readonly fileName: string
  /** Where the original lies. */
  readonly original: string
  readonly keys: ReadonlySet<string>
}

/** Every key of the store that bytes of a file may lie under. */
export const keysOfFile = (file: {
  readonly kind: FileKind
  readonly storageKey: string
}): readonly string[] => [...storedKeys([file])]

const pageSize = 1000

interface Row {
  readonly id: number
  readonly fileName: string
  readonly kind: FileKind
  readonly storageKey: string
}

const pageAfter = async (tx: Tx, practiceId: number, after: number): Promise<readonly Row[]> => {
  const { rows } = await sql<Row>`
    select id, file_name as "fileName", kind, storage_key as "storageKey" from files
    where practice_id = ${practiceId} and id > ${after} order by id limit ${pageSize}`.execute(tx)
  return rows
}

/** Every file of the records of a practice, removed ones too: a version may still name them. */
export async function* keptFilesOf(tx: Tx, practiceId: number): AsyncIterable<KeptFile> {
  let page = await pageAfter(tx, practiceId, 0)
  while (page.length > 0) {
    for (const { id, fileName, kind, storageKey } of page)
      yield { id, fileName, original: storageKey, keys: storedKeys([{ storageKey, kind }]) }
    page = await pageAfter(tx, practiceId, page.at(-1)?.id ?? 0)
  }
}
