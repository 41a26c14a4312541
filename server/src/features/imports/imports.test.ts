import { existsSync } from 'node:fs'
import path from 'node:path'
import { type ImportBatch, type ImportRow, importEndpoints } from '@ulna/contract/imports/imports'
import { type Patient, patientEndpoints } from '@ulna/contract/patients/patients'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer, UploadBody } from '../../../test/client.ts'
import { bookAppointment, createPatient } from '../../../test/factories/clinical.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'
import { saysOfPatients } from '../patients/patients.bulk.repository.ts'

let owner: TestPerson

const app = await testServer()
beforeEach(async () => {
  owner = await registerOwner(app, { timezone: 'Europe/Madrid' })
})

type Name = Exclude<keyof typeof importEndpoints, 'start'>

const upload = (text: string | Buffer, query: Record<string, string> = {}, by = owner): Promise<TestAnswer> =>
  callEndpoint(app, importEndpoints.start, {
    token: by.token,
    query: { fileName: 'pacientes.csv', ...query },
    body: new UploadBody(Buffer.from(text), 'application/octet-stream'),
  })

const start = async (text: string | Buffer, query?: Record<string, string>): Promise<ImportBatch> => {
  const { status, payload, text: said } = await upload(text, query)
  expect(status, said).toBe(201)
  return payload
}

const ask = (name: Name, id: number, more: { body?: unknown; query?: Record<string, string> } = {}) =>
  callEndpoint(app, importEndpoints[name], { token: owner.token, params: { id }, ...more })

const after = async (name: Name, id: number): Promise<ImportBatch> => {
  const { status, text } = await ask(name, id)
  expect(status, text).toBe(200)
  await app.runJobs()
  return (await ask('read', id)).payload
}

const rowsOf = async (id: number, only?: string): Promise<ImportRow[]> =>
  (await ask('rows', id, only ? { query: { only } } : {})).payload

const patients = async (): Promise<Patient[]> =>
  (await callEndpoint(app, patientEndpoints.list, { token: owner.token, query: { limit: '100' } })).payload

const trail = async (): Promise<{ action: string; patientId: number | null; detail: string }[]> => {
  const { rows } = await sql<{ action: string; patientId: number | null; detail: string }>`
    select action, patient_id as "patientId", detail from audit_events where practice_id = ${owner.practiceId}
      and (action like 'import.%' or action like 'patient.import%') order by at, seq`.execute(
    app.owner.queries,
  )
  return rows
}

const file = [
  'Código;Apellidos;Nombre;F. Nacimiento;DNI;Móvil;Correo',
  '1;Gómez Lara;Mariana;13/02/1980;12345678Z;600 100 200;mariana@example.com',
  '2;Ruiz;Ana;03/04/1975;;+34 600 100 201;',
  '3;Sin;Correo;01/01/1990;;;no es un correo',
  '4;Gómez Lara;Mariana;13/02/1980;12345678Z;;',
  '5;Vega;Luis;31/02/1990;;;',
].join('\r\n')

describe('a file of patients', () => {
  it('is read as it was written, its columns are matched by their names, and nothing is created', async () => {
    const batch = await start(Buffer.from(file, 'latin1'))
    expect(batch).toMatchObject({
      state: 'draft',
      reading: { encoding: 'windows-1252', delimiter: ';', sheet: null, headerRow: 1 },
      counts: null,
      undoUntil: null,
    })
    expect(batch.columns.map(({ field }) => field)).toEqual([
      'externalId',
      'lastName',
      'firstName',
      'birthDate',
      'socialId',
      'mobile',
      'email',
    ])
    expect(batch.preview[0]).toEqual([
      '1',
      'Gómez Lara',
      'Mariana',
      '13/02/1980',
      '12345678Z',
      '600 100 200',
      'mariana@example.com',
    ])
    expect(await patients()).toEqual([])
  })

  it('is tried: every row has its fate, the order of dates its evidence, and nothing is created', async () => {
    const { id } = await start(file)
    const tried = await after('examine', id)
    expect(tried).toMatchObject({
      state: 'examined',
      dates: [{ column: 3, order: 'day-first', evidence: '13/02/1980', chosen: false }],
      counts: { rows: 5, create: 2, exists: 0, before: 0, repeated: 1, fault: 2 },
    })
    const rows = await rowsOf(id)
    expect(rows.map(({ row, fate, name }) => [row, fate, name])).toEqual([
      [2, 'create', 'Mariana Gómez Lara'],
      [3, 'create', 'Ana Ruiz'],
      [4, 'fault', 'Correo Sin'],
      [5, 'repeated', 'Mariana Gómez Lara'],
      [6, 'fault', 'Luis Vega'],
    ])
    expect(rows[2]?.faults).toEqual([{ field: 'email', key: 'field_email', params: {} }])
    expect((await rowsOf(id, 'fault')).map(({ row }) => row)).toEqual([4, 6])
    expect(await patients()).toEqual([])
  })

  it('becomes patients with versions and a row of the trail each, and is known again when it comes back', async () => {
    const { id } = await start(file, { source: 'Programa viejo' })
    await after('examine', id)
    const done = await after('run', id)
    expect(done).toMatchObject({ state: 'done', done: 2, toDo: 2, created: 2 })
    const found = await patients()
    expect(found.map(({ firstName, lastName, birthDate }) => [firstName, lastName, birthDate])).toEqual([
      ['Ana', 'Ruiz', '1975-04-03'],
      ['Mariana', 'Gómez Lara', '1980-02-13'],
    ])
    const rows = await trail()
    expect(rows.map(({ action }) => action)).toEqual([
      'import.start',
      'import.examine',
      'import.read',
      'import.run',
      'patient.import',
      'patient.import',
      'import.done',
      'import.read',
    ])
    expect(new Set(rows.filter(({ patientId }) => patientId).map(({ patientId }) => patientId))).toEqual(
      new Set(found.map(({ id: patientId }) => patientId)),
    )
    const { rows: versions } = await sql<{ count: number }>`
      select count(*)::int as count from patient_versions where practice_id = ${owner.practiceId}`.execute(
      app.owner.queries,
    )
    expect(versions[0]?.count).toBe(2)

    const again = await start(file, { source: 'Programa viejo' })
    expect((await after('examine', again.id)).counts).toMatchObject({
      create: 0,
      before: 2,
      exists: 1,
      fault: 2,
    })
    expect((await after('run', again.id)).created).toBe(0)
    expect(await patients()).toHaveLength(2)
  })

  it('changes nobody who is here already, by document or by name and birth date', async () => {
    const mariana = await createPatient(app, owner, {
      firstName: 'M.',
      lastName: 'Gómez',
      birthDate: '1980-02-13',
      socialId: '12345678z',
    })
    const ana = await createPatient(app, owner, {
      firstName: 'ANA',
      lastName: 'RUÍZ',
      birthDate: '1975-04-03',
    })
    const { id } = await start(file)
    expect((await after('examine', id)).counts).toMatchObject({ create: 0, exists: 3, fault: 2 })
    expect((await rowsOf(id, 'exists')).map(({ patientId }) => patientId)).toEqual([
      mariana.id,
      ana.id,
      mariana.id,
    ])
    await after('run', id)
    expect((await patients()).map(({ id: one, firstName }) => [one, firstName])).toEqual([
      [ana.id, 'ANA'],
      [mariana.id, 'M.'],
    ])
  })

  it('links those who are here with their numbers, so that what comes after is known to be theirs', async () => {
    await createPatient(app, owner, { firstName: 'Ana', lastName: 'Ruiz', birthDate: '1975-04-03' })
    const { id } = await start(
      'Código;Nombre;Apellidos;F. Nacimiento\n7;Ana;Ruiz;03/04/1975\n8;Eva;Mu\uFFFDoz;\n9;Eva;MuÃ±oz;\n',
    )
    expect((await after('examine', id)).counts).toMatchObject({ create: 1, exists: 1, fault: 1 })
    expect((await rowsOf(id, 'fault'))[0]?.faults).toEqual([
      { field: 'lastName', key: 'import_unreadable_sign', params: { row: 3, column: 3, name: 'Apellidos' } },
    ])
    expect((await rowsOf(id, 'create'))[0]?.hints.map(({ key }) => key)).toEqual(['odd_letters'])
    const alone = await start('Código;Nombre;Apellidos;F. Nacimiento\n7;Ana;Ruiz;03/04/1975\n', {
      source: 'Otro',
    })
    expect((await after('examine', alone.id)).counts).toMatchObject({ create: 0, exists: 1 })
    expect(await after('run', alone.id)).toMatchObject({ state: 'done', created: 0 })
    const known = async () => {
      const packages = await start('Código;Sesiones;Restantes\n7;5;5\n', { kind: 'packages', source: 'Otro' })
      return (await after('examine', packages.id)).counts
    }
    expect(await known()).toMatchObject({ create: 1, fault: 0 })
    expect(await after('undo', alone.id)).toMatchObject({ state: 'undone' })
    expect(await known()).toMatchObject({ create: 0, fault: 1 })
  })

  it('gives its faulty rows back with one more column, and takes them when they were put right', async () => {
    const first = await start(file)
    const { id } = first
    await after('examine', id)
    const { status, text, headers } = await ask('faults', id)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain('errores.csv')
    expect(text).toContain('Qué corregir')
    expect(text).toContain('Correo electrónico')
    await after('run', id)
    const mended = text.replace('no es un correo', 'correo@example.com').replace('31/02/1990', '28/02/1990')
    const again = await start(mended)
    expect(again.columns.at(-1)?.field).toBeNull()
    expect(again.source).toBe(first.source)
    expect((await after('examine', again.id)).counts).toMatchObject({ rows: 2, create: 2, fault: 0 })
    await after('run', again.id)
    expect(await patients()).toHaveLength(4)
  })

  it('keeps numbers of files that are free, gives the others one, and says which are taken', async () => {
    await createPatient(app, owner, { fileId: 'A-1' })
    const { id } = await start(
      'Nombre;Apellidos;Historia\nAna;Uno;A-1\nAna;Dos;A-2\nAna;Tres;\nAna;Cuatro;A-2\n',
    )
    expect((await after('examine', id)).counts).toMatchObject({ create: 2, fault: 2 })
    expect((await rowsOf(id, 'fault')).map(({ row, faults }) => [row, faults[0]?.key])).toEqual([
      [2, 'already_exists'],
      [5, 'already_exists'],
    ])
    await after('run', id)
    const files = (await patients()).map(({ lastName, fileId }) => [lastName, fileId])
    expect(files).toContainEqual(['Dos', 'A-2'])
    expect(files.find(([name]) => name === 'Tres')?.[1]).toMatch(/^\d{5}$/)
  })

  it('is read otherwise when somebody says so, and what was chosen is remembered for its source', async () => {
    const { id, columns } = await start('Nombre;Apellidos;Alta\nAna;Ruiz;01/02/2020\n', {
      source: 'Mi Excel',
    })
    const fields = columns.map(({ header, field }) => (header === 'Alta' ? 'note' : field))
    expect((await ask('update', id, { body: { fields } })).status).toBe(200)
    await after('examine', id)
    await after('run', id)
    expect((await patients())[0]).toBeDefined()
    // Another export of the same program: it is known by its columns, whatever the file is called.
    const again = await start('Nombre;Apellidos;Alta\nLuis;Vega;01/02/2021\n', { fileName: 'otra.csv' })
    expect(again.columns.map(({ field }) => field)).toEqual(['firstName', 'lastName', 'note'])
    expect(again.source).toBe('Mi Excel')
    expect((await start('Nombre;Apellidos\nLuis;Vega\n', { fileName: 'otra.csv' })).source).toBe('otra')
    const otherwise = await ask('update', again.id, {
      body: { reading: { encoding: 'utf-8', delimiter: ',', sheet: null, headerRow: 1 } },
    })
    expect((otherwise.payload as ImportBatch).columns).toHaveLength(1)
  })

  it.each([
    ['an order of dates that somebody chose', 'month-first', '1975-03-04'],
    ['the one that is found', undefined, '1975-04-03'],
  ] as const)('is read by %s', async (_, order, day) => {
    const { id } = await start('Nombre;Apellidos;Nacimiento\nAna;Ruiz;03/04/1975\n')
    if (order) await ask('update', id, { body: { dates: [{ column: 2, order }] } })
    const tried = await after('examine', id)
    expect(tried.dates).toMatchObject([{ either: 1, chosen: order !== undefined }])
    expect((await rowsOf(id))[0]?.hints.map(({ key }) => key)).toEqual(order ? [] : ['date_either'])
    await after('run', id)
    expect((await patients())[0]?.birthDate).toBe(day)
  })
})

describe('taking an import back', () => {
  it('removes whom it made but for those that were worked on since, which it lists', async () => {
    const { id } = await start('Nombre;Apellidos\nAna;Uno\nAna;Dos\nAna;Tres\n')
    await after('examine', id)
    await after('run', id)
    const [uno, dos] = (await patients()).sort((one, other) => one.id - other.id)
    await bookAppointment(app, owner, { patientId: uno?.id })
    const changed = await callEndpoint(app, patientEndpoints.update, {
      token: owner.token,
      params: { id: dos?.id ?? 0 },
      body: { note: 'Llamar antes' },
    })
    expect(changed.status).toBe(200)
    const undone = await after('undo', id)
    expect(undone).toMatchObject({ state: 'undone', created: 3, spared: 2, done: 3 })
    expect((await patients()).map(({ lastName }) => lastName).sort()).toEqual(['Dos', 'Uno'])
    expect((await rowsOf(id, 'spared')).map(({ name }) => name)).toEqual(['Ana Uno', 'Ana Dos'])
    expect((await trail()).filter(({ action }) => action === 'patient.import_undone')).toHaveLength(1)
    // The same file again: those that stayed are known.
    const again = await start('Nombre;Apellidos\nAna;Uno\nAna;Dos\nAna;Tres\n')
    expect((await after('examine', again.id)).counts).toMatchObject({ create: 1, before: 2 })
  })

  it('looks at everything that may say something of a patient', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'patient_id' and t.table_type = 'BASE TABLE'`.execute(
      app.owner.queries,
    )
    // Traces that outlive a patient, and what an import itself keeps.
    const traces = ['audit_events', 'patient_versions', 'imported_patients', 'import_rows']
    const others = rows.map(({ name }) => name).filter((name) => !traces.includes(name))
    expect([...saysOfPatients].sort()).toEqual(others.sort())
  })

  it('is not possible before it wrote, twice, or once it was forgotten', async () => {
    const { id } = await start('Nombre;Apellidos\nAna;Uno\n')
    expect((await ask('undo', id)).errors[0]?.message).toBe('import_not_now')
    await after('examine', id)
    await after('run', id)
    await sql`update imports set ended_at = now() - interval '31 days' where id = ${id}`.execute(
      app.owner.queries,
    )
    expect((await ask('undo', id)).errors[0]?.message).toBe('undo_too_late')
  })
})

describe('whoever works on an import and is killed', () => {
  /** As it is found when a process took the work and never ended it. */
  const killWorker = async (id: number): Promise<void> => {
    const { rows } = await sql<{ id: number }>`
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'imports.work' returning j.id`.execute(app.owner.queries)
    expect(rows).toHaveLength(1)
    await sql`update imports set touched_at = now() - interval '2 minutes' where id = ${id}`.execute(
      app.owner.queries,
    )
    await sql`
      update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'imports.watch'`.execute(app.owner.queries)
  }

  it('is followed by another, who creates everybody once', async () => {
    const lines = Array.from({ length: 1200 }, (_, index) => `Ana;Apellido ${index}`)
    const { id } = await start(['Nombre;Apellidos', ...lines].join('\n'))
    await ask('examine', id)
    await killWorker(id)
    await app.runJobs()
    expect(((await ask('read', id)).payload as ImportBatch).counts).toMatchObject({ create: 1200 })
    await ask('run', id)
    await killWorker(id)
    await app.runJobs()
    expect((await ask('read', id)).payload).toMatchObject({ state: 'done', done: 1200, created: 1200 })
    const { rows } = await sql<{ patients: number; trail: number }>`
      select (select count(*)::int from patients where practice_id = ${owner.practiceId}) as patients,
        (select count(*)::int from audit_events where practice_id = ${owner.practiceId} and action = 'patient.import') as trail`.execute(
      app.owner.queries,
    )
    expect(rows).toEqual([{ patients: 1200, trail: 1200 }])
  })
})

describe('what cannot be read', () => {
  it.each([
    ['nothing', '', 'import_file_empty'],
    ['a header alone', 'Nombre;Apellidos\n', 'import_file_empty'],
    ['a PDF', '%PDF-1.7 …', 'import_file_kind'],
    ['a workbook of before 2007', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'import_file_kind'],
    [
      'something that only begins like a workbook',
      'PK\u0003\u0004 nothing of the kind',
      'import_file_unreadable',
    ],
    ['a quotation mark that is never closed', 'Nombre;Apellidos\nAna;"Ruiz\nLuis;Vega\n', 'import_quotes'],
  ])('%s', async (_, content, key) => {
    const { status, errors } = await upload(content)
    expect([400, 415]).toContain(status)
    expect(errors[0]?.message).toBe(key)
    const { metadata } = await callEndpoint(app, importEndpoints.list, { token: owner.token })
    expect((metadata as { total: number }).total).toBe(0)
  })

  it('says in which row when that is far down, and nothing of it is kept', async () => {
    const good = Array.from({ length: 300 }, (_, index) => `Ana;Ruiz ${index}`)
    const { id } = await start(['Nombre;Apellidos', ...good, 'Luis;"Vega'].join('\n'))
    const failed = await after('examine', id)
    expect(failed).toMatchObject({ state: 'failed', failure: { key: 'import_quotes', params: { row: 302 } } })
    expect((await ask('run', id)).errors[0]?.message).toBe('import_not_now')
  })
})

describe('who may and when', () => {
  it('is an admin’s', async () => {
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    expect((await upload(file, {}, assistant)).errors[0]?.message).toBe('admin_role_required')
    const admin = await addMember(app, owner.practiceId, 'admin', false)
    expect((await upload(file, {}, admin)).status).toBe(201)
  })

  it('is one at a time in a practice', async () => {
    const [one, other] = [await start(file), await start(file)]
    await after('examine', one.id)
    await after('examine', other.id)
    expect((await ask('run', one.id)).status).toBe(200)
    expect((await ask('run', other.id)).errors[0]?.message).toBe('import_running')
    expect((await ask('update', one.id, { body: { source: 'x' } })).errors[0]?.message).toBe('import_not_now')
    await app.runJobs()
    // What the first brought is here by now: it is looked at anew.
    expect(await after('run', other.id)).toMatchObject({ state: 'done', created: 0 })
    expect(await patients()).toHaveLength(2)
  })

  it('needs to know who is who', async () => {
    const { id } = await start('Teléfono;Correo\n600;a@example.com\n')
    expect((await ask('examine', id)).errors[0]?.message).toBe('import_name_missing')
  })

  it('forgets what nobody went on with for 30 days, and not what somebody did', async () => {
    const [left, kept] = [await start(file), await start(file)]
    const due = async (): Promise<void> => {
      await sql`
        update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier = 'imports.forget'`.execute(app.owner.queries)
      await app.runJobs()
    }
    await sql`update imports set touched_at = now() - interval '31 days' where id = ${left.id}`.execute(
      app.owner.queries,
    )
    await due()
    expect((await ask('read', left.id)).status).toBe(404)
    expect((await ask('read', kept.id)).status).toBe(200)
  })

  it('forgets what the file of an import said once it can no longer be taken back; who came stays known', async () => {
    const { id } = await start(file, { source: 'Programa viejo' })
    await after('examine', id)
    await after('run', id)
    const forget = async (): Promise<void> => {
      await sql`
        update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier = 'imports.forget'`.execute(app.owner.queries)
      await app.runJobs()
    }
    const [queued] = (
      await sql<{ payload: string }>`
        select payload::text as payload from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'imports.forget'
          and (payload->>'importId')::bigint = ${id}`.execute(app.owner.queries)
    ).rows
    await forget()
    expect((await rowsOf(id)).length).toBeGreaterThan(0)
    await sql`update imports set ended_at = now() - interval '31 days' where id = ${id}`.execute(
      app.owner.queries,
    )
    await sql`select graphile_worker.add_job('imports.forget', payload => ${queued?.payload ?? ''}::json)`.execute(
      app.owner.queries,
    )
    await app.runJobs()
    const { payload }: { payload: ImportBatch } = await ask('read', id)
    expect(payload).toMatchObject({ state: 'done', preview: [], created: 2 })
    expect(await rowsOf(id)).toEqual([])
    const again = await start(file, { source: 'Programa viejo' })
    expect((await after('examine', again.id)).counts).toMatchObject({ create: 0, before: 2 })
  })

  it('forgets one that created nothing, with its file', async () => {
    const { id } = await start(file)
    const [stored] = (
      await sql<{ key: string }>`select storage_key as key from imports where id = ${id}`.execute(
        app.owner.queries,
      )
    ).rows
    expect((await ask('remove', id)).status).toBe(200)
    await app.runJobs()
    expect(existsSync(path.join(app.filesDirectory, stored?.key ?? ''))).toBe(false)
    expect((await ask('read', id)).status).toBe(404)
  })
})
