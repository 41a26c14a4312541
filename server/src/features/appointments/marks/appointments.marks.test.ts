import type { AgendaMarks } from '@ulna/contract/appointments/appointments.marks'
import { marksEndpoints } from '@ulna/contract/appointments/appointments.marks'
import { recordEndpoints } from '@ulna/contract/records/records'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { caseInput, createPatient, historyInput, writeRecord } from '../../../../test/factories/clinical.ts'
import { addMember, type TestPerson } from '../../../../test/factories/people.ts'
import { freshAgenda, type TestAgenda } from '../../../../test/factories/series.ts'
import { testServer } from '../../../../test/test-practice.ts'

const app = await testServer()

const marksOf = async (by: TestPerson, start: string, end: string): Promise<AgendaMarks> =>
  (await callEndpoint(app, marksEndpoints.marks, { params: { start, end }, token: by.token }))
    .payload as AgendaMarks

const june = ['2027-06-01', '2027-07-01'] as const
const visit = async ({ book, times }: TestAgenda, patientId: number, day: string, given = {}) =>
  (await book({ ...times(day), patientId, ...given })).payload.id

describe('marks of the agenda', () => {
  it('the first visit of a patient, and no other; a cancelled one was none', async () => {
    const agenda = await freshAgenda(app)
    const { by, move } = agenda
    const patient = await createPatient(app, by)
    const first = await visit(agenda, patient.id, '2027-06-01')
    const second = await visit(agenda, patient.id, '2027-06-08')
    await agenda.book(agenda.times('2027-06-02'))
    expect((await marksOf(by, ...june)).firstVisits).toEqual([first])
    await move(first, { status: 'cancelled' })
    expect((await marksOf(by, ...june)).firstVisits).toEqual([second])
    const before = await createPatient(app, by, { firstName: 'Antonio' })
    await writeRecord(app, by, caseInput(before.id))
    await visit(agenda, before.id, '2027-06-03')
    expect((await marksOf(by, ...june)).firstVisits).toEqual([second])
  })

  it('a case or follow-up written on the day of the appointment, on the clock of the practice', async () => {
    const agenda = await freshAgenda(app, 'Pacific/Auckland')
    const { by, local } = agenda
    const patient = await createPatient(app, by)
    const on = await visit(agenda, patient.id, '2026-06-15')
    await visit(agenda, patient.id, '2026-06-16')
    await writeRecord(app, by, { ...caseInput(patient.id), date: local('2026-06-15', '08:00') })
    expect((await marksOf(by, '2026-06-01', '2026-07-01')).written).toEqual([on])
  })

  it('a warning or an allergy, once a patient, to clinical members alone', async () => {
    const agenda = await freshAgenda(app)
    const { by } = agenda
    const patient = await createPatient(app, by)
    const healthy = await createPatient(app, by, { firstName: 'Antonio' })
    const history = await writeRecord(app, by, historyInput(patient.id, { allergies: 'Látex' }))
    await writeRecord(app, by, historyInput(healthy.id))
    await visit(agenda, patient.id, '2027-06-01')
    await visit(agenda, patient.id, '2027-06-08')
    await visit(agenda, healthy.id, '2027-06-09')
    expect((await marksOf(by, ...june)).alerts).toEqual([patient.id])
    for (const role of ['practitioner', 'assistant', 'admin', 'owner'] as const) {
      const office = await addMember(app, by.practiceId, role, false)
      expect((await marksOf(office, ...june)).alerts).toEqual([])
    }
    await callEndpoint(app, recordEndpoints.remove, {
      params: { id: history.id },
      query: { reason: 'De otra paciente' },
      token: by.token,
    })
    expect((await marksOf(by, ...june)).alerts).toEqual([])
  })

  it('only of what starts in the range, and of no other practice', async () => {
    const agenda = await freshAgenda(app)
    const patient = await createPatient(app, agenda.by)
    await visit(agenda, patient.id, '2027-07-01')
    const nothing = { firstVisits: [], written: [], alerts: [] }
    expect(await marksOf(agenda.by, ...june)).toEqual(nothing)
    const elsewhere = await freshAgenda(app)
    expect(await marksOf(elsewhere.by, '2027-07-01', '2027-07-02')).toEqual(nothing)
    const tooLong = await callEndpoint(app, marksEndpoints.marks, {
      params: { start: '2027-01-01', end: '2029-01-01' },
      token: agenda.by.token,
    })
    expect([tooLong.status, tooLong.errors[0]?.field]).toEqual([400, 'end'])
  })
})
