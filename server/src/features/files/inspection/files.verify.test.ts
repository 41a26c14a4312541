import { describe, expect, it } from 'vitest'
import { createPatient } from '../../../../test/factories/clinical.ts'
import { addFile, writeDocument } from '../../../../test/factories/files.ts'
import { fileRows, type KeptFile, smallBytes } from '../../../../test/factories/many-files.ts'
import { sizes } from '../../../../test/faults/sizes.ts'
import { testPractice } from '../../../../test/test-practice.ts'
import { localFileStore } from '../../../platform/files/file-store.local.ts'
import { verifyFiles } from './files.verify.ts'

const { app, owner } = await testPractice({ alone: true })
const record = await writeDocument(app, owner, (await createPatient(app, owner)).id)

/** Files of many, of which a hundred are broken. */
const many = sizes.scrubbedFiles

const keepMany = async (): Promise<KeptFile[]> => {
  const store = localFileStore(app.filesDirectory)
  const kept = await fileRows(app, owner, record, { count: many })
  for (const [at, { key }] of kept.entries()) await store.put(key, smallBytes(at))
  return kept
}

describe('D12: files whose bytes changed behind the product’s back', () => {
  it(`a hundred of ${many} are found, and nothing else`, { timeout: sizes.patienceMs }, async () => {
    const store = localFileStore(app.filesDirectory)
    const kept = await keepMany()
    const other = await writeDocument(app, owner, record.ownerId)
    const picture = await addFile(app, owner, { recordId: other.id })
    expect(await verifyFiles(app.pool.queries, store)).toEqual([
      { practiceId: owner.practiceId, files: many + 1, faults: [] },
    ])
    const broken = kept.filter((_, at) => at % (many / 100) === 3)
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
