import { importEndpoints } from '@ulna/contract/imports/imports'
import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { type RecordRow, recordEndpoints } from '@ulna/contract/records/records'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, UploadBody } from '../../../../test/client.ts'
import { importCalls, twoPatients } from '../../../../test/factories/imports.ts'
import { addMember, registerOwner, type TestPerson } from '../../../../test/factories/people.ts'
import { testServer } from '../../../../test/test-practice.ts'
import { type Tx, transaction } from '../../../platform/database/database.ts'

let owner: TestPerson

const app = await testServer()
beforeEach(async () => {
  owner = await registerOwner(app, { timezone: 'Europe/Madrid' })
})

const { start, after, rowsOf, bring, bringPatients } = importCalls(app, () => owner)

const file = [
  'Código;Fecha;Autor;Asunto;Nota',
  '1;13/03/2019;Dra. Pérez;Revisión;"Mejora de la lumbalgia.\nSigue con ejercicios."',
  '1;20/03/2019;;;Alta',
  '1;;;;Sin fecha',
  '2;01/01/2100;;;Del futuro',
  '2;02/04/2019;;;',
].join('\r\n')

const asPractice = <T>({ practiceId, userId }: TestPerson, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transaction(app.db.queries, { practiceId, userId }, 'read write', work)

const recordsOf = async (patientId: number, by = owner): Promise<RecordRow[]> => {
  const { payload } = await callEndpoint(app, patientFileEndpoints.open, {
    token: by.token,
    params: { id: patientId },
  })
  return (payload as { records: RecordRow[] }).records
}

const unlock = async (patientId: number): Promise<void> => {
  const { status, text } = await callEndpoint(app, patientEndpoints.update, {
    token: owner.token,
    params: { id: patientId },
    body: { unlocked: true, reason: 'Corregir lo importado' },
  })
  expect(status, text).toBe(200)
}

describe('notes of another system', () => {
  it('stand in the file by their date, with author and date of their origin as texts', async () => {
    const [mariana] = await bringPatients()
    const { id } = await start('notes', file)
    expect((await after('examine', id)).counts).toMatchObject({ create: 2, fault: 3 })
    expect(
      (await rowsOf(id, 'fault')).map(({ row, faults }) => [row, faults[0]?.field, faults[0]?.key]),
    ).toEqual([
      [4, 'date', 'field_required'],
      [5, 'date', 'field_future'],
      [6, 'note', 'field_required'],
    ])
    expect(await after('run', id)).toMatchObject({ created: 2 })
    const records = await recordsOf(mariana)
    expect(
      records.map(({ localDay, name, recordClassId, type, signed, sessionNumber }) => [
        ...[localDay, name, recordClassId, type],
        ...[signed, sessionNumber],
      ]),
    ).toEqual([
      ['2019-03-20', null, 'imported_note', 'test', false, null],
      ['2019-03-13', 'Revisión', 'imported_note', 'test', false, null],
    ])
    expect(records[1]).toMatchObject({
      author: { fullName: 'Programa viejo (importado)' },
      data: {
        text: 'Mejora de la lumbalgia.\nSigue con ejercicios.',
        title: 'Revisión',
        originAuthor: 'Dra. Pérez',
        originDate: '13/03/2019',
        source: 'Programa viejo',
      },
      versions: 1,
    })
    const again = await start('notes', file)
    expect((await after('examine', again.id)).counts).toMatchObject({ create: 0, before: 2 })
  })

  it('are content of records: hidden from who has no clinical access, and nobody writes with their form', async () => {
    const [mariana] = await bringPatients()
    await bring('notes', file)
    const desk = await addMember(app, owner.practiceId, 'assistant', false)
    const [hidden] = await recordsOf(mariana, desk)
    expect(hidden).toMatchObject({ recordClassId: 'imported_note', data: null, name: null })
    const written = await callEndpoint(app, recordEndpoints.create, {
      token: owner.token,
      body: {
        ownerId: mariana,
        type: 'test',
        subtype: 'imported_note',
        recordClassId: 'imported_note',
        data: { text: 'Propia', source: 'Nadie' },
      },
    })
    expect(written.status).toBe(404)
  })

  it('are read out of a file by nobody without clinical access, an admin neither', async () => {
    await bringPatients()
    const { id } = await start('notes', file)
    await after('examine', id)
    const admin = await addMember(app, owner.practiceId, 'admin', false)
    const { ask } = importCalls(app, () => admin)
    const refused = { status: 403, errors: [{ message: 'clinical_access_required' }] }
    for (const name of ['read', 'rows', 'faults', 'examine', 'run', 'undo', 'remove'] as const)
      expect(await ask(name, id), name).toMatchObject(refused)
    expect(await ask('update', id, { body: { source: 'x' } })).toMatchObject(refused)
    const started = await callEndpoint(app, importEndpoints.start, {
      token: admin.token,
      query: { fileName: 'notas.csv', kind: 'notes' },
      body: new UploadBody(Buffer.from(file), 'application/octet-stream'),
    })
    expect(started).toMatchObject(refused)
    const patients = await callEndpoint(app, importEndpoints.start, {
      token: admin.token,
      query: { fileName: 'pacientes.csv' },
      body: new UploadBody(Buffer.from(twoPatients), 'application/octet-stream'),
    })
    expect(patients.status).toBe(201)
  })

  it('are never changed, whoever asks; an administrator may void one, with a reason', async () => {
    const [mariana] = await bringPatients()
    await bring('notes', file)
    const [note] = await recordsOf(mariana)
    const id = note?.id ?? 0
    const changed = await callEndpoint(app, recordEndpoints.update, {
      token: owner.token,
      params: { id },
      body: { data: { text: 'Otra cosa', source: 'Programa viejo' } },
    })
    expect(changed.errors[0]?.message).toBe('author_required')
    const behind = sql`update records set data = '{"text":"Otra"}' where practice_id = ${owner.practiceId} and id = ${id}`
    await expect(asPractice(owner, (tx) => behind.execute(tx))).rejects.toThrow(/row-level security/)
    const colleague = await addMember(app, owner.practiceId, 'practitioner', true)
    const remove = (by: TestPerson) =>
      callEndpoint(app, recordEndpoints.remove, {
        token: by.token,
        params: { id },
        query: { reason: 'Es de otro paciente' },
      })
    await unlock(mariana)
    expect((await remove(colleague)).errors[0]?.message).toBe('admin_role_required')
    expect((await remove(owner)).status).toBe(200)
    expect((await recordsOf(mariana)).find((one) => one.id === id)).toMatchObject({
      voidReason: 'Es de otro paciente',
    })
    const versions = await callEndpoint(app, recordEndpoints.versions, { token: owner.token, params: { id } })
    expect((versions.payload as { change: string }[]).map((one) => one.change)).toEqual(['content', 'voided'])
  })

  it('are taken back with the import, but for one that was voided', async () => {
    const [mariana] = await bringPatients()
    const { id } = await bring('notes', file)
    const [last] = await recordsOf(mariana)
    await unlock(mariana)
    await callEndpoint(app, recordEndpoints.remove, {
      token: owner.token,
      params: { id: last?.id ?? 0 },
      query: { reason: 'Es de otro paciente' },
    })
    expect(await after('undo', id)).toMatchObject({ state: 'undone', created: 2, spared: 1 })
    expect((await recordsOf(mariana)).map((one) => one.id)).toEqual([last?.id])
    const again = await start('notes', file)
    expect((await after('examine', again.id)).counts).toMatchObject({ create: 1, before: 1 })
  })

  it('of other practices and records that are none are taken back by nobody', async () => {
    const [mariana] = await bringPatients()
    await bring('notes', file)
    const ids = (await recordsOf(mariana)).map(({ id }) => id)
    const other = await registerOwner(app)
    const taken = await asPractice(
      other,
      async (tx) => (await sql`select take_back_notes(${ids}::bigint[])`.execute(tx)).rows,
    )
    expect(taken).toEqual([])
    expect(await recordsOf(mariana)).toHaveLength(2)
  })
})
