import type { Appointment } from '@ulna/contract/appointments/appointments'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { createPatient } from '../../../../test/factories/clinical.ts'
import { addMember } from '../../../../test/factories/people.ts'
import { agendaOf, freshAgenda, type TestAgenda, weekly } from '../../../../test/factories/series.ts'
import { testServer } from '../../../../test/test-practice.ts'

const app = await testServer()

const seeTwoAtOnce = ({ by }: TestAgenda) =>
  sql`update doctors set capacity = 2 where practice_id = ${by.practiceId}`.execute(app.owner.queries)

const content = async ({ events }: TestAgenda) =>
  (await events()).map(({ version: _, updatedAt: __, ...event }) => event)

describe('a change that is taken back', () => {
  it('finds room beside those who came meanwhile where two are seen at once', async () => {
    const agenda = await freshAgenda(app)
    const { book, change, takeBack, times } = agenda
    await seeTwoAtOnce(agenda)
    const { payload } = await book({ ...times('2027-09-06'), every: weekly(3) })
    const before = await content(agenda)
    const changed = await change(payload.id, times('2027-09-06', '15:00', '16:00'))
    const other = await book(times('2027-09-13'))
    expect((await takeBack(changed.metadata.undo?.id)).status).toBe(200)
    expect((await content(agenda)).filter(({ id }) => id !== other.payload.id)).toEqual(before)
    expect((await book(times('2027-09-13', '10:15', '10:45'))).status).toBe(409)
  })

  it('is refused with who stands there now, and stays to be taken back', async () => {
    const agenda = await freshAgenda(app)
    const { book, change, removeOne, takeBack, times } = agenda
    const { payload } = await book({ ...times('2027-09-06'), every: weekly(3) })
    const before = await content(agenda)
    const changed = await change(payload.id, times('2027-09-06', '15:00', '16:00'))
    const other = await book(times('2027-09-13', '10:30', '11:30'))
    const refused = await takeBack(changed.metadata.undo?.id)
    expect([refused.status, refused.errors[0]?.message]).toEqual([409, 'appointment_overlap'])
    expect(refused.metadata.clashes?.map(({ on, clashes }) => [on, clashes[0]?.id])).toEqual([
      ['2027-09-13', other.payload.id],
    ])
    await removeOne(other.payload.id)
    expect((await takeBack(changed.metadata.undo?.id)).status).toBe(200)
    expect(await content(agenda)).toEqual(before)
  })

  it('comes back under those who were booked over it on purpose', async () => {
    const agenda = await freshAgenda(app)
    const { book, change, takeBack, times } = agenda
    const { payload } = await book({ ...times('2027-09-06'), every: weekly(3) })
    await book({ ...times('2027-09-13'), allowOverlap: true, overlapReason: 'Urgencia' })
    const before = await content(agenda)
    const changed = await change(payload.id, times('2027-09-06', '15:00', '16:00'))
    expect((await takeBack(changed.metadata.undo?.id)).status).toBe(200)
    expect(await content(agenda)).toEqual(before)
  })

  it('of one part of a series leaves what was done to the other part', async () => {
    const agenda = await freshAgenda(app)
    const { book, change, move, takeBack, times, events, shown } = agenda
    await book({ ...times('2027-09-06'), every: weekly(5) })
    const [first, , third] = (await events()) as Appointment[]
    const changed = await change(third?.id ?? 0, times('2027-09-21', '15:00', '16:00'), 'following')
    await move(first?.id ?? 0, times('2027-09-06', '18:00', '19:00'))
    expect((await takeBack(changed.metadata.undo?.id)).status).toBe(200)
    expect(await shown()).toEqual([
      '2027-09-06 18:00',
      '2027-09-13 10:00',
      '2027-09-20 10:00',
      '2027-09-27 10:00',
      '2027-10-04 10:00',
    ])
    expect(new Set((await events()).map(({ parent }) => parent))).toEqual(new Set([first?.id]))
  })

  it('is refused once the series itself was changed: a date that was taken out since stays out', async () => {
    const agenda = await freshAgenda(app)
    const { book, change, removeOne, takeBack, times, events } = agenda
    await book({ ...times('2027-09-06'), every: weekly(5) })
    const [first, , third] = (await events()) as Appointment[]
    const changed = await change(third?.id ?? 0, times('2027-09-21', '15:00', '16:00'), 'following')
    await removeOne(first?.id ?? 0)
    const refused = await takeBack(changed.metadata.undo?.id)
    expect([refused.status, refused.errors[0]?.message]).toEqual([409, 'version_conflict'])
  })

  it('gives patients the names they have by now', async () => {
    const agenda = await freshAgenda(app)
    const { book, remove, takeBack, times, events, by } = agenda
    const patient = await createPatient(app, by)
    const { payload } = await book({ ...times('2027-09-06'), every: weekly(2), patientId: patient.id })
    const removed = await remove(payload.id)
    await callEndpoint(app, patientEndpoints.update, {
      params: { id: patient.id },
      token: by.token,
      body: { firstName: 'Martina' },
    })
    expect((await takeBack(removed.metadata.undo?.id)).status).toBe(200)
    expect(new Set((await events()).map(({ patientName }) => patientName))).toEqual(
      new Set(['Martina Gómez Lara']),
    )
  })

  it('of a new series takes all of it away; of a deleted one each comes back with its versions', async () => {
    const { book, remove, takeBack, times, events } = await freshAgenda(app)
    const booked = await book({ ...times('2027-09-06'), every: weekly(3) })
    const removed = await remove(booked.payload.id)
    expect((await takeBack(booked.metadata.undo?.id)).errors[0]?.message).toBe('version_conflict')
    expect((await takeBack(removed.metadata.undo?.id)).status).toBe(200)
    expect((await events()).map(({ version }) => version)).toEqual([3, 3, 3])
    const versions = await app.owner.queries
      .selectFrom('appointment_versions')
      .select(['version', 'body'])
      .where('appointment_id', '=', booked.payload.id)
      .orderBy('version')
      .execute()
    expect(versions.map(({ version, body }) => [version, body === null])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ])
    const again = await book({ ...times('2027-10-06'), every: weekly(2) })
    expect((await takeBack(again.metadata.undo?.id)).status).toBe(200)
    expect(await events()).toHaveLength(3)
  })

  it('names the patient in the trail', async () => {
    const { book, takeBack, times, by } = await freshAgenda(app)
    const patient = await createPatient(app, by)
    const booked = await book({ ...times('2027-09-06'), every: weekly(2), patientId: patient.id })
    await takeBack(booked.metadata.undo?.id)
    const row = await app.owner.queries
      .selectFrom('audit_events')
      .select('patient_id')
      .where('practice_id', '=', by.practiceId)
      .where('action', '=', 'appointment.undo')
      .executeTakeFirstOrThrow()
    expect(row.patient_id).toBe(patient.id)
  })
})

describe('taking a change back', () => {
  it('puts back what a change of times moved, what a pattern made and took away, and what was deleted', async () => {
    const agenda = await freshAgenda(app)
    const { book, change, remove, takeBack, times, by } = agenda
    const patient = await createPatient(app, by)
    const { payload } = await book({
      ...times('2027-09-06'),
      every: weekly(4),
      patientId: patient.id,
      note: 'Nota',
    })
    const before = await content(agenda)
    const changes = [
      () => change(payload.id, times('2027-09-07', '15:00', '16:00')),
      () =>
        change(before[2]?.id ?? 0, { ...times('2027-09-20', '15:00', '16:00'), title: 'Otra' }, 'following'),
      () => change(payload.id, { every: { ...weekly(6), byWeekday: [1, 2] } }),
      () => change(payload.id, { every: weekly(2) }),
      () => remove(before[1]?.id ?? 0, 'following'),
      () => remove(payload.id),
    ]
    for (const one of changes) {
      const { metadata, status } = await one()
      expect(status).toBe(200)
      expect(await content(agenda)).not.toEqual(before)
      expect((await takeBack(metadata.undo?.id ?? 0)).status).toBe(200)
      expect(await content(agenda)).toEqual(before)
    }
  })

  it('is refused once somebody changed one of them, to others, twice and too late', async () => {
    const { book, change, takeBack, times, by } = await freshAgenda(app)
    const colleague = agendaOf(app, await addMember(app, by.practiceId, 'admin', true))
    const { payload } = await book({ ...times('2027-09-06'), every: weekly(2) })
    const moved = await change(payload.id, times('2027-09-06', '15:00', '16:00'))
    const id = moved.metadata.undo?.id ?? 0
    expect((await colleague.takeBack(id)).errors[0]?.message).toBe('not_found')
    await colleague.move(payload.id, { note: 'Llamó' })
    expect((await takeBack(id)).errors[0]?.message).toBe('version_conflict')
    const again = (await change(payload.id, times('2027-09-06', '17:00', '18:00'))).metadata.undo?.id ?? 0
    await sql`update appointment_undos set at = now() - interval '36 seconds' where id = ${again}`.execute(
      app.owner.queries,
    )
    expect((await takeBack(again)).errors[0]?.message).toBe('undo_too_late')
    const last = (await change(payload.id, times('2027-09-06', '08:00', '09:00'))).metadata.undo?.id ?? 0
    expect((await takeBack(last)).status).toBe(200)
    expect((await takeBack(last)).errors[0]?.message).toBe('not_found')
  })
})
