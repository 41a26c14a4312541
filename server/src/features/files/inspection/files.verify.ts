import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import { type Queries, reading } from '../../../platform/database/database.ts'
import { installationScope } from '../../../platform/database/entering.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { digestOf } from './files.process.ts'

export interface FileFault {
  readonly fileId: number
  readonly kind: 'missing' | 'damaged'
}

/** What was found of the files of one practice. */
export interface FileReport {
  readonly practiceId: number
  readonly files: number
  readonly faults: readonly FileFault[]
}

interface KeptFile {
  readonly id: number
  readonly storageKey: string
  readonly sha256: string
}

const pageSize = 500

const pageAfter = (queries: Queries, practiceId: number, after: number): Promise<readonly KeptFile[]> =>
  reading(queries, { practiceId, userId: 0 }, async (tx) => {
    const { rows } = await sql<KeptFile>`
      select id, storage_key as "storageKey", sha256 from files
      where practice_id = ${practiceId} and state = 'ready' and id > ${after} order by id limit ${pageSize}`.execute(
      tx,
    )
    return rows
  })

const faultOf = async (files: FileStore, file: KeptFile): Promise<FileFault | null> => {
  try {
    const { sha256 } = await digestOf(files, file.storageKey)
    return sha256 === file.sha256 ? null : { fileId: file.id, kind: 'damaged' }
  } catch (error) {
    if (error instanceof AppError && error.key === 'file_not_found')
      return { fileId: file.id, kind: 'missing' }
    throw error
  }
}

const verifyPractice = async (
  queries: Queries,
  files: FileStore,
  practiceId: number,
): Promise<FileReport> => {
  const faults: FileFault[] = []
  let count = 0
  let page = await pageAfter(queries, practiceId, 0)
  while (page.length > 0) {
    for (const file of page) {
      const fault = await faultOf(files, file)
      if (fault) faults.push(fault)
    }
    count += page.length
    page = await pageAfter(queries, practiceId, page.at(-1)?.id ?? 0)
  }
  return { practiceId, files: count, faults }
}

/** Reads every file of every practice and compares it with what was stored (promises.md D12). */
export const verifyFiles = async (queries: Queries, files: FileStore): Promise<FileReport[]> => {
  const practices = await reading(queries, installationScope, (tx) =>
    tx.selectFrom('practices').select('id').orderBy('id').execute(),
  )
  const reports: FileReport[] = []
  for (const { id } of practices) {
    const report = await verifyPractice(queries, files, id)
    if (report.files > 0) reports.push(report)
  }
  return reports
}
