import type { Appointment } from '@ulna/contract/appointments/appointments'
import { receiptEndpoints } from '@ulna/contract/receipts/receipts'
import { dayOfInstant } from '@ulna/contract/records/records.rules'
import { sessionPackageEndpoints } from '@ulna/contract/session-packages/session-packages'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { type Today, todayEndpoints, type VisitFacts } from '@ulna/contract/today/today'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import {
  bookAppointment,
  caseInput,
  createPatient,
  followUpInput,
  writeRecord,
} from '../../../test/factories/clinical.ts'
import { zoneAtNoon } from '../../../test/factories/midday.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'

const timezone = zoneAtNoon()
const { app, owner } = await testPractice({ timezone })
const colleague = await addMember(app, owner.practiceId, 'practitioner', true)
const desk = await addMember(app, owner.practiceId, 'assistant', false)

const dayMs = 86_400_000
const dayAt = (instant: number): string => dayOfInstant(new Date(instant).toISOString(), timezone)
/** The same minute of the day as now, so many days on: never on another day than it says. */
const around = (days: number) => {
  const start = Date.now() + days * dayMs
  return {
    start: new Date(start).toISOString(),
    end: new Date(start + 1000).toISOString(),
    allowOverlap: true,
  }
}

const read = async (by: TestPerson, query: Record<string, string> = {}): Promise<Today> =>
  (await callEndpoint(app, todayEndpoints.read, { token: by.token, query })).payload

const idsOf = ({ events }: Today): number[] => events.map(({ id }) => id)

const factsOf = async (by: TestPerson, { id }: Appointment): Promise<VisitFacts | undefined> =>
  (await read(by)).visits.find(({ appointmentId }) => appointmentId === id)

describe('Today', () => {
  it('answers the own day, unsigned records and open cases without a visit', async () => {
    const patient = await createPatient(app, owner)
    const opened = await writeRecord(app, owner, caseInput(patient.id))
    const booked = await bookAppointment(app, owner, around(0))
    const today = await read(owner)
    expect(today).toMatchObject({ day: dayAt(Date.now()), scope: 'own' })
    expect(idsOf(today)).toContain(booked.id)
    expect(today.unsigned).toContainEqual(
      expect.objectContaining({ recordId: opened.id, subtype: 'case', className: 'Diagnóstico' }),
    )
    expect(today.withoutNextVisit.map((one) => one.caseId)).toContain(opened.id)
    await bookAppointment(app, owner, { patientId: patient.id, ...around(30) })
    expect((await read(owner)).withoutNextVisit.map((one) => one.caseId)).not.toContain(opened.id)
  })

  it('is that of the whole practice for who has no agenda, and for who asks for it; another day is shown when asked for', async () => {
    const [own, other] = [
      await bookAppointment(app, owner, around(0)),
      await bookAppointment(app, colleague, around(0)),
    ]
    const ofDesk = await read(desk)
    expect(ofDesk.scope).toBe('practice')
    expect(idsOf(ofDesk)).toEqual(expect.arrayContaining([own.id, other.id]))
    expect(idsOf(await read(owner))).not.toContain(other.id)
    expect(idsOf(await read(owner, { scope: 'practice' }))).toEqual(
      expect.arrayContaining([own.id, other.id]),
    )
    const later = await bookAppointment(app, colleague, around(3))
    const day = dayAt(Date.parse(later.start))
    expect(await read(colleague, { day })).toMatchObject({ day, events: [{ id: later.id }] })
    expect(
      (await callEndpoint(app, todayEndpoints.read, { token: desk.token, query: { day: '2026-02-30' } }))
        .status,
    ).toBe(400)
  })

  it('says case, number of the session and what is unsigned, and none of it without clinical access', async () => {
    const patient = await createPatient(app, owner)
    const visit = await bookAppointment(app, owner, { patientId: patient.id, ...around(0) })
    expect(await factsOf(owner, visit)).toMatchObject({
      caseName: null,
      sessionNumber: null,
      unsigned: false,
    })
    const opened = await writeRecord(app, owner, caseInput(patient.id, { name: 'Manguito rotador' }))
    expect(await factsOf(owner, visit)).toMatchObject({ caseName: 'Manguito rotador', sessionNumber: 1 })
    await writeRecord(app, owner, followUpInput(patient.id, opened.id))
    const facts = { caseName: 'Manguito rotador', sessionNumber: 1, unsigned: true }
    expect(await factsOf(owner, visit)).toMatchObject(facts)
    // A colleague reads it in the day of the practice, and has nothing to sign.
    const { visits } = await read(colleague, { scope: 'practice' })
    expect(visits).toContainEqual(
      expect.objectContaining({ ...facts, appointmentId: visit.id, unsigned: false }),
    )
    expect(await factsOf(desk, visit)).toMatchObject({ caseName: null, sessionNumber: null, unsigned: false })
  })

  it('says what is to be paid: attended, on no package, and without a receipt of the day that stands', async () => {
    const patient = await createPatient(app, owner)
    const visit = await bookAppointment(app, owner, { patientId: patient.id, ...around(0) })
    const toPay = async () => (await factsOf(desk, visit))?.toPay
    expect(await toPay()).toBe(false)
    await bookAppointment(app, owner, { patientId: (await createPatient(app, owner)).id, ...around(0) })
    const attended = await bookAppointment(app, owner, {
      patientId: patient.id,
      ...around(0),
      status: 'attended',
    })
    const isToPay = async () => (await factsOf(desk, attended))?.toPay
    expect(await isToPay()).toBe(true)
    const issued = await callEndpoint(app, receiptEndpoints.issue, {
      token: desk.token,
      body: {
        patientId: patient.id,
        currency: 'COP',
        lines: [{ description: 'Sesión', unitMinor: 9_000_000 }],
        method: 'cash',
      },
    })
    expect(await isToPay()).toBe(false)
    await callEndpoint(app, receiptEndpoints.void, {
      token: owner.token,
      params: { id: (issued.payload as { id: number }).id },
      body: { reason: 'Era de otra persona' },
    })
    expect(await isToPay()).toBe(true)
  })

  it('answers what one appointment stands for, on whatever day; nothing of time that is kept free, and not of another practice', async () => {
    const { id: patientId } = await createPatient(app, owner)
    await writeRecord(app, owner, caseInput(patientId, { name: 'Manguito rotador' }))
    const later = await bookAppointment(app, owner, { patientId, ...around(9) })
    const block = await bookAppointment(app, owner, { patientId: null, title: 'Reunión', ...around(9) })
    const visit = (by: TestPerson, { id }: Appointment) =>
      callEndpoint(app, todayEndpoints.visit, { token: by.token, params: { id } })
    expect((await visit(owner, later)).payload).toMatchObject({
      appointmentId: later.id,
      caseName: 'Manguito rotador',
      sessionNumber: 1,
      unsigned: false,
      toPay: false,
    })
    expect((await visit(desk, later)).payload).toMatchObject({ caseName: null, sessionNumber: null })
    expect((await visit(owner, block)).payload).toBeNull()
    const stranger = await registerOwner(app, { timezone })
    expect((await visit(stranger, later)).status).toBe(404)
  })

  it('A11 counts what was written in the last hour of a day of 25', async () => {
    const madrid = await registerOwner(app, { timezone: 'Europe/Madrid' })
    const { id: patientId } = await createPatient(app, madrid)
    const visit = await bookAppointment(app, madrid, {
      patientId,
      start: '2025-10-26T22:15:00Z',
      end: '2025-10-26T22:45:00Z',
    })
    const { id: caseId } = await writeRecord(app, madrid, caseInput(patientId))
    const { id } = await writeRecord(app, madrid, followUpInput(patientId, caseId))
    await sql`update records set occurred_at = '2025-10-26T22:30:00Z' where id = ${id}`.execute(
      app.owner.queries,
    )
    const { visits } = await read(madrid, { day: '2025-10-26' })
    expect(visits).toMatchObject([{ appointmentId: visit.id, unsigned: true }])
  })

  it('takes a visit whose follow-up counts on a package for paid', async () => {
    const patient = await createPatient(app, owner)
    const sold = await callEndpoint(app, sessionPackageEndpoints.create, {
      token: owner.token,
      body: { ownerId: patient.id, doctorId: owner.doctorId, numSessions: 5 },
    })
    const { id: packageId } = sold.payload as { id: number }
    const visit = await bookAppointment(app, owner, {
      patientId: patient.id,
      ...around(0),
      status: 'attended',
    })
    const { id: caseId } = await writeRecord(app, owner, caseInput(patient.id))
    const followUp = await writeRecord(app, owner, followUpInput(patient.id, caseId))
    expect(await factsOf(desk, visit)).toMatchObject({ toPay: true })
    await callEndpoint(app, sessionPackageEndpoints.addRecords, {
      token: desk.token,
      params: { id: packageId },
      body: { recIds: [followUp.id] },
    })
    expect(await factsOf(desk, visit)).toMatchObject({
      toPay: false,
      package: { packageId, usedSessions: 1 },
    })
  })

  it('says which package a visit counts on, or could, and which ones are about to end', async () => {
    const patient = await createPatient(app, owner)
    const sold = await callEndpoint(app, sessionPackageEndpoints.create, {
      token: owner.token,
      body: { ownerId: patient.id, doctorId: owner.doctorId, numSessions: 2, autoAdd: true },
    })
    const { id: packageId } = sold.payload as { id: number }
    const visit = await bookAppointment(app, owner, {
      patientId: patient.id,
      ...around(0),
      status: 'attended',
    })
    const balance = { packageId, numSessions: 2 }
    expect(await factsOf(desk, visit)).toMatchObject({
      toPay: true,
      package: { ...balance, usedSessions: 0 },
    })
    const counted = await callEndpoint(app, sessionPackageEndpoints.changeVisit, {
      token: desk.token,
      params: { appointmentId: visit.id },
      body: { packageId, action: 'count' },
    })
    expect(counted.status).toBe(200)
    const used = { toPay: false, package: { ...balance, usedSessions: 1 } }
    expect(await factsOf(desk, visit)).toMatchObject(used)
    const endingOf = async (by: TestPerson, scope: string) =>
      (await read(by, { scope })).endingPackages.map(({ id }) => id)
    expect(await endingOf(owner, 'own')).toContain(packageId)
    expect(await endingOf(colleague, 'own')).not.toContain(packageId)
    expect(await endingOf(desk, 'practice')).toContain(packageId)
  })
})

describe('Today after work', () => {
  it('shows the next day on which somebody is expected, and today again while somebody still is', async () => {
    const evening = await registerOwner(app, { timezone })
    const { id: patientId } = await createPatient(app, evening)
    const practice = await callEndpoint(app, settingsEndpoints.updatePractice, {
      token: evening.token,
      body: { configurations: { agenda: { dayStartsAt: '00:00', dayEndsAt: '00:01' } } },
    })
    expect(practice.status).toBe(200)
    const today = dayAt(Date.now())
    expect(await read(evening)).toMatchObject({ day: today, events: [] })
    await bookAppointment(app, evening, { ...around(1), title: 'Reunión' })
    const next = await bookAppointment(app, evening, { patientId, ...around(2) })
    expect(await read(evening)).toMatchObject({
      day: dayAt(Date.parse(next.start)),
      events: [{ id: next.id }],
    })
    expect(await read(evening, { day: today })).toMatchObject({ day: today, events: [] })
  })
})
