import { randomUUID } from 'node:crypto'
import type { RecordRow } from '@ulna/contract/records'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { addFile, sha256, writeDocument } from '../../../test/factories/files.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { localFileStore } from '../../platform/file-store.local.ts'
import { verifyFiles } from './files.verify.ts'

let app: TestApp
let owner: TestPerson
let record: RecordRow

beforeAll(async () => {
  app = await buildTestApp()
  owner = await registerOwner(app)
  record = await writeDocument(app, owner, (await createPatient(app, owner)).id)
})
afterAll(() => app.close())

const many = 1000

/** Files that lie there as if they had been uploaded. */
const keepMany = async (): Promise<{ id: number; key: string }[]> => {
  const store = localFileStore(app.filesDirectory)
  const rows = Array.from({ length: many }, (_, n) => ({
    key: `many/${n}/pdf_1_${n}.pdf`,
    bytes: Buffer.from(`file ${n}`),
  }))
  for (const { key, bytes } of rows) await store.put(key, bytes)
  const inserted = await app.owner.queries
    .insertInto('files')
    .values(
      rows.map(({ key, bytes }) => ({
        practice_id: owner.practiceId,
        uid: randomUUID(),
        record_id: record.id,
        patient_id: record.ownerId,
        author_id: owner.doctorId,
        file_name: 'a.pdf',
        content_type: 'application/pdf',
        kind: 'pdf',
        byte_size: bytes.length,
        sha256: sha256(bytes),
        state: 'ready',
        storage_type: 'local',
        storage_key: key,
      })),
    )
    .returning(['id', 'storage_key as key'])
    .execute()
  return inserted
}

describe('D12: files whose bytes changed behind the product’s back', () => {
  it('are all found, and nothing else', async () => {
    const store = localFileStore(app.filesDirectory)
    const kept = await keepMany()
    const other = await writeDocument(app, owner, record.ownerId)
    const picture = await addFile(app, owner, other.id)
    expect(await verifyFiles(app.pool.queries, store)).toEqual([
      { practiceId: owner.practiceId, files: many + 1, faults: [] },
    ])
    const broken = kept.filter((_, at) => at % 10 === 3)
    for (const [at, { key }] of broken.entries()) {
      if (at % 2 === 0) await store.remove(key)
      else await store.put(key, Buffer.from(`file ${at}!`))
    }
    await store.put(picture.rawStoragePath, Buffer.from('another'))
    const [report] = await verifyFiles(app.pool.queries, store)
    expect(report?.faults).toEqual([
      ...broken.map(({ id }, at) => ({ fileId: id, kind: at % 2 === 0 ? 'missing' : 'damaged' })),
      { fileId: picture.id, kind: 'damaged' },
    ])
  })
})
