import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { type BookingMetadata, seriesEndpoints } from '@ulna/contract/appointments/appointments.series'
import { recordEndpoints } from '@ulna/contract/records/records'
import {
  type PackageMovement,
  sessionPackageEndpoints,
  type VisitPackages,
} from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import {
  bookAppointment,
  caseInput,
  createPatient,
  followUpInput,
  writeRecord,
} from '../../../test/factories/clinical.ts'
import { sellPackage } from '../../../test/factories/packages.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'

let owner: TestPerson
let patientId: number
let caseId: number
let packageId: number

const app = await testServer()
beforeEach(async () => {
  owner = await registerOwner(app)
  patientId = (await createPatient(app, owner)).id
  caseId = (await writeRecord(app, owner, { ...caseInput(patientId), date: '2025-01-08' })).id
  packageId = (await sellPackage(app, owner, patientId)).id
})

const inTime = { start: '2099-03-02T15:00:00Z', end: '2099-03-02T15:45:00Z' }

const longAgo = { start: '2025-03-03T15:00:00Z', end: '2025-03-03T15:45:00Z' }

const soon = (): { start: string; end: string } => {
  const start = Date.now() + 3_600_000
  return { start: new Date(start).toISOString(), end: new Date(start + 1_800_000).toISOString() }
}

/** An hour ago, for of a later day nobody has attended anything; whole seconds, as the database writes them. */
const earlier = (): { start: string; end: string } => {
  const wholeSecond = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`
  const start = Date.now() - 3_600_000
  return { start: wholeSecond(start), end: wholeSecond(start + 1_800_000) }
}

const visit = (appointmentId: number, body: Record<string, unknown>, by = owner): Promise<TestAnswer> =>
  callEndpoint(app, sessionPackageEndpoints.changeVisit, { token: by.token, params: { appointmentId }, body })

const counted = async (times: Record<string, unknown> = inTime): Promise<number> => {
  const { id } = await bookAppointment(app, owner, { patientId, allowOverlap: true, ...times })
  const answer = await visit(id, { action: 'count', packageId })
  if (answer.status !== 200) throw new Error(answer.text)
  return id
}

const become = async (id: number, body: Record<string, unknown>): Promise<void> => {
  const answer = await callEndpoint(app, appointmentEndpoints.update, {
    token: owner.token,
    params: { id },
    body,
  })
  if (answer.status !== 200) throw new Error(answer.text)
}

const balance = async (id = packageId): Promise<[used: number, reserved: number]> => {
  const { payload }: { payload: SessionPackage } = await callEndpoint(app, sessionPackageEndpoints.read, {
    token: owner.token,
    params: { id },
  })
  return [payload.usedSessions, payload.reservedSessions]
}

const newest = async (): Promise<PackageMovement | undefined> => {
  const { payload }: { payload: PackageMovement[] } = await callEndpoint(
    app,
    sessionPackageEndpoints.movements,
    { token: owner.token, params: { id: packageId } },
  )
  return payload[0]
}

const followUpOn = async (date: string): Promise<number> =>
  (await writeRecord(app, owner, { ...followUpInput(patientId, caseId), date })).id

describe('a visit that counts on a package', () => {
  it('keeps a session for itself until something becomes of it', async () => {
    const times = earlier()
    const id = await counted(times)
    expect(await balance()).toEqual([0, 1])
    expect(await newest()).toMatchObject({
      kind: 'reserved',
      cause: 'visit_counted',
      sessions: -1,
      balance: 9,
      appointmentId: id,
      occurredAt: times.start,
    })
    await become(id, { note: 'Trae la resonancia' })
    await become(id, { status: 'arrived' })
    expect(await balance()).toEqual([0, 1])
    await become(id, { status: 'attended' })
    expect(await balance()).toEqual([1, 0])
    expect(await newest()).toMatchObject({ kind: 'used', cause: 'visit_attended', sessions: 0, balance: 9 })
  })

  it('keeps the session of a patient who did not come, and gives back that of one who cancelled in time', async () => {
    const missed = await counted(soon())
    await become(missed, { status: 'no_show' })
    expect(await balance()).toEqual([1, 0])
    const cancelled = await counted()
    await become(cancelled, { status: 'cancelled' })
    expect(await balance()).toEqual([1, 0])
    expect(await newest()).toMatchObject({ kind: 'released', cause: 'visit_cancelled', balance: 9 })
    await become(cancelled, { status: 'booked' })
    expect(await balance()).toEqual([1, 1])
  })

  it.each([
    ['return', [0, 0]],
    ['keep', [1, 0]],
  ] as const)('of a patient who cancels late: the practice says %s', async (lateCancellation, expected) => {
    const saved = await callEndpoint(app, settingsEndpoints.updatePractice, {
      token: owner.token,
      body: { configurations: { packages: { lateCancellation } } },
    })
    expect(saved.status).toBe(200)
    const id = await counted(soon())
    await become(id, { status: 'cancelled' })
    expect(await balance()).toEqual(expected)
    expect((await newest())?.cause).toBe('visit_cancelled_late')
  })

  it('gives its session back once when it is deleted, and is another patient’s no more', async () => {
    const deleted = await counted()
    await callEndpoint(app, appointmentEndpoints.remove, { token: owner.token, params: { id: deleted } })
    expect(await balance()).toEqual([0, 0])
    const moved = await counted()
    const other = (await createPatient(app, owner, { firstName: 'Otra' })).id
    await become(moved, { patientId: other })
    expect(await balance()).toEqual([0, 0])
    expect(await newest()).toMatchObject({ cause: 'visit_gone', patient: { id: patientId } })
  })

  it('has its session again when the deletion of its series is taken back', async () => {
    const { id } = await bookAppointment(app, owner, {
      ...inTime,
      patientId,
      every: { repeat: true, freq: 'week', interval: 1, count: 3 },
    })
    await visit(id, { action: 'count', packageId })
    const { metadata }: { metadata: BookingMetadata } = await callEndpoint(
      app,
      appointmentEndpoints.removeSeries,
      {
        token: owner.token,
        params: { id },
      },
    )
    expect(await balance()).toEqual([0, 0])
    const undone = await callEndpoint(app, seriesEndpoints.undo, {
      token: owner.token,
      params: { id: metadata.undo?.id ?? 0 },
    })
    expect(undone.status).toBe(200)
    expect(await balance()).toEqual([0, 1])
  })

  it('does not hold up the agenda when the last session went to somebody else', async () => {
    packageId = (await sellPackage(app, owner, patientId, { numSessions: 1 })).id
    const id = await counted(earlier())
    await become(id, { status: 'cancelled' })
    await counted({ start: '2099-03-09T15:00:00Z', end: '2099-03-09T15:45:00Z' })
    await become(id, { status: 'attended' })
    expect(await balance()).toEqual([0, 1])
  })

  it('is refused on a second package, on one that does not serve the patient, and without room', async () => {
    const other = await sellPackage(app, owner, patientId)
    const id = await counted()
    expect((await visit(id, { action: 'count', packageId })).status).toBe(200)
    const second = await visit(id, { action: 'count', packageId: other.id })
    expect(second.errors[0]).toMatchObject({ code: '0800' })
    const foreign = await sellPackage(app, owner, (await createPatient(app, owner)).id)
    const loose = await bookAppointment(app, owner, { ...inTime, patientId, allowOverlap: true })
    const unserved = await visit(loose.id, { action: 'count', packageId: foreign.id })
    expect(unserved.errors[0]).toMatchObject({ code: '0600' })
    const empty = await sellPackage(app, owner, patientId, { numSessions: 0 })
    const full = await visit(loose.id, { action: 'count', packageId: empty.id })
    expect(full.errors[0]).toMatchObject({ message: 'package_used_up' })
    expect(await balance()).toEqual([0, 1])
  })

  it('of a colleague asks the rank of an assistant', async () => {
    const practitioner = await addMember(app, owner.practiceId, 'practitioner', true)
    const { id } = await bookAppointment(app, owner, { ...inTime, patientId })
    const refused = await visit(id, { action: 'count', packageId }, practitioner)
    expect(refused.errors[0]).toMatchObject({ message: 'assistant_role_required' })
  })

  it('loses what it reserved when the package is cancelled', async () => {
    await counted()
    await callEndpoint(app, sessionPackageEndpoints.update, {
      token: owner.token,
      params: { id: packageId },
      body: { status: 'cancelled', reason: 'Se muda' },
    })
    expect(await balance()).toEqual([0, 0])
  })
})

describe('by hand', () => {
  it('the session of a missed visit is given back and taken again, each with a reason', async () => {
    const id = await counted(soon())
    await become(id, { status: 'no_show' })
    const silent = await visit(id, { action: 'giveBack' })
    expect(silent.errors[0]).toMatchObject({ field: 'reason' })
    const given = await visit(id, { action: 'giveBack', reason: 'Estaba en urgencias' })
    expect((given.payload as VisitPackages).use).toMatchObject({ state: 'returned', byHand: true })
    expect(await newest()).toMatchObject({
      kind: 'returned',
      cause: 'by_hand',
      reason: 'Estaba en urgencias',
    })
    await become(id, { note: 'Llamar mañana' })
    expect(await balance()).toEqual([0, 0])
    await visit(id, { action: 'take', reason: 'Acordado por teléfono' })
    expect(await balance()).toEqual([1, 0])
  })

  it('a follow-up of a visit whose session was given back takes none', async () => {
    packageId = (await sellPackage(app, owner, patientId, { autoAdd: true })).id
    const id = await counted(longAgo)
    await visit(id, { action: 'giveBack', reason: 'Regalo de la casa' })
    await followUpOn('2025-03-03')
    expect(await balance()).toEqual([0, 0])
  })

  it('a visit is taken off, and its record keeps the session', async () => {
    const id = await counted(longAgo)
    await visit(id, { action: 'takeOff' })
    expect(await balance()).toEqual([0, 0])
    await visit(id, { action: 'count', packageId })
    await followUpOn('2025-03-03')
    await visit(id, { action: 'takeOff' })
    expect(await balance()).toEqual([1, 0])
    const gone = await visit(id, { action: 'takeOff' })
    expect(gone.status).toBe(404)
  })
})

describe('one visit never takes two sessions', () => {
  it('when its follow-up is written, also where new ones join by themselves', async () => {
    packageId = (await sellPackage(app, owner, patientId, { autoAdd: true })).id
    const times = earlier()
    const id = await counted(times)
    // Of the day it began: within half an hour of midnight it ends on the next.
    await followUpOn(times.start)
    expect(await balance()).toEqual([1, 0])
    await become(id, { status: 'attended' })
    expect(await balance()).toEqual([1, 0])
    await followUpOn(new Date(Date.now() - 3 * 86_400_000).toISOString())
    expect(await balance()).toEqual([2, 0])
  })

  it('on the day of the practice, not that of another clock', async () => {
    // 20:00 in Bogotá; the next day in UTC.
    await counted({ start: '2025-03-04T01:00:00Z', end: '2025-03-04T01:45:00Z' })
    await followUpOn('2025-03-03T16:00:00Z')
    expect(await balance()).toEqual([1, 0])
  })

  it('when the record is added by the dialog, or was before the visit', async () => {
    await counted()
    const record = await followUpOn('2025-04-07')
    const added = (recIds: number[]) =>
      callEndpoint(app, sessionPackageEndpoints.addRecords, {
        token: owner.token,
        params: { id: packageId },
        body: { recIds },
      })
    await added([record])
    expect(await balance()).toEqual([1, 1])
    const later = await counted({ start: '2025-04-07T15:00:00Z', end: '2025-04-07T15:45:00Z' })
    expect(await balance()).toEqual([1, 1])
    await become(later, { status: 'no_show' })
    expect(await balance()).toEqual([1, 1])
    const other = (await sellPackage(app, owner, patientId)).id
    const sameDay = await bookAppointment(app, owner, {
      start: '2025-04-07T17:00:00Z',
      end: '2025-04-07T17:45:00Z',
      patientId,
    })
    await visit(sameDay.id, { action: 'count', packageId: other })
    expect(await balance(other)).toEqual([0, 1])
  })

  it('and a void record gives it back until another is written', async () => {
    packageId = (await sellPackage(app, owner, patientId, { autoAdd: true })).id
    await counted(longAgo)
    const record = await followUpOn('2025-03-03')
    await callEndpoint(app, recordEndpoints.remove, {
      token: owner.token,
      params: { id: record },
      body: { reason: 'Escrito por error en esta ficha' },
    })
    expect(await balance()).toEqual([0, 0])
    await followUpOn('2025-03-03')
    expect(await balance()).toEqual([1, 0])
  })
})
