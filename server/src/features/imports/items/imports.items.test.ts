import { type Appointment, appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { type ImportBatch, importEndpoints } from '@ulna/contract/imports/imports'
import { sessionPackageEndpoints } from '@ulna/contract/session-packages/session-packages'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { bookAppointment, createPatient } from '../../../../test/factories/clinical.ts'
import { importCalls, isoDay, twoPatients, writtenDay } from '../../../../test/factories/imports.ts'
import { registerOwner, type TestPerson } from '../../../../test/factories/people.ts'
import { testServer } from '../../../../test/test-practice.ts'
import { saysOfVisits } from '../../appointments/brought/appointments.brought.repository.ts'

let owner: TestPerson

const app = await testServer()
beforeEach(async () => {
  owner = await registerOwner(app, { timezone: 'Europe/Madrid' })
})

const { ask, start, after, change, rowsOf, bringPatients } = importCalls(app, () => owner)

const agenda = async (from: string, until: string): Promise<Appointment[]> => {
  const { payload } = await callEndpoint(app, appointmentEndpoints.findByPractice, {
    token: owner.token,
    params: { practiceId: owner.practiceId, start: from, end: until },
  })
  return (payload as { events: Appointment[] }[])[0]?.events ?? []
}

const header = 'Código;Fecha;Hora;Fin;Profesional;Estado;Motivo'

const visits = [
  header,
  '1;13/03/2024;09:00;10:00;Marta Vidal;Atendida;Lumbalgia',
  '2;13/03/2024;09:30;10:30;Marta Vidal;Atendida;Cervicalgia',
  '2;14/03/2024;11:00;12:00;Marta Vidal;No asistió;',
  '9;15/03/2024;11:00;12:00;Marta Vidal;Atendida;De nadie',
  '1;31/03/2024;02:30;03:00;Marta Vidal;Atendida;No existe',
  '1;16/03/2024;25:00;;Marta Vidal;Atendida;Sin hora',
].join('\r\n')

const gone = (batch: ImportBatch) =>
  change(batch.id, {
    values: [{ field: 'practitioner', text: 'Marta Vidal', target: 'gone' }],
  })

describe('visits of another system', () => {
  it('are whose their number says, keep past overlaps marked, and tell what is wrong', async () => {
    await bringPatients()
    const batch = await start('appointments', visits)
    expect(batch).toMatchObject({ kind: 'appointments', source: 'Programa viejo' })
    expect(batch.columns.map(({ field }) => field)).toEqual([
      'patientRef',
      'date',
      'time',
      'endTime',
      'practitioner',
      'status',
      'title',
    ])
    expect(batch.values).toEqual([
      { field: 'practitioner', text: 'Marta Vidal', target: null, chosen: false },
      { field: 'status', text: 'Atendida', target: 'attended', chosen: false },
      { field: 'status', text: 'No asistió', target: 'no_show', chosen: false },
    ])
    await gone(batch)
    const tried = await after('examine', batch.id)
    expect(tried.counts).toMatchObject({ rows: 6, create: 3, fault: 3, clash: 0 })
    expect(
      (await rowsOf(batch.id)).map(({ row, fate, faults, hints }) => [
        row,
        fate,
        [...faults, ...hints].map(({ key }) => key),
      ]),
    ).toEqual([
      [2, 'create', []],
      [3, 'create', ['overlap']],
      [4, 'create', []],
      [5, 'fault', ['import_patient_unknown']],
      [6, 'fault', ['import_time_gap']],
      [7, 'fault', ['field_time']],
    ])
    expect(await agenda('2024-03-01', '2024-04-01')).toEqual([])
    const done = await after('run', batch.id)
    expect(done).toMatchObject({ state: 'done', created: 3, done: 3 })
    const events = await agenda('2024-03-01', '2024-04-01')
    expect(
      events.map(({ start: at, end, status, title, allowOverlap, importedFrom, doctorName }) => [
        ...[at, end, status, title, allowOverlap],
        ...[importedFrom, doctorName],
      ]),
    ).toEqual([
      [
        '2024-03-13T08:00:00Z',
        '2024-03-13T09:00:00Z',
        'attended',
        'Lumbalgia',
        false,
        'Programa viejo',
        'Marta Vidal (importado)',
      ],
      [
        '2024-03-13T08:30:00Z',
        '2024-03-13T09:30:00Z',
        'attended',
        'Cervicalgia',
        true,
        'Programa viejo',
        'Marta Vidal (importado)',
      ],
      [
        '2024-03-14T10:00:00Z',
        '2024-03-14T11:00:00Z',
        'no_show',
        null,
        false,
        'Programa viejo',
        'Marta Vidal (importado)',
      ],
    ])
    const again = await start('appointments', visits)
    expect(again.values[0]).toMatchObject({ target: 'gone', chosen: true })
    expect((await after('examine', again.id)).counts).toMatchObject({ create: 0, before: 3, fault: 3 })
  })

  it('that are to come become appointments of members, and those that clash are listed with what they clash with', async () => {
    const [mariana = 0] = await bringPatients()
    const [day, iso] = [writtenDay(20), isoDay(20)]
    await bookAppointment(app, owner, {
      patientId: mariana,
      start: `${iso}T09:00:00Z`,
      end: `${iso}T10:00:00Z`,
    })
    const { doctorName } = (await agenda(iso, isoDay(21)))[0] ?? {}
    const file = [
      header,
      `2;${day};12:00;13:00;${doctorName};Reservada;Libre`,
      `1;${day};12:30;13:30;${doctorName};Reservada;Segunda`,
      `2;${day};10:30;11:30;${doctorName};Reservada;Ocupada`,
      `2;${day};15:00;16:00;${doctorName};Cancelada;Cancelada`,
      `2;${day};17:00;18:00;${doctorName};Atendida;Imposible`,
    ].join('\n')
    const { id, values } = await start('appointments', file)
    expect(values.find(({ field }) => field === 'practitioner')?.target).toMatch(/^\d+$/)
    const tried = await after('examine', id)
    expect(tried.counts).toMatchObject({ create: 2, clash: 2, fault: 1 })
    const clashes = await rowsOf(id, 'clash')
    expect(clashes.map(({ row, hints }) => [row, hints[0]?.key])).toEqual([
      [3, 'clash_row'],
      [4, 'clash_appointment'],
    ])
    expect(clashes[0]?.hints[0]?.params).toEqual({ row: 2 })
    expect(clashes[1]?.hints[0]?.params).toMatchObject({ name: 'Mariana Gómez' })
    const faults = await ask('faults', id)
    expect(faults.text).toContain('Coincide con la fila 2')
    expect(await after('run', id)).toMatchObject({ created: 2 })
    const events = await agenda(iso, `${iso}T23:59:59Z`)
    expect(
      events.map(({ title, importedFrom, allowOverlap }) => [title, importedFrom, allowOverlap]),
    ).toEqual([
      ['Control', null, false],
      ['Libre', 'Programa viejo', false],
      ['Cancelada', 'Programa viejo', false],
    ])
  })

  it('that were booked over between trial and run are not brought, and say with whom they clash', async () => {
    const [mariana = 0] = await bringPatients()
    const [day, iso] = [writtenDay(30), isoDay(30)]
    const { id } = await start('appointments', `Código;Fecha;Hora;Duración\n2;${day};12:00;60\n`)
    expect((await after('examine', id)).counts).toMatchObject({ create: 1 })
    await bookAppointment(app, owner, {
      patientId: mariana,
      start: `${iso}T10:30:00Z`,
      end: `${iso}T12:30:00Z`,
    })
    expect(await after('run', id)).toMatchObject({ state: 'done', created: 0 })
    expect((await rowsOf(id, 'clash'))[0]?.hints[0]).toMatchObject({
      key: 'clash_appointment',
      params: { name: 'Mariana Gómez' },
    })
  })

  it('are of nobody by name alone, of the one with that name and birth date, and of no two', async () => {
    await bringPatients()
    for (const fileId of ['A-1', 'A-2'])
      await createPatient(app, owner, {
        firstName: 'Luis',
        lastName: 'Vega',
        birthDate: '1990-01-01',
        fileId,
      })
    const { id } = await start(
      'appointments',
      [
        'Paciente;Nacimiento;DNI;Nº historia;Fecha y hora;Min',
        'Mariana Gómez;;;;13/03/2024 9:00;45',
        'Mariana Gómez;13/02/1980;;;13/03/2024 10:00;45',
        'Luis Vega;01/01/1990;;;13/03/2024 11:00;45',
        'Otra Persona;;12345678z;;13/03/2024 12:00;45',
        'Luis Vega;01/01/1990;;A-2;13/03/2024 13:00;45',
      ].join('\n'),
    )
    await change(id, { values: [{ field: 'practitioner', text: '', target: 'gone' }] })
    await after('examine', id)
    const rows = await rowsOf(id)
    expect(
      rows.map(({ fate, faults, hints }) => [fate, [...faults, ...hints].map(({ key }) => key)]),
    ).toEqual([
      ['fault', ['import_patient_unknown']],
      ['create', []],
      ['fault', ['import_patient_several']],
      ['create', ['other_name']],
      ['create', []],
    ])
  })

  it('are taken back but for those that were worked on since', async () => {
    await bringPatients()
    const batch = await start('appointments', visits)
    await gone(batch)
    await after('examine', batch.id)
    await after('run', batch.id)
    const [first] = await agenda('2024-03-01', '2024-04-01')
    const changed = await callEndpoint(app, appointmentEndpoints.update, {
      token: owner.token,
      params: { id: first?.id ?? 0 },
      body: { note: 'Traer radiografía' },
    })
    expect(changed.status, changed.text).toBe(200)
    expect(await after('undo', batch.id)).toMatchObject({ state: 'undone', created: 3, spared: 1 })
    expect((await agenda('2024-03-01', '2024-04-01')).map(({ id }) => id)).toEqual([first?.id])
    expect((await rowsOf(batch.id, 'spared')).map(({ row }) => row)).toEqual([2])
    const again = await start('appointments', visits)
    expect((await after('examine', again.id)).counts).toMatchObject({ create: 2, before: 1 })
  })

  it('keep their patients from being taken back until they are taken back themselves', async () => {
    const { id: patientsId } = await start('patients', twoPatients, 'Programa viejo')
    await after('examine', patientsId)
    await after('run', patientsId)
    const batch = await start('appointments', visits)
    await gone(batch)
    await after('examine', batch.id)
    await after('run', batch.id)
    const whose = async (): Promise<ImportBatch> => (await ask('read', patientsId)).payload
    expect(await whose()).toMatchObject({ hanging: ['appointments.csv'] })
    expect(await after('undo', patientsId)).toMatchObject({ state: 'undone', created: 2, spared: 2 })
    expect(await after('undo', batch.id)).toMatchObject({ state: 'undone', created: 3, spared: 0 })
    expect(await whose()).toMatchObject({ hanging: [] })
    expect(await after('undo', patientsId)).toMatchObject({ state: 'undone', created: 2, spared: 0 })
    expect((await ask('undo', patientsId)).errors[0]?.message).toBe('import_not_now')
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from patients where practice_id = ${owner.practiceId}`.execute(
      app.owner.queries,
    )
    expect(rows[0]?.count).toBe(0)
    const { rows: told } = await sql<{ count: number }>`
      select (detail::json ->> 'count')::int as count from audit_events
      where practice_id = ${owner.practiceId} and action = 'patient.import_undone' and detail like '%appointments%'
      order by 1`.execute(app.owner.queries)
    expect(told).toEqual([{ count: 1 }, { count: 2 }])
  })

  it('look at everything that may say something of a visit', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'appointment_id' and t.table_type = 'BASE TABLE'
        and c.table_name <> 'appointment_versions'`.execute(app.owner.queries)
    expect([...saysOfVisits].sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  it('leave a row of the trail for each patient and one for the batch', async () => {
    await bringPatients()
    const batch = await start('appointments', visits)
    await gone(batch)
    await after('examine', batch.id)
    await after('run', batch.id)
    const { rows } = await sql<{ action: string; count: number | null; sha: string | null }>`
      select action, (detail::json ->> 'count')::int as count, detail::json ->> 'sha256' as sha from audit_events
      where practice_id = ${owner.practiceId} and action in ('patient.import_visits', 'import.done')
      order by at, seq`.execute(app.owner.queries)
    expect(rows.slice(1)).toEqual([
      { action: 'patient.import_visits', count: 1, sha: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { action: 'patient.import_visits', count: 2, sha: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { action: 'import.done', count: null, sha: batch.sha256 },
    ])
    const { rows: versions } = await sql<{ count: number }>`
      select count(*)::int as count from appointment_versions where practice_id = ${owner.practiceId}`.execute(
      app.owner.queries,
    )
    expect(versions[0]?.count).toBe(3)
  })
})

describe('packages of another system', () => {
  const file = [
    'Código;Bono;Sesiones;Restantes;Caduca',
    '1;Bono 10;10;4;31/12/2099',
    '2;Bono 5;5;;',
    '2;Bono 5;5;6;',
    '2;Agotado;5;0;',
  ].join('\n')

  it('have what is left of them, one line of the ledger and no receipt', async () => {
    const [mariana = 0] = await bringPatients()
    const { id } = await start('packages', file)
    expect((await after('examine', id)).counts).toMatchObject({ create: 2, fault: 2 })
    expect(await after('run', id)).toMatchObject({ created: 2 })
    const { payload } = await callEndpoint(app, sessionPackageEndpoints.list, {
      token: owner.token,
      query: { patientId: String(mariana) },
    })
    expect(payload).toMatchObject([
      {
        numSessions: 10,
        usedSessions: 6,
        reservedSessions: 0,
        status: 'active',
        description: 'Bono 10',
        expiresOn: '2099-12-31',
        importedFrom: 'Programa viejo',
        lastMovement: { kind: 'bought', sessions: 4 },
      },
    ])
    const { rows } = await sql<{ receipts: number; movements: number }>`
      select (select count(*)::int from receipts where practice_id = ${owner.practiceId}) as receipts,
        (select count(*)::int from session_package_movements where practice_id = ${owner.practiceId}) as movements`.execute(
      app.owner.queries,
    )
    expect(rows).toEqual([{ receipts: 0, movements: 2 }])
    const again = await start('packages', file)
    expect((await after('examine', again.id)).counts).toMatchObject({ create: 0, before: 2 })
  })

  const bringFile = async (text: string): Promise<ImportBatch> => {
    const { id } = await start('packages', text)
    await after('examine', id)
    return after('run', id)
  }

  /** What a second file of the same source would become: fate, and what is told of its balance. */
  const fatesOf = async (text: string) => {
    const { id } = await start('packages', text)
    const { counts } = await after('examine', id)
    const rows = await rowsOf(id)
    return { counts, rows: rows.map(({ fate, hints }) => [fate, ...hints.map(({ params }) => params)]) }
  }

  it('that come again with another balance are known and told, and are no second package', async () => {
    await bringPatients()
    await bringFile(file)
    const later = file.replace(';10;4;', ';10;3;').replace('Agotado;5;0', 'Agotado;5;1')
    const { counts, rows } = await fatesOf(`${later}\n1;Bono 10;10;10;31/12/2099`)
    expect(counts).toMatchObject({ create: 1, before: 2, fault: 2, hints: 2 })
    expect(rows).toEqual([
      ['before', { said: 3, brought: 4, left: 4 }],
      ['fault'],
      ['fault'],
      ['before', { said: 1, brought: 0, left: 0 }],
      ['create'],
    ])
    expect(await bringFile(later)).toMatchObject({ state: 'done', created: 0 })
    expect((await fatesOf(file)).counts).toMatchObject({ create: 0, before: 2, hints: 0 })
  })

  it('are told apart where one of two that are called the same has the balance it had', async () => {
    await bringPatients()
    const two = (one: string, other: string) => `Código;Bono;Sesiones;Restantes\n${one}\n${other}\n`
    await bringFile(two('1;Bono 10;10;0', '1;Bono 10;10;7'))
    const { rows } = await fatesOf(two('1;Bono 10;10;5', '1;Bono 10;10;0'))
    expect(rows).toEqual([['before', { said: 5, brought: 7, left: 7 }], ['before']])
  })

  it('are known by what is left alone where a file says no more, and by their number where it has one', async () => {
    await bringPatients()
    await bringFile('Código;Bono;Restantes\n1;Bono;6\n')
    expect((await fatesOf('Código;Bono;Restantes\n1;Bono;2\n2;Bono;2\n')).rows).toEqual([
      ['before', { said: 2, brought: 6, left: 6 }],
      ['create'],
    ])
    await bringFile('Código;Id bono;Bono;Restantes\n2;b1;Rodilla;6\n')
    expect((await fatesOf('Código;Id bono;Bono;Restantes\n2;b1;Otra;5\n2;b2;Rodilla;6\n')).rows).toEqual([
      ['before', { said: 5, brought: 6, left: 6 }],
      ['create'],
    ])
  })

  it('are taken back but for one that was changed since', async () => {
    const [mariana = 0] = await bringPatients()
    const { id } = await start('packages', file)
    await after('examine', id)
    await after('run', id)
    const { payload } = await callEndpoint(app, sessionPackageEndpoints.list, {
      token: owner.token,
      query: { patientId: String(mariana) },
    })
    const changed = await callEndpoint(app, sessionPackageEndpoints.update, {
      token: owner.token,
      params: { id: (payload as { id: number }[])[0]?.id ?? 0 },
      body: { description: 'Bono de la espalda' },
    })
    expect(changed.status, changed.text).toBe(200)
    expect(await after('undo', id)).toMatchObject({ created: 2, spared: 1 })
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from session_packages where practice_id = ${owner.practiceId}`.execute(
      app.owner.queries,
    )
    expect(rows[0]?.count).toBe(1)
  })
})

describe('whoever may import', () => {
  it('says from which of two programs the file is, whose numbers are not those of the other', async () => {
    await bringPatients()
    const one = await start('appointments', visits)
    expect(one.sourceChoices).toEqual([])
    const { id: other } = await start('patients', 'Código;Nombre;Apellidos\n1;Luis;Sanz\n', 'Otro programa')
    await after('examine', other)
    await after('run', other)
    const { id, sourceChoices } = await start('appointments', visits)
    expect(sourceChoices).toEqual(['Otro programa', 'Programa viejo'])
    const asked = await ask('examine', id)
    expect([asked.status, asked.errors[0]?.message]).toEqual([409, 'import_source_unsaid'])
    expect(await change(id, { source: 'Programa viejo' })).toMatchObject({ sourceChoices: [] })
    expect((await ask('examine', id)).status).toBe(200)
    expect((await start('appointments', visits, 'Otro programa')).sourceChoices).toEqual([])
    expect((await start('appointments', 'DNI;Fecha;Hora\n1;13/03/2024;09:00\n')).sourceChoices).toEqual([])
  })

  it('is told of a row that names somebody else than the patient its number has', async () => {
    await bringPatients()
    const { id } = await start(
      'packages',
      'Código;Nombre;Apellidos;Nacimiento;Sesiones;Restantes\n1;Luis;Sanz;13/05/1999;5;5\n1;Luis;Sanz;;5;4\n',
    )
    await after('examine', id)
    expect((await rowsOf(id)).map(({ fate, faults }) => [fate, faults[0]?.key])).toEqual([
      ['fault', 'import_patient_other'],
      ['create', undefined],
    ])
  })

  it('says of words only what they can stand for', async () => {
    await bringPatients()
    const { id } = await start('appointments', visits)
    const wrong = async (field: string, target: string) =>
      (await ask('update', id, { body: { values: [{ field, text: 'x', target }] } })).status
    expect(await wrong('practitioner', '1')).toBe(400)
    expect(await wrong('status', 'gone')).toBe(400)
    expect((await ask('update', id, { body: { fields: Array(7).fill('email') } })).status).toBe(400)
    const other = await registerOwner(app)
    expect(
      (await callEndpoint(app, importEndpoints.read, { token: other.token, params: { id } })).status,
    ).toBe(404)
  })

  it('is asked for columns that are missing', async () => {
    const { id } = await start('appointments', 'Código;Motivo\n1;Nada\n')
    expect((await ask('examine', id)).errors[0]?.message).toBe('import_columns_missing')
    const notes = await start('notes', 'Código;Fecha\n1;01/02/2020\n')
    expect((await ask('examine', notes.id)).errors[0]?.message).toBe('import_columns_missing')
  })
})
