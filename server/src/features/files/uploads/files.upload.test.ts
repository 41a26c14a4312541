import { fileEndpoints, fileLimits, type Upload, type UploadedFile } from '@ulna/contract/files/files'
import { type PatientFileMetadata, patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import type { RecordFile } from '@ulna/contract/records/records'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { caseInput, createPatient, writeRecord } from '../../../../test/factories/clinical.ts'
import {
  addFile,
  complete,
  dicom,
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
  uploadInParts,
  writeDocument,
} from '../../../../test/factories/files.ts'
import { fileRows } from '../../../../test/factories/many-files.ts'
import { addMember, registerOwner, type TestPerson } from '../../../../test/factories/people.ts'
import { testPractice } from '../../../../test/test-practice.ts'

const { app, owner } = await testPractice({ fileQuotaMb: 100 })
const colleague = await addMember(app, owner.practiceId, 'practitioner', true)
const patient = await createPatient(app, owner)
const record = await writeDocument(app, owner, patient.id)

const stateOf = async (id: number, by = owner): Promise<Upload> =>
  (await callEndpoint(app, fileEndpoints.readUpload, { params: { id }, token: by.token })).payload

describe('an upload in parts', () => {
  it('takes the parts in any order and again, says what is missing, and becomes a file once', async () => {
    const bytes = pdf(2 * fileLimits.partBytes + 17)
    const begun = await start(app, owner, record.id, {
      name: 'informe.pdf',
      type: 'application/pdf',
      size: bytes.length,
    })
    const upload = begun.payload as Upload
    expect(upload).toMatchObject({
      recordId: record.id,
      received: [],
      direct: null,
      partSize: fileLimits.partBytes,
    })
    for (const part of [3, 1, 3])
      expect((await sendPart(app, owner, { id: upload.id, part, bytes: partOf(bytes, part) })).status).toBe(
        200,
      )
    expect((await complete(app, owner, upload.id)).errors).toMatchObject([{ message: 'upload_incomplete' }])
    expect((await stateOf(upload.id)).received).toEqual([1, 3])
    await sendPart(app, owner, { id: upload.id, part: 2, bytes: partOf(bytes, 2) })
    const first = await complete(app, owner, upload.id)
    expect(first).toMatchObject({
      status: 201,
      payload: { id: upload.id, state: 'processing', rawUrl: null },
    })
    const again = await complete(app, owner, upload.id)
    expect(again).toMatchObject({ status: 201, payload: { id: upload.id } })
    await app.runJobs()
    const file = await readBack(app, owner, upload.id)
    expect(file).toMatchObject({
      state: 'ready',
      kind: 'pdf',
      fileName: 'informe.pdf',
      size: bytes.length,
      sha256: sha256(bytes),
      storageType: 'local',
      version: 2,
      thumbUrl: null,
    })
    const got = await download(app, owner, file.id)
    expect(sha256(got.rawPayload)).toBe(sha256(bytes))
    expect(got.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': String(bytes.length),
      'content-disposition': 'attachment; filename="informe.pdf"; filename*=UTF-8\'\'informe.pdf',
    })
    expect(got.headers['content-security-policy']).toContain('sandbox')
  })

  it('refuses a part that is too long, too short or none of the file, and parts of others', async () => {
    const upload = (await start(app, owner, record.id, { size: fileLimits.partBytes + 10 })).payload as Upload
    const part = Buffer.alloc(fileLimits.partBytes)
    expect((await sendPart(app, owner, { id: upload.id, part: 2, bytes: Buffer.alloc(11) })).status).toBe(413)
    expect((await sendPart(app, owner, { id: upload.id, part: 2, bytes: Buffer.alloc(9) })).status).toBe(400)
    expect((await sendPart(app, owner, { id: upload.id, part: 3, bytes: part })).errors).toMatchObject([
      { field: 'part' },
    ])
    expect((await sendPart(app, colleague, { id: upload.id, part: 1, bytes: part })).status).toBe(404)
    expect((await stateOf(upload.id)).received).toEqual([])
  })

  it('can be given up, and then there is nothing of it', async () => {
    const bytes = await jpeg()
    const upload = (await start(app, owner, record.id, { size: bytes.length })).payload as Upload
    await sendPart(app, owner, { id: upload.id, part: 1, bytes })
    const given = await callEndpoint(app, fileEndpoints.abortUpload, {
      params: { id: upload.id },
      token: owner.token,
    })
    expect(given).toMatchObject({ status: 200, payload: { id: upload.id } })
    expect((await complete(app, owner, upload.id)).status).toBe(404)
    expect((await sendPart(app, owner, { id: upload.id, part: 1, bytes })).status).toBe(404)
  })

  it('ends after a day by itself', async () => {
    const upload = (await start(app, owner, record.id)).payload as Upload
    await sql`update uploads set expires_at = now() where id = ${upload.id}`.execute(app.owner.queries)
    expect((await complete(app, owner, upload.id)).status).toBe(404)
    await sql`update graphile_worker._private_jobs set run_at = now() where payload->>'storageKey' = (select storage_key from uploads where id = ${upload.id})`.execute(
      app.owner.queries,
    )
    await app.runJobs()
    const { rows } = await sql`select from uploads where id = ${upload.id}`.execute(app.owner.queries)
    expect(rows).toEqual([])
  })
})

describe('a file in one piece', () => {
  it('is a picture with two smaller ones and its size, upright', async () => {
    const answer = await sendForm(app, owner, {
      recordId: record.id,
      body: formBody(await jpeg(3000, 1500), { name: 'hombro.JPG' }),
    })
    expect(answer).toMatchObject({ status: 201, payload: { state: 'processing', fileName: 'hombro.JPG' } })
    await app.runJobs()
    const file = await readBack(app, owner, (answer.payload as UploadedFile).id)
    expect(file).toMatchObject({ state: 'ready', width: 3000, height: 1500, contentType: 'image/jpeg' })
    const got = await download(app, owner, file.id)
    expect(sha256(got.rawPayload)).toBe(file.sha256)
    expect(file.size).toBe(got.rawPayload.length)
    expect((await download(app, owner, file.id, 'thumb')).headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': expect.stringContaining('hombro.webp'),
    })
  })

  it('stands under a path of practice, patient and a generated id, and nothing of its name', async () => {
    const file = await addFile(app, owner, { recordId: record.id, announcing: { name: 'canario.jpg' } })
    expect(file.rawStoragePath).toMatch(
      new RegExp(`^[0-9a-f-]{36}/${patient.uid}/[0-9a-f-]{36}/image_${record.id}_\\d{13}\\.jpg$`),
    )
  })

  it('is told with the record, oldest first, and in the file of the patient', async () => {
    const own = await writeDocument(app, owner, patient.id)
    const files = [
      await addFile(app, owner, { recordId: own.id }),
      await addFile(app, owner, { recordId: own.id }),
    ]
    const list = await callEndpoint(app, fileEndpoints.list, {
      params: { id: own.id },
      token: colleague.token,
    })
    expect((list.payload as UploadedFile[]).map(({ id }) => id)).toEqual(files.map(({ id }) => id))
    const opened = await callEndpoint(app, patientFileEndpoints.open, {
      params: { id: patient.id },
      token: owner.token,
    })
    const metadata = opened.metadata as PatientFileMetadata
    expect(metadata.files.filter(({ recordId }) => recordId === own.id).map(({ id }) => id)).toEqual(
      files.map(({ id }) => id),
    )
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    const bare = await callEndpoint(app, patientFileEndpoints.open, {
      params: { id: patient.id },
      token: assistant.token,
    })
    expect((bare.metadata as PatientFileMetadata).files).toEqual([])
  })

  it('needs a record of a kind that has files, of an author who may still change it', async () => {
    const diagnosis = await writeRecord(app, owner, caseInput(patient.id))
    const body = formBody(await jpeg())
    expect((await sendForm(app, owner, { recordId: diagnosis.id, body })).errors).toMatchObject([
      { message: 'patient_record_not_match' },
    ])
    expect((await sendForm(app, colleague, { recordId: record.id, body })).errors).toMatchObject([
      { message: 'author_required' },
    ])
    expect((await sendForm(app, owner, { recordId: 999_999_999, body })).status).toBe(404)
    const signed = await writeDocument(app, owner, patient.id)
    await app.owner.queries.updateTable('records').set({ signed: true }).where('id', '=', signed.id).execute()
    expect((await sendForm(app, owner, { recordId: signed.id, body })).errors).toMatchObject([
      { message: 'record_signed' },
    ])
    expect((await start(app, owner, signed.id)).errors).toMatchObject([{ message: 'record_signed' }])
  })

  it('is stored once for one Idempotency-Key, and another content is told apart', async () => {
    const own = await writeDocument(app, owner, patient.id)
    const key = { 'idempotency-key': 'file-once' }
    const body = formBody(await jpeg())
    const first = await sendForm(app, owner, { recordId: own.id, body, headers: key })
    expect((await sendForm(app, owner, { recordId: own.id, body, headers: key })).text).toBe(first.text)
    expect(
      (await sendForm(app, owner, { recordId: own.id, body: formBody(await jpeg(8, 8)), headers: key }))
        .status,
    ).toBe(422)
    const list = await callEndpoint(app, fileEndpoints.list, { params: { id: own.id }, token: owner.token })
    expect((list.metadata as { total: number }).total).toBe(1)
  })

  it('goes out of a record that may be changed, and is handed out no more', async () => {
    const own = await writeDocument(app, owner, patient.id)
    const file = await addFile(app, owner, { recordId: own.id })
    const remove = (by: TestPerson) =>
      callEndpoint(app, fileEndpoints.remove, { params: { id: file.id }, token: by.token })
    expect((await remove(colleague)).errors).toMatchObject([{ message: 'author_required' }])
    expect(await remove(owner)).toMatchObject({ status: 200, payload: { id: file.id } })
    expect((await download(app, owner, file.id)).statusCode).toBe(404)
    expect((await remove(owner)).status).toBe(404)
  })
})

describe('a DICOM file', () => {
  it.each([
    [{}, 'Íñigo Peña'],
    [{ charset: 'ISO_IR 192', encoding: 'utf8', name: 'Zoë^Łucja' }, 'Łucja Zoë'],
    [{ charset: '', encoding: 'latin1', name: 'GOMEZ^ANA^MARIA^^' }, 'ANA MARIA GOMEZ'],
  ] as const)('tells what its header says: %j', async (wish, patientName) => {
    const file = await addFile(app, owner, {
      recordId: record.id,
      bytes: dicom(wish),
      announcing: { name: 'rx.dcm', type: '' },
    })
    expect(file).toMatchObject({
      state: 'ready',
      kind: 'dicom',
      dicom: {
        patientName,
        patientId: 'HC-77',
        birthDate: '1980-02-29',
        studyDate: '2026-02-03',
        modality: 'DX',
        description: 'Hombro derecho',
      },
    } satisfies Partial<RecordFile>)
  })
})

describe('F8: a quota', () => {
  it('is kept for records and practices, and other practices are not touched by it', async () => {
    const own = await writeDocument(app, owner, patient.id)
    const bytes = await jpeg()
    for (let n = 0; n < fileLimits.perRecord; n += 1)
      expect((await start(app, owner, own.id, { size: bytes.length })).status).toBe(201)
    expect(await start(app, owner, own.id)).toMatchObject({
      status: 413,
      errors: [{ message: 'quota_reached' }],
    })
    expect((await sendForm(app, owner, { recordId: own.id, body: formBody(bytes) })).errors).toMatchObject([
      { message: 'quota_reached' },
    ])

    const full = await writeDocument(app, owner, patient.id)
    const announced = { name: 'a.pdf', type: 'application/pdf', size: 101 * 1024 * 1024 }
    expect((await start(app, owner, full.id, announced)).errors).toMatchObject([{ message: 'quota_reached' }])
    const other = await registerOwner(app)
    const theirs = await writeDocument(app, other, (await createPatient(app, other)).id)
    expect((await uploadInParts(app, other, { recordId: theirs.id, bytes })).status).toBe(201)
  })

  it('counts ten thousand small files as what they are together', async () => {
    const other = await registerOwner(app)
    const { id } = await createPatient(app, other)
    const theirs = await writeDocument(app, other, id)
    const size = 10 * 1024
    const kept = await fileRows(app, other, theirs, { count: 10_000, size })
    const next = await writeDocument(app, other, id)
    const room = 100 * 1024 * 1024 - kept.length * size
    const announced = { name: 'a.pdf', type: 'application/pdf', size: room }
    expect(await start(app, other, next.id, { ...announced, size: room + 1 })).toMatchObject({
      status: 413,
      errors: [{ message: 'quota_reached' }],
    })
    expect((await start(app, other, next.id, announced)).status).toBe(201)
  })

  it('holds among uploads that begin at once', async () => {
    const other = await registerOwner(app)
    const theirs = await writeDocument(app, other, (await createPatient(app, other)).id)
    const announced = { name: 'a.pdf', type: 'application/pdf', size: 30 * 1024 * 1024 }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => start(app, other, theirs.id, announced)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 413, 413, 413])
  })
})
