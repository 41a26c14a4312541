import { fileEndpoints, fileLimits, type Upload, type UploadedFile } from '@ulna/contract/files/files'
import type { RecordRow } from '@ulna/contract/records/records'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileStore } from '../../src/platform/files/file-store.ts'
import { buildTestApp, type TestApp } from '../build-test-app.ts'
import { callEndpoint } from '../client.ts'
import { createPatient } from '../factories/clinical.ts'
import {
  addFile,
  complete,
  download,
  formBody,
  jpeg,
  partOf,
  pdf,
  readBack,
  sendForm,
  sendPart,
  sha256,
  start,
  writeDocument,
} from '../factories/files.ts'
import { registerOwner, type TestPerson } from '../factories/people.ts'
import { createBucket } from './bucket.ts'

describe.each(['s3', 'fb'] as const)('files in a bucket: %s', (type) => {
  let app: TestApp
  let store: FileStore
  let owner: TestPerson
  let record: RecordRow

  beforeAll(async () => {
    ;({ store } = await createBucket({ type }))
    app = await buildTestApp({ files: store })
    owner = await registerOwner(app)
    record = await writeDocument(app, owner, (await createPatient(app, owner)).id)
  })
  afterAll(() => app.close())

  const bytes = pdf(2 * fileLimits.partBytes)
  const document = { name: 'informe.pdf', type: 'application/pdf', size: bytes.length }

  it('go straight there by links, and the rest through us', async () => {
    const upload = (await start(app, owner, record.id, document)).payload as Upload
    expect(upload.direct?.map(({ part }) => part)).toEqual([1, 2, 3])
    for (const { part, url } of upload.direct?.slice(0, 2) ?? [])
      expect((await fetch(url, { method: 'PUT', body: new Uint8Array(partOf(bytes, part)) })).status).toBe(
        200,
      )
    expect((await complete(app, owner, upload.id)).errors).toMatchObject([{ message: 'upload_incomplete' }])
    const state = await callEndpoint(app, fileEndpoints.readUpload, {
      params: { id: upload.id },
      token: owner.token,
    })
    expect(state.payload).toMatchObject({ received: [1, 2], direct: [{ part: 3 }] })
    expect(
      (await sendPart(app, owner, { id: upload.id, part: 3, bytes: partOf(bytes, 3) })).payload,
    ).toMatchObject({
      received: [1, 2, 3],
      direct: [],
    })
    expect((await complete(app, owner, upload.id)).status).toBe(201)
    expect((await complete(app, owner, upload.id)).status).toBe(201)
    await app.runJobs()
    const file = await readBack(app, owner, upload.id)
    expect(file).toMatchObject({ state: 'ready', storageType: type, sha256: sha256(bytes) })
    expect(file.rawUrl).toMatch(/^\/api\/file\/link\//)
    expect(sha256((await download(app, owner, file.id)).rawPayload)).toBe(sha256(bytes))
  })

  it('of another length than announced do not become a file', async () => {
    const upload = (await start(app, owner, record.id, { ...document, size: 100 })).payload as Upload
    await fetch(upload.direct?.[0]?.url ?? '', { method: 'PUT', body: 'too short' })
    expect((await complete(app, owner, upload.id)).errors).toMatchObject([{ message: 'upload_incomplete' }])
  })

  it('that are pictures are rendered there', async () => {
    const file = await addFile(app, owner, { recordId: record.id, bytes: await jpeg(2500, 1000) })
    expect(file).toMatchObject({ state: 'ready', width: 2500, height: 1000 })
    for (const variant of ['original', 'screen', 'thumb'] as const)
      expect((await download(app, owner, file.id, variant)).statusCode).toBe(200)
    expect(await store.sizeOf(file.rawStoragePath.replace('/image_', '/received_'))).toBeUndefined()
  })

  it('come as forms, and what is refused leaves nothing', async () => {
    const answer = await sendForm(app, owner, { recordId: record.id, body: formBody(await jpeg()) })
    expect((answer.payload as UploadedFile).state).toBe('processing')
    const refused = await sendForm(app, owner, {
      recordId: record.id,
      body: formBody(Buffer.from('no picture at all, whatever it says')),
    })
    expect(refused.errors).toMatchObject([{ message: 'file_type_unsupported' }])
  })
})
