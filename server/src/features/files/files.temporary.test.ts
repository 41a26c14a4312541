import { fileEndpoints } from '@ulna/contract/files/files'
import { type RecordRow, recordEndpoints } from '@ulna/contract/records/records'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { caseInput, createPatient, writeRecord } from '../../../test/factories/clinical.ts'
import { addFile, download, writeDocument } from '../../../test/factories/files.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { localFileStore } from '../../platform/files/file-store.local.ts'

const { app, owner } = await testPractice({ alone: true })
const patient = await createPatient(app, owner)

const writeTemporary = (data: Record<string, unknown> = {}): Promise<RecordRow> =>
  writeDocument(app, owner, patient.id, { subtype: 'temporal', data })

const become = (id: number, subtype: string, body: object = {}): Promise<TestAnswer> =>
  callEndpoint(app, fileEndpoints.changeSubtype, { params: { id, subtype }, token: owner.token, body })

const versionsOf = async (id: number): Promise<unknown[]> =>
  (await callEndpoint(app, recordEndpoints.versions, { params: { id }, token: owner.token })).payload

/** Makes a record that many hours older, and a look at it due. */
const age = async (id: number, hours: number): Promise<void> => {
  await sql`update records set created_at = now() - make_interval(hours => ${hours}) where id = ${id}`.execute(
    app.owner.queries,
  )
  await sql`update graphile_worker._private_jobs set run_at = now() where (payload->>'recordId')::bigint = ${id}`.execute(
    app.owner.queries,
  )
  await app.runJobs()
}

const statusOf = async (id: number): Promise<number> =>
  (await callEndpoint(app, recordEndpoints.read, { params: { id }, token: owner.token })).status

describe('a temporary document', () => {
  it('need not be complete, and nothing of it is a version', async () => {
    const record = await writeTemporary()
    expect(record).toMatchObject({ subtype: 'temporal', name: null, data: {}, version: 1 })
    const changed = await callEndpoint(app, recordEndpoints.update, {
      params: { id: record.id },
      token: owner.token,
      body: { data: { note: 'A medias' } },
    })
    expect(changed).toMatchObject({ status: 200, payload: { data: { note: 'A medias' }, version: 1 } })
    expect(await versionsOf(record.id)).toEqual([])
  })

  it('takes no more than its class has', async () => {
    const answer = await callEndpoint(app, recordEndpoints.create, {
      token: owner.token,
      body: {
        ownerId: patient.id,
        type: 'document',
        subtype: 'temporal',
        recordClassId: 'document',
        data: { other: 1 },
      },
    })
    expect(answer.errors).toMatchObject([{ field: 'data.other' }])
  })

  it('is completed by saying what it is, which is its first version', async () => {
    const record = await writeTemporary()
    expect((await become(record.id, 'xray')).errors).toMatchObject([
      { field: 'data.name', params: { reason: 'field_required' } },
    ])
    const done = await become(record.id, 'xray', { data: { name: 'Radiografía' }, date: '2026-02-03' })
    expect(done).toMatchObject({
      status: 200,
      payload: { subtype: 'xray', name: 'Radiografía', version: 1, date: '2026-02-03T12:00:00Z' },
    })
    expect(await versionsOf(record.id)).toMatchObject([
      { version: 1, change: 'content', data: { name: 'Radiografía' } },
    ])
    const bare = { params: { id: record.id, subtype: 'exam' }, token: owner.token }
    expect((await callEndpoint(app, fileEndpoints.changeSubtype, bare)).status).toBe(200)
    expect(await become(record.id, 'photo', { version: 2 })).toMatchObject({
      status: 200,
      payload: { subtype: 'photo', name: 'Radiografía', version: 3 },
    })
    expect((await become(record.id, 'exam', { version: 1 })).errors).toMatchObject([
      { message: 'version_conflict' },
    ])
    await age(record.id, 30)
    expect(await statusOf(record.id)).toBe(200)
  })

  it('is nothing that another record becomes', async () => {
    const document = await writeDocument(app, owner, patient.id)
    expect((await become(document.id, 'temporal')).errors).toMatchObject([{ field: 'subtype' }])
    const diagnosis = await writeRecord(app, owner, caseInput(patient.id))
    expect((await become(diagnosis.id, 'photo')).errors).toMatchObject([
      { message: 'patient_record_not_match' },
    ])
  })

  it('goes with its files after a day, and the trail says so', async () => {
    const record = await writeTemporary()
    const file = await addFile(app, owner, { recordId: record.id })
    await age(record.id, 23)
    expect((await download(app, owner, file.id, 'thumb')).statusCode).toBe(200)
    await age(record.id, 24)
    expect(await statusOf(record.id)).toBe(404)
    expect((await download(app, owner, file.id)).statusCode).toBe(404)
    const store = localFileStore(app.filesDirectory)
    expect(await store.sizeOf(file.rawStoragePath)).toBeUndefined()
    const rows = await app.owner.queries
      .selectFrom('audit_events')
      .select(['action', 'user_id', 'patient_id'])
      .where('subject_id', '=', record.id)
      .where('action', '=', 'record.expire')
      .execute()
    expect(rows).toEqual([{ action: 'record.expire', user_id: null, patient_id: patient.id }])
  })

  it('goes at once, with its files, when its author gives it up, and needs no reason', async () => {
    const record = await writeTemporary()
    const file = await addFile(app, owner, { recordId: record.id })
    const discard = () =>
      callEndpoint(app, recordEndpoints.remove, { params: { id: record.id }, token: owner.token })
    expect((await discard()).status).toBe(200)
    expect(await statusOf(record.id)).toBe(404)
    await app.runJobs()
    expect(await localFileStore(app.filesDirectory).sizeOf(file.rawStoragePath)).toBeUndefined()
    expect((await discard()).status).toBe(404)
  })

  it('that was completed is voided with a reason like any other record', async () => {
    const record = await writeTemporary()
    await become(record.id, 'xray', { data: { name: 'Radiografía' } })
    const answer = await callEndpoint(app, recordEndpoints.remove, {
      params: { id: record.id },
      token: owner.token,
    })
    expect(answer.errors).toMatchObject([{ field: 'reason' }])
    expect(await statusOf(record.id)).toBe(200)
  })
})
