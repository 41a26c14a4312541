import type { UploadedFile } from '@ulna/contract/files/files'
import type { RecordRow } from '@ulna/contract/records/records'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../test/build-test-app.ts'
import { createPatient } from '../../../../test/factories/clinical.ts'
import {
  download,
  jpeg,
  pdf,
  readBack,
  uploadInParts,
  writeDocument,
} from '../../../../test/factories/files.ts'
import { registerOwner, type TestPerson } from '../../../../test/factories/people.ts'
import { eicar, type FakeClamd, startFakeClamd } from '../../../../test/fake-clamd.ts'
import { localFileStore } from '../../../platform/files/file-store.local.ts'

let clamd: FakeClamd
let app: TestApp
let owner: TestPerson
let record: RecordRow

beforeAll(async () => {
  clamd = await startFakeClamd()
  app = await buildTestApp({ clamdUrl: clamd.url })
  owner = await registerOwner(app)
  record = await writeDocument(app, owner, (await createPatient(app, owner)).id)
})
afterAll(async () => {
  await app.close()
  await clamd.stop()
})
beforeEach(() => {
  clamd.answer = undefined
  app.log.length = 0
})

const upload = async (bytes: Buffer, name = 'a.pdf', type = 'application/pdf'): Promise<number> => {
  const answer = await uploadInParts(app, owner, { recordId: record.id, bytes, announcing: { name, type } })
  await app.runJobs()
  return (answer.payload as UploadedFile).id
}

/** Does what waits for later now. */
const runLater = async (): Promise<void> => {
  await sql`update graphile_worker._private_jobs set run_at = now() where task_id in (
    select id from graphile_worker._private_tasks where identifier = 'files.process')`.execute(
    app.owner.queries,
  )
  await app.runJobs()
}

describe('F10: a file that a virus scanner looks at', () => {
  it('is ready once it was found clean, all of it', async () => {
    clamd.scanned.length = 0
    const bytes = await jpeg()
    const ids = [await upload(pdf(7_000_000)), await upload(bytes, 'a.jpg', 'image/jpeg')]
    for (const id of ids) expect(await readBack(app, owner, id)).toMatchObject({ state: 'ready' })
    expect(clamd.scanned).toEqual([pdf(7_000_000).length, bytes.length])
  })

  it('is refused when something is found, and its bytes are gone', async () => {
    const id = await upload(pdf(10, eicar))
    const file = await readBack(app, owner, id)
    expect(file).toMatchObject({ state: 'refused', problem: 'file_infected', rawUrl: null, sha256: null })
    expect((await download(app, owner, id)).statusCode).toBe(404)
    expect(await localFileStore(app.filesDirectory).sizeOf(file.rawStoragePath)).toBeUndefined()
  })

  it.each(['INSTREAM size limit exceeded. ERROR', 'stream: OK\nand more', ''])(
    'waits when the scanner answers %j, and the log says so',
    async (answer) => {
      clamd.answer = answer
      const id = await upload(pdf())
      expect(await readBack(app, owner, id)).toMatchObject({ state: 'processing', rawUrl: null })
      expect((await download(app, owner, id)).statusCode).toBe(404)
      clamd.answer = undefined
      await runLater()
      expect(await readBack(app, owner, id)).toMatchObject({ state: 'ready' })
    },
  )

  it('waits while the scanner is down, and is looked at when it is back', async () => {
    await clamd.stop()
    const clean = await upload(await jpeg(), 'a.jpg', 'image/jpeg')
    const infected = await upload(pdf(3, eicar))
    await runLater()
    for (const id of [clean, infected]) {
      expect(await readBack(app, owner, id)).toMatchObject({ state: 'processing' })
      expect((await download(app, owner, id)).statusCode).toBe(404)
    }
    clamd = await startFakeClamd(Number(new URL(clamd.url).port))
    await runLater()
    expect(await readBack(app, owner, clean)).toMatchObject({ state: 'ready' })
    expect(await readBack(app, owner, infected)).toMatchObject({ state: 'refused', problem: 'file_infected' })
  })
})
