import { randomUUID } from 'node:crypto'
import type { RecordRow } from '@ulna/contract/records/records'
import type { TestApp } from '../build-test-app.ts'
import { sha256 } from './files.ts'
import type { TestPerson } from './people.ts'

/** A file that lies there as if it had been uploaded. */
export interface KeptFile {
  readonly id: number
  readonly key: string
}

/** What row `at` of many says it holds. */
export const smallBytes = (at: number): Buffer => Buffer.from(`file ${at}`)

const atOnce = 1000

/** Rows of many files of one record; each says it is as large as `size`, or as its `smallBytes`. */
export const fileRows = async (
  app: Pick<TestApp, 'owner'>,
  by: Pick<TestPerson, 'practiceId' | 'doctorId'>,
  record: RecordRow,
  { count, size }: { count: number; size?: number },
): Promise<KeptFile[]> => {
  const kept: KeptFile[] = []
  const rows = Array.from({ length: count }, (_, at) => ({
    practice_id: by.practiceId,
    uid: randomUUID(),
    record_id: record.id,
    patient_id: record.ownerId,
    author_id: by.doctorId,
    file_name: 'a.pdf',
    content_type: 'application/pdf' as const,
    kind: 'pdf' as const,
    byte_size: size ?? smallBytes(at).length,
    sha256: sha256(smallBytes(at)),
    state: 'ready' as const,
    storage_type: 'local' as const,
    storage_key: `many/${at}/pdf_${record.id}_${at}.pdf`,
  }))
  for (let from = 0; from < count; from += atOnce)
    kept.push(
      ...(await app.owner.queries
        .insertInto('files')
        .values(rows.slice(from, from + atOnce))
        .returning(['id', 'storage_key as key'])
        .execute()),
    )
  return kept
}
