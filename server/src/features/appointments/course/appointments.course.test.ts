import type { BookingMetadata, RepeatRule } from '@ulna/contract/appointments/appointments.series'
import { recordEndpoints } from '@ulna/contract/records/records'
import {
  type PackageMovement,
  sessionPackageEndpoints,
} from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { caseInput, createPatient, writeRecord } from '../../../../test/factories/clinical.ts'
import { sellPackage } from '../../../../test/factories/packages.ts'
import { addMember, type TestPerson } from '../../../../test/factories/people.ts'
import {
  agendaOf,
  freshAgenda,
  type SeriesAnswer,
  type TestAgenda,
} from '../../../../test/factories/series.ts'
import { testServer } from '../../../../test/test-practice.ts'

let agenda: TestAgenda
let patientId: number
let caseId: number
let packageId: number

const app = await testServer()
beforeEach(async () => {
  agenda = await freshAgenda(app)
  patientId = (await createPatient(app, agenda.by)).id
  caseId = (await writeRecord(app, agenda.by, { ...caseInput(patientId), date: '2026-11-02' })).id
  packageId = (await sellPackage(app, agenda.by, patientId)).id
})

/** Monday, Wednesday and Friday. */
const threeTimes = (count: number): RepeatRule => ({
  repeat: true,
  freq: 'week',
  interval: 1,
  byWeekday: [1, 3, 5],
  count,
})

/** Ten visits from Monday the 3rd of May 2027 on, of which the last is on Monday the 24th. */
const plan = (given: Record<string, unknown> = {}, by = agenda): Promise<SeriesAnswer> =>
  by.book({
    ...agenda.times('2027-05-03'),
    doctorId: agenda.by.doctorId,
    patientId,
    every: threeTimes(10),
    course: { caseId, packageId },
    ...given,
  })

const readPackage = async (id = packageId): Promise<SessionPackage> => {
  const answer = await callEndpoint(app, sessionPackageEndpoints.read, {
    token: agenda.by.token,
    params: { id },
  })
  return answer.payload
}

/** Used, reserved and free sessions. */
const balance = async (id = packageId): Promise<number[]> => {
  const { numSessions, usedSessions, reservedSessions } = await readPackage(id)
  return [usedSessions, reservedSessions, numSessions - usedSessions - reservedSessions]
}

const ledger = async (): Promise<PackageMovement[]> => {
  const answer = await callEndpoint(app, sessionPackageEndpoints.movements, {
    token: agenda.by.token,
    params: { id: packageId },
  })
  return answer.payload
}

const idsInOrder = async (): Promise<number[]> => (await agenda.events()).map(({ id }) => id)

const refusal = async (given: Record<string, unknown>, by = agenda): Promise<unknown> => {
  const { status, errors } = await plan(given, by)
  expect(await agenda.events()).toEqual([])
  return { status, message: errors[0]?.message, params: errors[0]?.params }
}

describe('a course that is planned from a case', () => {
  it('books its series and keeps a session for each date, which the ledger explains', async () => {
    const { status, metadata } = await plan()
    expect(status).toBe(201)
    expect(metadata).toMatchObject({ total: 10, course: { kept: 10, without: 0 } })
    expect(await balance()).toEqual([0, 10, 0])
    const [last, ...others] = await ledger()
    expect(agenda.shownAt(last?.occurredAt ?? '')).toBe('2027-05-24 10:00')
    expect(last).toMatchObject({
      kind: 'reserved',
      cause: 'visit_planned',
      sessions: -1,
      balance: 0,
    })
    expect(others.map(({ kind }) => kind)).toEqual([...Array(9).fill('reserved'), 'bought'])
  })

  it('keeps none without a package', async () => {
    const { status, metadata } = await plan({ course: { caseId } })
    expect(status).toBe(201)
    expect(metadata).not.toHaveProperty('course')
    expect(await balance()).toEqual([0, 0, 10])
  })

  it('keeps none for a date that is left out because somebody is there', async () => {
    await agenda.book({ ...agenda.times('2027-05-05', '10:30', '11:00'), title: 'Otra persona' })
    expect((await plan()).status).toBe(409)
    expect(await balance()).toEqual([0, 0, 10])
    const { metadata } = await plan({ dates: [{ on: '2027-05-05', action: 'skip' }] })
    expect(metadata.course).toEqual({ kept: 9, without: 0 })
    expect(await balance()).toEqual([0, 9, 1])
  })

  it('answers a repeated click with the same course', async () => {
    const body = {
      ...agenda.times('2027-05-03'),
      patientId,
      every: threeTimes(4),
      course: { caseId, packageId },
    }
    const headers = { 'idempotency-key': 'plan-once-4711' }
    const first = await agenda.book(body, headers)
    const again = await agenda.book(body, headers)
    expect(again.payload.id).toBe(first.payload.id)
    expect(await balance()).toEqual([0, 4, 6])
  })
})

describe('at the same moment', () => {
  it('two courses never keep the same sessions: one has them all, the other is refused whole', async () => {
    const answers = await Promise.all([plan(), plan(agenda.times('2027-05-03', '15:00', '16:00'))])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.flatMap(({ errors }) => errors ?? [])).toMatchObject([{ message: 'package_too_small' }])
    expect(await balance()).toEqual([0, 10, 0])
    expect(await agenda.events()).toHaveLength(10)
  })
})

describe('who may plan', () => {
  it('is an assistant without clinical access too, in the agenda of whoever treats', async () => {
    const assistant = await addMember(app, agenda.by.practiceId, 'assistant', false)
    const { status, metadata } = await plan({}, agendaOf(app, assistant))
    expect(status).toBe(201)
    expect(metadata.course).toEqual({ kept: 10, without: 0 })
  })

  it('is a practitioner in the own agenda', async () => {
    const practitioner = await addMember(app, agenda.by.practiceId, 'practitioner', true)
    const { status } = await plan({ doctorId: practitioner.doctorId }, agendaOf(app, practitioner))
    expect(status).toBe(201)
    expect(await balance()).toEqual([0, 10, 0])
  })
})

describe('is refused whole', () => {
  it('with a package that has too few sessions, unless the first dates are to have them', async () => {
    expect(await refusal({ every: threeTimes(12) })).toEqual({
      status: 409,
      message: 'package_too_small',
      params: { left: 10, count: 12 },
    })
    const { metadata } = await plan({
      every: threeTimes(12),
      course: { caseId, packageId, shortage: 'keepFirst' },
    })
    expect(metadata).toMatchObject({ total: 12, course: { kept: 10, without: 2 } })
    expect(await balance()).toEqual([0, 10, 0])
  })

  it('with one that ends before the last date, unless the first dates are to have its sessions', async () => {
    packageId = (await sellPackage(app, agenda.by, patientId, { expiresOn: '2027-05-12' })).id
    expect(await refusal({})).toEqual({
      status: 409,
      message: 'package_ends_before',
      params: { count: 5 },
    })
    const { metadata } = await plan({ course: { caseId, packageId, shortage: 'keepFirst' } })
    expect(metadata.course).toEqual({ kept: 5, without: 5 })
  })

  it('with one that expired or was cancelled, whatever is wanted of it', async () => {
    const expired = await sellPackage(app, agenda.by, patientId, { expiresOn: '2020-01-01' })
    const course = { caseId, packageId: expired.id, shortage: 'keepFirst' }
    expect(await refusal({ course })).toMatchObject({ status: 409, message: 'package_not_active' })
  })

  it('with the package of another patient, and with one of another practice', async () => {
    const other = await createPatient(app, agenda.by, { firstName: 'Otra' })
    const foreign = await sellPackage(app, agenda.by, other.id)
    expect(await refusal({ course: { caseId, packageId: foreign.id } })).toMatchObject({
      status: 400,
      message: 'patient_record_not_match',
    })
    const neighbour = await freshAgenda(app)
    const theirs = await sellPackage(app, neighbour.by, (await createPatient(app, neighbour.by)).id)
    expect(await refusal({ course: { caseId, packageId: theirs.id } })).toMatchObject({ status: 404 })
  })

  it('from a case of another patient, from none, and from a closed one', async () => {
    const other = await createPatient(app, agenda.by, { firstName: 'Otra' })
    const theirs = await writeRecord(app, agenda.by, caseInput(other.id))
    const mismatch = { status: 400, message: 'patient_record_not_match' }
    expect(await refusal({ course: { caseId: theirs.id } })).toMatchObject(mismatch)
    expect(await refusal({ patientId: null })).toMatchObject(mismatch)
    const closed = await callEndpoint(app, recordEndpoints.update, {
      token: agenda.by.token,
      params: { id: caseId },
      body: { caseStatus: 'closed', caseOutcome: 'recovered', caseClosedOn: '2026-11-20' },
    })
    expect(closed.status).toBe(200)
    expect(await refusal({})).toMatchObject({ status: 409, message: 'case_closed' })
  })

  it('without a repeat rule: a course is a series, if only of one date', async () => {
    const { status, errors } = await plan({ every: null })
    expect(status).toBe(400)
    expect(errors[0]).toMatchObject({ field: 'every' })
    expect((await plan({ every: threeTimes(1) })).metadata.course).toEqual({ kept: 1, without: 0 })
  })

  it('by whoever may not write that agenda', async () => {
    const practitioner: TestPerson = await addMember(app, agenda.by.practiceId, 'practitioner', true)
    expect(await refusal({}, agendaOf(app, practitioner))).toMatchObject({
      status: 403,
      message: 'assistant_role_required',
    })
  })
})

describe('a change of its series', () => {
  it('keeps the sessions of what moves', async () => {
    const { payload } = await plan()
    const { status } = await agenda.change(payload.id, agenda.times('2027-05-03', '12:00', '13:00'))
    expect(status).toBe(200)
    expect(await balance()).toEqual([0, 10, 0])
  })

  it('gives back what falls away and keeps for what comes, also once it was split, and all of it taken back', async () => {
    const { payload } = await plan({ every: threeTimes(6) })
    const [, , third = 0] = await idsInOrder()
    const longer = await agenda.change(third, { every: threeTimes(9) }, 'following')
    expect(longer.metadata.course).toEqual({ kept: 4, without: 1 })
    expect(await balance()).toEqual([0, 10, 0])
    const { metadata } = await agenda.change(third, { every: threeTimes(2) }, 'following')
    expect(await balance()).toEqual([0, 4, 6])
    expect((await agenda.takeBack(metadata.undo?.id)).status).toBe(200)
    expect(await balance()).toEqual([0, 10, 0])
    const removed = await agenda.remove(payload.id)
    expect(await balance()).toEqual([0, 8, 2])
    expect((await agenda.takeBack(removed.metadata.undo?.id)).status).toBe(200)
    expect(await balance()).toEqual([0, 10, 0])
  })

  it('that is taken back finds the sessions it gave to other dates', async () => {
    packageId = (await sellPackage(app, agenda.by, patientId, { numSessions: 3 })).id
    const { payload } = await plan({ every: threeTimes(3) })
    const { metadata } = await agenda.change(payload.id, {
      every: { ...threeTimes(3), byWeekday: [2, 4] },
      ...agenda.times('2027-05-04'),
    })
    expect(await balance()).toEqual([0, 3, 0])
    expect((await agenda.takeBack(metadata.undo?.id)).status).toBe(200)
    expect(await balance()).toEqual([0, 3, 0])
  })

  it('that makes it another patient’s gives all back, and keeps none for what comes', async () => {
    const { payload } = await plan({ every: threeTimes(4) })
    const other = await createPatient(app, agenda.by, { firstName: 'Otra' })
    await agenda.change(payload.id, { patientId: other.id, every: threeTimes(6) })
    expect(await balance()).toEqual([0, 0, 10])
  })

  it('is not held up by a package that is over', async () => {
    const { payload } = await plan({ every: threeTimes(2) })
    await callEndpoint(app, sessionPackageEndpoints.update, {
      token: agenda.by.token,
      params: { id: packageId },
      body: { status: 'cancelled', reason: 'Se muda' },
    })
    const longer = await agenda.change(payload.id, { every: threeTimes(4) })
    expect(longer.status).toBe(200)
    expect(longer.metadata.course).toEqual({ kept: 0, without: 2 })
  })
})

describe('one of its visits', () => {
  it('that is cancelled in time gives its session back, one that was missed takes it', async () => {
    await plan({ every: threeTimes(4) })
    const [first = 0, second = 0, third = 0] = await idsInOrder()
    await agenda.move(first, { status: 'cancelled' })
    expect(await balance()).toEqual([0, 3, 7])
    await agenda.move(second, { status: 'no_show' })
    expect(await balance()).toEqual([1, 2, 7])
    await agenda.removeOne(third)
    expect(await balance()).toEqual([1, 1, 8])
  })
})

describe('taken back as a whole', () => {
  it('leaves neither visits nor kept sessions', async () => {
    const { metadata }: { metadata: BookingMetadata } = await plan()
    expect((await agenda.takeBack(metadata.undo?.id)).status).toBe(200)
    expect(await agenda.events()).toEqual([])
    expect(await balance()).toEqual([0, 0, 10])
  })
})
