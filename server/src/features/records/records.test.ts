import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { type RecordRow, type RecordVersion, recordEndpoints } from '@ulna/contract/records/records'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import {
  caseInput,
  createPatient,
  followUpInput,
  historyInput,
  writeRecord,
} from '../../../test/factories/clinical.ts'
import { addMember } from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()
const colleague = await addMember(app, owner.practiceId, 'practitioner', true)

const post = (body: Record<string, unknown>, by = owner) =>
  callEndpoint(app, recordEndpoints.create, { token: by.token, body })
const put = (id: number, body: Record<string, unknown>, by = owner) =>
  callEndpoint(app, recordEndpoints.update, { params: { id }, token: by.token, body })
const remove = (id: number, reason: string, by = owner) =>
  callEndpoint(app, recordEndpoints.remove, { params: { id }, query: { reason }, token: by.token })
const read = async (id: number): Promise<RecordRow> =>
  (await callEndpoint(app, recordEndpoints.read, { params: { id }, token: owner.token })).payload

const openFile = async (id: number, query: Record<string, string> = {}, by = owner) => {
  const answer = await callEndpoint(app, patientFileEndpoints.open, {
    params: { id },
    query,
    token: by.token,
  })
  return { answer, records: (answer.payload as { records: RecordRow[] }).records }
}

const makeOlder = (id: number, hours: number) =>
  app.owner.queries
    .updateTable('records')
    .set({ created_at: new Date(Date.now() - hours * 3_600_000) })
    .where('id', '=', id)
    .execute()

const unlock = (id: number) =>
  callEndpoint(app, patientEndpoints.update, {
    params: { id },
    token: owner.token,
    body: { unlocked: true, reason: 'corregir un dato' },
  })

describe('writing records', () => {
  it('numbers the follow-ups of a case 1, 2, 3 and keeps author and class version', async () => {
    const patient = await createPatient(app, owner)
    const opened = await writeRecord(app, owner, caseInput(patient.id))
    expect(opened).toMatchObject({
      name: 'Manguito rotador, hombro derecho',
      caseStatus: 'active',
      sessionNumber: null,
      recordClassVersion: 3,
      authorId: owner.doctorId,
      signed: false,
      versions: 1,
    })
    const numbers: unknown[] = []
    for (let turn = 0; turn < 3; turn += 1)
      numbers.push((await writeRecord(app, owner, followUpInput(patient.id, opened.id))).sessionNumber)
    expect(numbers).toEqual([1, 2, 3])
  })

  it('gives every one of 20 follow-ups that race its own number', async () => {
    const patient = await createPatient(app, owner)
    const opened = await writeRecord(app, owner, caseInput(patient.id))
    const written = await Promise.all(
      Array.from({ length: 20 }, () => writeRecord(app, owner, followUpInput(patient.id, opened.id))),
    )
    expect(written.map((one) => one.sessionNumber).sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  })

  it('sets lastControl to the newest control that counts', async () => {
    const patient = await createPatient(app, owner)
    const opened = await writeRecord(app, owner, { ...caseInput(patient.id), date: '2026-01-10T10:00:00Z' })
    const later = await writeRecord(app, owner, {
      ...followUpInput(patient.id, opened.id),
      date: '2026-02-10T10:00:00Z',
    })
    const lastControl = async () =>
      (
        (await callEndpoint(app, patientEndpoints.read, { params: { id: patient.id }, token: owner.token }))
          .payload as { lastControl: string }
      ).lastControl
    expect(Date.parse(await lastControl())).toBe(Date.parse('2026-02-10T10:00:00Z'))
    await remove(later.id, 'Escrito en otro paciente')
    expect(Date.parse(await lastControl())).toBe(Date.parse('2026-01-10T10:00:00Z'))
  })

  it('refuses a case of another patient with 0600 and a closed one with case_closed', async () => {
    const [one, two] = [await createPatient(app, owner), await createPatient(app, owner)]
    const opened = await writeRecord(app, owner, { ...caseInput(one.id), date: '2025-11-02' })
    expect(await post(followUpInput(two.id, opened.id))).toMatchObject({
      status: 400,
      errors: [{ code: '0600', message: 'patient_record_not_match' }],
    })
    await put(opened.id, { caseStatus: 'closed', caseOutcome: 'recovered', caseClosedOn: '2025-11-20' })
    expect(await post(followUpInput(one.id, opened.id))).toMatchObject({
      status: 409,
      errors: [{ message: 'case_closed' }],
    })
  })

  it('tells what is wrong with data, field by field, and refuses unknown keys', async () => {
    const patient = await createPatient(app, owner)
    const answer = await post(caseInput(patient.id, { name: '', painIntensity: 11, surprise: 1 }))
    expect(answer.status).toBe(400)
    expect(
      Object.fromEntries(answer.errors.map((error) => [error.field, error.params?.reason])),
    ).toMatchObject({
      'data.name': 'field_required',
      'data.painIntensity': 'field_max',
      'data.surprise': 'field_unknown',
    })
    expect((await openFile(patient.id)).records).toEqual([])
  })

  it('flattens frequency to value and keeps numbers of weight and height', async () => {
    const patient = await createPatient(app, owner)
    const data = { imc: { weight: 70, height: 1.75 }, smoke: { enabled: true, frequency: 'diez al día' } }
    const written = await post(historyInput(patient.id, data))
    expect(written.payload).toMatchObject({ data: { imc: { weight: 70, height: 1.75 } } })
    expect((written.payload as { data: { smoke: object } }).data.smoke).toMatchObject({
      enabled: true,
      value: 'diez al día',
    })
  })

  it('makes a second medical history a new version of the first', async () => {
    const patient = await createPatient(app, owner)
    const first = await writeRecord(app, owner, historyInput(patient.id, { profession: 'Docente' }))
    const second = await writeRecord(app, colleague, historyInput(patient.id, { profession: 'Pensionada' }))
    expect(second).toMatchObject({ id: first.id, version: 2, authorId: colleague.doctorId })
    const versions: RecordVersion[] = (
      await callEndpoint(app, recordEndpoints.versions, { params: { id: first.id }, token: owner.token })
    ).payload
    expect(versions.map((one) => one.data.profession)).toEqual(['Docente', 'Pensionada'])
  })
})

describe('changing records', () => {
  it('lets the author correct within the window in a locked file and nobody else', async () => {
    const patient = await createPatient(app, owner)
    const written = await writeRecord(app, owner, caseInput(patient.id))
    expect(
      (await put(written.id, { data: { name: 'Hombro', painIntensity: 7 }, version: 1 })).payload,
    ).toMatchObject({ version: 2, name: 'Hombro' })
    expect(await put(written.id, { data: { name: 'Otro' } }, colleague)).toMatchObject({
      status: 403,
      errors: [{ message: 'author_required' }],
    })
    await makeOlder(written.id, 25)
    expect(await put(written.id, { data: { name: 'Tarde' } })).toMatchObject({
      status: 403,
      errors: [{ code: '0301', message: 'patient_locked' }],
    })
    await unlock(patient.id)
    expect((await put(written.id, { data: { name: 'Con permiso' } })).status).toBe(200)
  })

  it('answers a stale version with 409 and the current record, and keeps it', async () => {
    const patient = await createPatient(app, owner)
    const written = await writeRecord(app, owner, caseInput(patient.id))
    await put(written.id, { data: { name: 'A' }, version: 1 })
    expect(await put(written.id, { data: { name: 'B' }, version: 1 })).toMatchObject({
      status: 409,
      metadata: { current: { name: 'A', version: 2 } },
    })
    expect((await read(written.id)).name).toBe('A')
  })

  it('closes a case with outcome and day, and opens it again with a reason', async () => {
    const patient = await createPatient(app, owner)
    const opened = await writeRecord(app, owner, { ...caseInput(patient.id), date: '2025-11-02' })
    expect(await put(opened.id, { caseStatus: 'closed' })).toMatchObject({
      status: 400,
      errors: [{ field: 'caseOutcome' }],
    })
    const closed = await put(
      opened.id,
      { caseStatus: 'closed', caseOutcome: 'improved', caseClosedOn: '2025-11-20' },
      colleague,
    )
    expect(closed.payload).toMatchObject({
      caseStatus: 'closed',
      caseOutcome: 'improved',
      caseClosedOn: '2025-11-20',
    })
    expect(await put(opened.id, { caseStatus: 'active' })).toMatchObject({
      status: 400,
      errors: [{ field: 'reason' }],
    })
    expect((await put(opened.id, { caseStatus: 'active', reason: 'Recaída' })).payload).toMatchObject({
      caseStatus: 'active',
      caseOutcome: null,
    })
  })

  it('never changes a signed record, not even through the database role of the application', async () => {
    const patient = await createPatient(app, owner)
    const written = await writeRecord(app, owner, caseInput(patient.id))
    await app.owner.queries
      .updateTable('records')
      .set({ signed: true })
      .where('practice_id', '=', owner.practiceId)
      .where('id', '=', written.id)
      .execute()
    expect(await put(written.id, { data: { name: 'B' } })).toMatchObject({
      status: 409,
      errors: [{ message: 'record_signed' }],
    })
    expect(await remove(written.id, 'Escrito por error')).toMatchObject({ status: 409 })
    await app.pool.queries.connection().execute(async (connection) => {
      const { sql } = await import('kysely')
      await sql
        .raw(`begin; set local app.practice_id = '${owner.practiceId}'; set local app.user_id = '0'`)
        .execute(connection)
      const changed = await connection
        .updateTable('records')
        .set({ name: 'x' })
        .where('practice_id', '=', owner.practiceId)
        .where('id', '=', written.id)
        .executeTakeFirst()
      await sql.raw('rollback').execute(connection)
      expect(Number(changed.numUpdatedRows)).toBe(0)
    })
  })
})

describe('voiding records', () => {
  it('asks for a reason of ten characters and keeps the record visible', async () => {
    const patient = await createPatient(app, owner)
    const written = await writeRecord(app, owner, caseInput(patient.id))
    expect(await remove(written.id, 'corto')).toMatchObject({ status: 400, errors: [{ field: 'reason' }] })
    expect(await remove(written.id, 'Escrito en otro paciente')).toMatchObject({
      status: 200,
      payload: { id: written.id },
    })
    expect(await read(written.id)).toMatchObject({
      voidReason: 'Escrito en otro paciente',
      data: { name: 'Manguito rotador, hombro derecho' },
    })
    expect(await remove(written.id, 'Escrito en otro paciente')).toMatchObject({
      status: 409,
      errors: [{ message: 'record_voided' }],
    })
  })

  it('keeps a case that has follow-ups', async () => {
    const patient = await createPatient(app, owner)
    const opened = await writeRecord(app, owner, caseInput(patient.id))
    await writeRecord(app, owner, followUpInput(patient.id, opened.id))
    expect(await remove(opened.id, 'Escrito en otro paciente')).toMatchObject({
      status: 409,
      errors: [{ message: 'case_has_follow_ups' }],
    })
  })
})

describe('reading records', () => {
  it('answers the file newest first, with the local day at the offset that was asked for', async () => {
    const patient = await createPatient(app, owner)
    await writeRecord(app, owner, { ...caseInput(patient.id), date: '2026-03-01T03:30:00Z' })
    await writeRecord(app, owner, { ...historyInput(patient.id), date: '2026-03-02T15:00:00Z' })
    const bogota = await openFile(patient.id, { utcOffset: '-300' })
    expect(bogota.records.map((one) => [one.type, one.localDay])).toEqual([
      ['med_hist', '2026-03-02'],
      ['control', '2026-02-28'],
    ])
    expect((await openFile(patient.id, { utcOffset: '60' })).records[1]?.localDay).toBe('2026-03-01')
    expect((await openFile(patient.id)).records[1]?.localDay).toBe('2026-02-28')
    expect(
      (bogota.answer.metadata as { recordClasses: { classId: string }[] }).recordClasses
        .map((one) => one.classId)
        .sort(),
    ).toEqual(['case_default', 'med_hist_default'])
  })

  it('shows members without clinical access that a record exists, and nothing of its content', async () => {
    const patient = await createPatient(app, owner)
    const opened = await writeRecord(
      app,
      owner,
      caseInput(patient.id, { actualDiscomfort: 'canary-discomfort' }),
    )
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    const { records, answer } = await openFile(patient.id, {}, assistant)
    expect(records).toMatchObject([
      { id: opened.id, type: 'control', subtype: 'case', data: null, name: null },
    ])
    expect(answer.text).not.toMatch(/canary|Manguito/)
    const direct = await callEndpoint(app, recordEndpoints.read, {
      params: { id: opened.id },
      token: assistant.token,
    })
    expect(direct).toMatchObject({ status: 403, errors: [{ message: 'clinical_access_required' }] })
  })

  it('lists the cases of a patient and the follow-ups of a case', async () => {
    const patient = await createPatient(app, owner)
    const opened = await writeRecord(app, owner, caseInput(patient.id))
    const followUp = await writeRecord(app, owner, followUpInput(patient.id, opened.id))
    const cases = await callEndpoint(app, recordEndpoints.findCases, {
      params: { patientId: patient.id },
      token: owner.token,
    })
    expect((cases.payload as RecordRow[]).map((one) => one.id)).toEqual([opened.id])
    const followUps = await callEndpoint(app, recordEndpoints.findCaseFollowUps, {
      params: { caseId: opened.id },
      token: owner.token,
    })
    expect((followUps.payload as RecordRow[]).map((one) => one.id)).toEqual([followUp.id])
    expect(
      await callEndpoint(app, recordEndpoints.findCaseFollowUps, {
        params: { caseId: followUp.id },
        token: owner.token,
      }),
    ).toMatchObject({ status: 400, errors: [{ code: '0600' }] })
  })

  it('answers the built-in classes with their texts in three languages', async () => {
    const { payload } = await callEndpoint(app, recordEndpoints.classes, { token: owner.token })
    const classes = payload as { classId: string; locales: object }[]
    expect(classes.map((one) => one.classId)).toEqual(
      expect.arrayContaining(['case_default', 'document', 'followup_default', 'med_hist_default']),
    )
    expect(Object.keys(classes[0]?.locales ?? {}).sort()).toEqual(['en', 'es', 'it'])
  })
})
