import { type AuditRow, auditEndpoints, type PatientOpening } from '@ulna/contract/audit/audit.trail'
import type { auditActions } from '@ulna/contract/audit-actions'
import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { memberEndpoints } from '@ulna/contract/practices/practices.members'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { mintToken } from '../../../test/sweeps/scene/minted-session.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice({
  firstName: 'Laura',
  lastName: 'Restrepo',
  timezone: 'Europe/Madrid',
  alone: true,
})

type Query = Readonly<Record<string, string>>

const call = async (
  endpoint: keyof typeof auditEndpoints,
  query: Query = {},
  params: Record<string, number> = {},
  by = owner,
): Promise<TestAnswer> =>
  callEndpoint(app, auditEndpoints[endpoint], { token: await mintToken(app, by), query, params })

const trail = async (query: Query = {}, by = owner): Promise<AuditRow[]> =>
  (await call('list', query, {}, by)).payload

interface Happening {
  readonly practiceId: number
  readonly at: string
  readonly action?: (typeof auditActions)[number]
  readonly userId?: number
  readonly patientId?: number
  readonly strand?: number
}

let seq = 1_000_000

/** Rows behind the chain: how the trail is read does not depend on it. */
const happen = async (...rows: Happening[]): Promise<void> => {
  for (const row of rows) {
    seq += 1
    await sql`insert into audit_events (practice_id, strand, seq, at, action, user_id, patient_id, detail, request_id, mac)
      values (${row.practiceId}, ${row.strand ?? seq % 16}, ${seq}, ${row.at}, ${row.action ?? 'patient.read'}, ${row.userId ?? null},
        ${row.patientId ?? null}, '{}', 'test', '')`.execute(app.owner.queries)
  }
}

describe('the audit trail', () => {
  it('is told newest first, with the names of today', async () => {
    const practice = await registerOwner(app, { firstName: 'Marta', lastName: 'Ruiz' })
    const patient = await createPatient(app, practice, { firstName: 'Eva', lastName: 'Soto' })
    const rows = await trail({}, practice)
    expect(rows[0]).toMatchObject({
      action: 'patient.create',
      userId: practice.userId,
      userName: 'Marta Ruiz',
      patientId: patient.id,
      patientName: 'Eva Soto',
      detail: {},
      ip: '127.0.0.1',
    })
    expect(rows.at(-1)).toMatchObject({
      action: 'account.register',
      subjectType: 'user',
      subjectId: practice.userId,
    })
    const instants = rows.map(({ at }) => Date.parse(at))
    expect(instants).toEqual(instants.toSorted((one, other) => other - one))
  })

  it('tells of its own reading, the next time', async () => {
    const practice = await registerOwner(app)
    await trail({ action: 'patient.read', from: '2026-01-01' }, practice)
    const [row] = await trail({}, practice)
    expect(row).toMatchObject({ action: 'audit.read', detail: { count: 0, filters: ['from', 'action'] } })
  })

  it('is the same in pages as as a whole, across strands and moments that are the same', async () => {
    const practice = await registerOwner(app)
    const moments = Array.from({ length: 90 }, (_, index) => `2026-02-0${1 + (index % 5)}T10:00:00Z`)
    await happen(
      ...moments.sort().map((at, index) => ({ practiceId: practice.practiceId, at, strand: index % 7 })),
    )
    const token = await mintToken(app, practice)
    const page = async (limit: number, offset: number): Promise<TestAnswer> =>
      callEndpoint(app, auditEndpoints.list, {
        token,
        query: { from: '2026-02-01', to: '2026-02-28', limit: String(limit), offset: String(offset) },
      })
    const whole: AuditRow[] = (await page(200, 0)).payload
    expect(whole).toHaveLength(90)
    const pages: AuditRow[] = []
    for (let offset = 0; offset < 90; offset += 20)
      pages.push(...((await page(20, offset)).payload as AuditRow[]))
    expect(pages).toEqual(whole)
    expect((await page(20, 80)).metadata).toEqual({ total: 90, limit: 20, offset: 80 })
    expect(await page(20, 500)).toMatchObject({ payload: [], metadata: { total: 90 } })
  })

  it('counts all rows without a filter, and pages to the first', async () => {
    const practice = await registerOwner(app)
    for (let turn = 0; turn < 30; turn += 1) await trail({}, practice)
    const { metadata } = await call('list', { limit: '1' }, {}, practice)
    const { total } = metadata as { total: number }
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit_events where practice_id = ${practice.practiceId}`.execute(
      app.owner.queries,
    )
    // The row of this very reading came after it.
    expect(rows).toEqual([{ count: total + 1 }])
    const last = await trail({ limit: '1', offset: String(total) }, practice)
    expect(last[0]?.action).toBe('account.register')
  })

  it('is filtered by days of the practice’s clock, both included', async () => {
    const practice = await registerOwner(app, { timezone: 'Europe/Madrid' })
    const { practiceId } = practice
    await happen(
      { practiceId, at: '2026-03-28T22:59:59.999Z', action: 'patient.list' },
      { practiceId, at: '2026-03-28T23:00:00Z', action: 'patient.read' },
      // The clock went forward in between: this day has 23 hours.
      { practiceId, at: '2026-03-29T21:59:59.999Z', action: 'patient.update' },
      { practiceId, at: '2026-03-29T22:00:00Z', action: 'patient.delete' },
    )
    const day = await trail({ from: '2026-03-29', to: '2026-03-29' }, practice)
    expect(day.map(({ action }) => action)).toEqual(['patient.update', 'patient.read'])
    const until = await trail({ to: '2026-03-28' }, practice)
    expect(until.map(({ action }) => action)).toEqual(['patient.list'])
    const since = await trail({ from: '2026-03-30', to: '2026-04-01' }, practice)
    expect(since.map(({ action }) => action)).toEqual(['patient.delete'])
    expect(await trail({ from: '2026-03-30', to: '2026-03-29' }, practice)).toEqual([])
  })

  it('is filtered by person, patient and action, together', async () => {
    const practice = await registerOwner(app)
    const member = await addMember(app, practice.practiceId, 'practitioner', true)
    const one = await createPatient(app, practice)
    const other = await createPatient(app, practice)
    const read = async (by: TestPerson, id: number) =>
      callEndpoint(app, patientEndpoints.read, { token: await mintToken(app, by), params: { id } })
    await read(member, one.id)
    await read(member, other.id)
    await read(practice, one.id)
    const of = async (query: Query) =>
      (await trail(query, practice)).map(({ action, userId, patientId }) => [action, userId, patientId])
    const action = 'patient.read'
    const userId = String(member.userId)
    const patientId = String(one.id)
    expect(await of({ action, userId, patientId })).toEqual([[action, member.userId, one.id]])
    expect(await of({ action, userId })).toHaveLength(2)
    expect(await of({ action, patientId })).toHaveLength(2)
    expect(await of({ patientId })).toHaveLength(3)
  })

  it('names nobody who was never a member, and nobody of another practice', async () => {
    const practice = await registerOwner(app)
    const other = await registerOwner(app, { firstName: 'Canario', lastName: 'Ajeno' })
    const foreign = await createPatient(app, other, { firstName: 'Paciente', lastName: 'Ajena' })
    await happen({
      practiceId: practice.practiceId,
      at: '2026-02-02T10:00:00Z',
      userId: other.userId,
      patientId: foreign.id,
    })
    const [row] = await trail({ patientId: String(foreign.id) }, practice)
    expect(row).toMatchObject({
      userId: other.userId,
      userName: null,
      patientId: foreign.id,
      patientName: null,
    })
    const rows = await trail({ limit: '200' }, practice)
    expect(JSON.stringify(rows)).not.toMatch(/Ajen/)
  })

  it('keeps the name of somebody who left', async () => {
    const practice = await registerOwner(app)
    const member = await addMember(app, practice.practiceId, 'practitioner', true)
    await createPatient(app, member)
    const members = (await callEndpoint(app, memberEndpoints.list, { token: await mintToken(app, practice) }))
      .payload as {
      practiceRoleId: number
      userId: number
    }[]
    const id = members.find(({ userId }) => userId === member.userId)?.practiceRoleId ?? 0
    await callEndpoint(app, memberEndpoints.remove, { token: await mintToken(app, practice), params: { id } })
    const rows = await trail({ userId: String(member.userId), action: 'patient.create' }, practice)
    expect(rows.map(({ userName }) => userName)).toEqual(['Miembro practitioner'])
  })

  it('is an admin’s to read; to export it takes a fresh proof of identity too', async () => {
    const assistant = await addMember(app, owner.practiceId, 'assistant', true)
    for (const endpoint of ['list', 'exportTrail'] as const) {
      expect(await call(endpoint, {}, {}, assistant)).toMatchObject({
        status: 403,
        errors: [{ message: 'admin_role_required' }],
      })
    }
    const token = await mintToken(app, { ...owner, stale: true })
    expect(await callEndpoint(app, auditEndpoints.exportTrail, { token })).toMatchObject({
      status: 401,
      errors: [{ message: 'reauth_required' }],
    })
  })
})

describe('the export', () => {
  it('D5 holds the rows of the filter as a file, and leaves a row with their number', async () => {
    const practice = await registerOwner(app, { firstName: 'Marta', lastName: 'Ruiz' })
    await createPatient(app, practice, { firstName: '=HYPERLINK("http://evil.test")', lastName: 'X' })
    const answer = await call('exportTrail', { action: 'patient.create' }, {}, practice)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="audit-\d{4}-\d{2}-\d{2}\.csv"$/),
    })
    const [header, line, end] = answer.text.split('\r\n')
    expect(header).toBe(
      `\uFEFFat,action,userId,userName,practiceKeyId,practiceKeyName,patientId,patientName,subjectType,subjectId,ip,detail,key`,
    )
    expect(line).toContain('patient.create')
    expect(line).toContain('Marta Ruiz')
    expect(line).toContain(`"'=HYPERLINK(""http://evil.test"") X"`)
    expect(end).toBe('')
    const [row] = await trail({}, practice)
    expect(row).toMatchObject({ action: 'audit.export', detail: { count: 1, filters: ['action'] } })
  })

  it('holds the same rows as the list, in the same order', async () => {
    const practice = await registerOwner(app)
    for (let turn = 0; turn < 20; turn += 1) await trail({}, practice)
    const { text } = await call('exportTrail', {}, {}, practice)
    const keys = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',').at(-1))
    const [, ...rows] = await trail({ limit: '200' }, practice)
    expect(keys).toEqual(rows.map(({ key }) => key))
  })
})

describe('who opened a patient’s file', () => {
  const openings = async (id: number, query: Query = {}, by = owner): Promise<PatientOpening[]> =>
    (await call('patientOpenings', query, { id }, by)).payload

  it('is told newest first, reading and changing alike', async () => {
    const member = await addMember(app, owner.practiceId, 'practitioner', true)
    const patient = await createPatient(app, owner)
    const params = { id: patient.id }
    await callEndpoint(app, patientFileEndpoints.open, { token: await mintToken(app, member), params })
    await callEndpoint(app, patientEndpoints.update, {
      token: await mintToken(app, owner),
      params,
      body: { note: 'x' },
    })
    const found = await openings(patient.id)
    expect(found.map(({ action, userName }) => [action, userName])).toEqual([
      ['patient.update', 'Laura Restrepo'],
      ['patient.file_opened', 'Miembro practitioner'],
      ['patient.create', 'Laura Restrepo'],
    ])
    expect((await openings(patient.id))[0]).toMatchObject({
      action: 'patient.openings_read',
      userId: owner.userId,
    })
    expect(await openings(patient.id, { to: '2020-01-01' })).toEqual([])
    expect(await openings(patient.id, { limit: '1', offset: '5' })).toMatchObject([
      { action: 'patient.create' },
    ])
  })

  it('is an admin’s to read, of patients of the practice', async () => {
    const practitioner = await addMember(app, owner.practiceId, 'practitioner', true)
    const patient = await createPatient(app, owner)
    expect(await call('patientOpenings', {}, { id: patient.id }, practitioner)).toMatchObject({
      status: 403,
      errors: [{ message: 'admin_role_required' }],
    })
    const other = await registerOwner(app)
    expect((await call('patientOpenings', {}, { id: patient.id }, other)).status).toBe(404)
    expect((await call('patientOpenings', {}, { id: 900_000_000_001 })).status).toBe(404)
  })
})
