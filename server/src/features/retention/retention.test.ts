import { patientArchiveEndpoints } from '@ulna/contract/patient-archive/patient-archive'
import { type Patient, patientEndpoints } from '@ulna/contract/patients/patients'
import { recordEndpoints } from '@ulna/contract/records/records'
import { type DueFile, type RetentionHold, retentionEndpoints } from '@ulna/contract/retention/retention'
import type { RetentionChoice } from '@ulna/contract/retention/retention.rules'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { bookAppointment, caseInput, createPatient, writeRecord } from '../../../test/factories/clinical.ts'
import { zoneAtNoon } from '../../../test/factories/midday.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'

let owner: TestPerson
const timezone = zoneAtNoon({ most: 11 })

const app = await testServer()
beforeEach(async () => {
  owner = await registerOwner(app, { timezone })
})

const choose = async (retention: Partial<RetentionChoice>): Promise<TestAnswer> =>
  callEndpoint(app, settingsEndpoints.updatePractice, {
    token: owner.token,
    body: { configurations: { retention } },
  })

const due = async (query: Readonly<Record<string, string>> = {}, by = owner) => {
  const answer = await callEndpoint(app, retentionEndpoints.due, { token: by.token, query })
  return { ...answer, rows: answer.payload as DueFile[] }
}

/** A day on the practice's clock, so many years and days before today. */
const daysAgo = async (years: number, days = 0): Promise<string> => {
  const { rows } = await sql<{ day: string }>`
    select ((now() at time zone ${timezone}::text)::date - make_interval(years => ${years}))::date - ${days}::int as day`.execute(
    app.owner.queries,
  )
  return rows[0]?.day ?? ''
}

/** A diagnosis of a day, closed on the same or another one; undefined: open. */
const treat = async (patient: Patient, day: string, closedOn?: string): Promise<number> => {
  const { id } = await writeRecord(app, owner, { ...caseInput(patient.id), date: day })
  if (closedOn !== undefined) {
    const { status, text } = await callEndpoint(app, recordEndpoints.update, {
      token: owner.token,
      params: { id },
      body: { caseStatus: 'closed', caseOutcome: 'recovered', caseClosedOn: closedOn },
    })
    expect(status, text).toBe(200)
  }
  return id
}

const hold = async (patientId: number, reason = 'Reclamación abierta'): Promise<RetentionHold> => {
  const { status, payload, text } = await callEndpoint(app, retentionEndpoints.hold, {
    token: owner.token,
    params: { patientId },
    body: { reason },
  })
  expect(status, text).toBe(201)
  return payload
}

const lift = (id: number, reason = 'Reclamación cerrada'): Promise<TestAnswer> =>
  callEndpoint(app, retentionEndpoints.lift, { token: owner.token, params: { id }, body: { reason } })

describe('the term of a practice', () => {
  it('is none until it chooses, however old a file is', async () => {
    const patient = await createPatient(app, owner)
    await treat(patient, '1995-03-01', '1995-05-01')
    expect(await due()).toMatchObject({ rows: [], metadata: { total: 0, rule: 'never', term: null } })
  })

  it('is a rule of the law or a number of years of its own, which it names', async () => {
    for (const [rule, years, from] of [
      ['spain', 5, 'discharge'],
      ['catalonia', 15, 'discharge'],
      ['colombia', 15, 'last_attention'],
    ] as const) {
      expect((await choose({ rule })).status).toBe(200)
      expect((await due()).metadata).toMatchObject({ rule, term: { years, from } })
    }
    await choose({ rule: 'own', years: 0 })
    expect((await due()).metadata).toMatchObject({ term: { years: 0, from: 'discharge' } })
    for (const wrong of [
      { rule: 'own' as const, years: null },
      { rule: 'own' as const, years: -1 },
    ])
      expect((await choose(wrong)).status).toBe(400)
  })

  it('is an admin’s to choose and the list an admin’s to read', async () => {
    const assistant = await addMember(app, owner.practiceId, 'assistant', true)
    expect((await due({}, assistant)).errors).toMatchObject([{ message: 'admin_role_required' }])
    const admin = await addMember(app, owner.practiceId, 'admin', false)
    expect((await due({}, admin)).status).toBe(200)
  })
})

/** What happened to a patient, in years before today. */
interface History {
  readonly attended: number
  /** Undefined: the diagnosis is open. */
  readonly closed: number | undefined
  readonly isHeld: boolean
}

const historyOf = (index: number): History => {
  const attended = (index * 7) % 11
  return {
    attended,
    closed: index % 5 === 0 ? undefined : Math.max(0, attended - ((index * 3) % 4)),
    isHeld: index % 6 === 0,
  }
}

const live = async (patient: Patient, { attended, closed, isHeld }: History): Promise<void> => {
  await treat(patient, await daysAgo(attended), closed === undefined ? undefined : await daysAgo(closed))
  if (isHeld) await hold(patient.id)
}

/** Where the list has such a file; to the day, so many years ago is the last day of the term. */
const stateAfter = ({ attended, closed, isHeld }: History, years: number): string | undefined => {
  if ((closed ?? attended) <= years) return undefined
  if (isHeld) return 'held'
  return closed === undefined ? 'open' : 'due'
}

describe('what is due', () => {
  it('begins the day after the term that ran from the discharge', async () => {
    await choose({ rule: 'spain' })
    const [onTime, tooSoon] = [await createPatient(app, owner), await createPatient(app, owner)]
    const [over, lastDay] = [await daysAgo(5, 1), await daysAgo(5)]
    await treat(onTime, over, over)
    await treat(tooSoon, over, lastDay)
    const { rows, metadata } = await due()
    expect(metadata).toMatchObject({ total: 1 })
    expect(rows).toEqual([
      {
        patientId: onTime.id,
        firstName: 'Mariana',
        lastName: 'Gómez Lara',
        fileId: onTime.fileId,
        archived: false,
        lastAttention: over,
        lastDischarge: over,
        from: over,
        dueSince: await daysAgo(0),
        state: 'due',
        holdReason: null,
      },
    ])
  })

  it('counts from what came last: discharge, record or visit', async () => {
    await choose({ rule: 'spain' })
    const patient = await createPatient(app, owner)
    await treat(patient, await daysAgo(12), await daysAgo(11))
    expect((await due()).rows).toMatchObject([{ from: await daysAgo(11) }])
    await treat(patient, await daysAgo(9), await daysAgo(8))
    expect((await due()).rows).toMatchObject([{ from: await daysAgo(8) }])
    const day = await daysAgo(7)
    await bookAppointment(app, owner, {
      patientId: patient.id,
      start: `${day}T12:00:00Z`,
      end: `${day}T12:30:00Z`,
    })
    expect((await due()).rows).toMatchObject([
      { lastAttention: day, from: day, lastDischarge: await daysAgo(8) },
    ])
    await treat(patient, await daysAgo(1), await daysAgo(1))
    expect((await due()).rows).toEqual([])
  })

  it('counts no visit that was cancelled or missed', async () => {
    await choose({ rule: 'spain' })
    const patient = await createPatient(app, owner)
    await treat(patient, await daysAgo(6), await daysAgo(6))
    const start = Date.now() - 86_400_000
    for (const status of ['cancelled', 'no_show'])
      await bookAppointment(app, owner, {
        patientId: patient.id,
        start: new Date(start).toISOString(),
        end: new Date(start + 1_800_000).toISOString(),
        status,
        allowOverlap: true,
      })
    expect((await due()).rows).toMatchObject([{ patientId: patient.id, from: await daysAgo(6) }])
  })

  it('is no file of a patient who is expected', async () => {
    await choose({ rule: 'own', years: 0 })
    const patient = await createPatient(app, owner)
    await treat(patient, await daysAgo(6), await daysAgo(6))
    await bookAppointment(app, owner, {
      patientId: patient.id,
      start: '2031-03-03T10:00:00Z',
      end: '2031-03-03T11:00:00Z',
    })
    expect((await due()).rows).toEqual([])
  })

  it('is kept by an open diagnosis where the discharge counts, and not where the last attention does', async () => {
    const patient = await createPatient(app, owner)
    const id = await treat(patient, await daysAgo(20))
    await choose({ rule: 'catalonia' })
    expect((await due()).rows).toMatchObject([{ state: 'open', lastDischarge: null }])
    expect((await due({ state: 'due' })).metadata).toMatchObject({ total: 0 })
    await choose({ rule: 'colombia' })
    expect((await due()).rows).toMatchObject([{ patientId: patient.id, state: 'due' }])
    await choose({ rule: 'catalonia' })
    await callEndpoint(app, recordEndpoints.update, {
      token: owner.token,
      params: { id },
      body: { caseStatus: 'closed', caseOutcome: 'recovered', caseClosedOn: await daysAgo(20) },
    })
    expect((await due()).rows).toMatchObject([{ state: 'due' }])
  })

  it('comes longest first, in pages, archived files too', async () => {
    await choose({ rule: 'spain' })
    const ids: number[] = []
    for (const years of [6, 9, 7]) {
      const patient = await createPatient(app, owner)
      await treat(patient, await daysAgo(years), await daysAgo(years))
      ids.push(patient.id)
    }
    await callEndpoint(app, patientArchiveEndpoints.archive, {
      token: owner.token,
      params: { id: ids[1] ?? 0 },
      body: {},
    })
    expect((await due()).rows.map(({ patientId, archived }) => [patientId, archived])).toEqual([
      [ids[1], true],
      [ids[2], false],
      [ids[0], false],
    ])
    const page = await due({ limit: '1', offset: '1' })
    expect(page).toMatchObject({ rows: [{ patientId: ids[2] }], metadata: { total: 3, limit: 1, offset: 1 } })
    expect(await due({ offset: '5' })).toMatchObject({ rows: [], metadata: { total: 3 } })
  })

  it('is as a second reckoning has it, for many histories', async () => {
    const expected: (readonly [number, string])[] = []
    for (let index = 0; index < 24; index += 1) {
      const history = historyOf(index)
      const patient = await createPatient(app, owner)
      await live(patient, history)
      const state = stateAfter(history, 5)
      if (state !== undefined) expected.push([patient.id, state])
    }
    await choose({ rule: 'spain' })
    const { rows } = await due({ limit: '200' })
    expect(rows.map(({ patientId, state }) => [patientId, state]).sort()).toEqual(expected.sort())
    expect(new Set(expected.map(([, state]) => state))).toEqual(new Set(['due', 'held', 'open']))
  })
})

describe('a hold', () => {
  it('keeps a file out of what is due until it is lifted, and says why', async () => {
    await choose({ rule: 'spain' })
    const patient = await createPatient(app, owner)
    await treat(patient, await daysAgo(6), await daysAgo(6))
    const { id } = await hold(patient.id)
    expect((await due({ state: 'due' })).rows).toEqual([])
    expect((await due()).rows).toMatchObject([{ state: 'held', holdReason: 'Reclamación abierta' }])
    expect((await lift(id)).payload).toMatchObject({
      liftedBy: 'Laura Restrepo',
      liftReason: 'Reclamación cerrada',
    })
    expect((await due()).rows).toMatchObject([{ state: 'due', holdReason: null }])
  })

  it('wins while one of several stands', async () => {
    await choose({ rule: 'spain' })
    const patient = await createPatient(app, owner)
    await treat(patient, await daysAgo(6), await daysAgo(6))
    const first = await hold(patient.id, 'Juicio')
    await hold(patient.id, 'Inspección')
    await lift(first.id)
    expect((await due()).rows).toMatchObject([{ state: 'held', holdReason: 'Inspección' }])
  })

  it('is kept as it was said, lifted or not, newest first', async () => {
    const patient = await createPatient(app, owner)
    const first = await hold(patient.id, 'Juicio')
    await lift(first.id, 'Sentencia')
    const second = await hold(patient.id, 'Inspección')
    const { payload, metadata } = await callEndpoint(app, retentionEndpoints.holds, {
      token: owner.token,
      params: { patientId: patient.id },
    })
    expect(metadata).toMatchObject({ total: 2 })
    expect(payload).toMatchObject([
      { id: second.id, reason: 'Inspección', placedBy: 'Laura Restrepo', liftedAt: null },
      { id: first.id, reason: 'Juicio', liftReason: 'Sentencia' },
    ])
    expect((await lift(first.id, 'Otra cosa')).payload).toMatchObject({ liftReason: 'Sentencia' })
  })

  it('keeps a patient without records from being deleted, who may be once it is lifted', async () => {
    const patient = await createPatient(app, owner)
    const { id } = await hold(patient.id)
    const remove = () =>
      callEndpoint(app, patientEndpoints.remove, { token: owner.token, params: { id: patient.id } })
    expect((await remove()).errors).toMatchObject([{ message: 'patient_on_hold' }])
    await lift(id)
    expect((await remove()).status).toBe(200)
  })

  it('needs a reason, a patient of the practice and an admin', async () => {
    const patient = await createPatient(app, owner)
    const place = (body: object, token = owner.token, patientId = patient.id) =>
      callEndpoint(app, retentionEndpoints.hold, { token, params: { patientId }, body })
    for (const body of [{}, { reason: '  ' }]) expect((await place(body)).status).toBe(400)
    const { token } = await registerOwner(app)
    expect((await place({ reason: 'Juicio' }, token)).status).toBe(404)
    const practitioner = await addMember(app, owner.practiceId, 'practitioner', true)
    expect((await place({ reason: 'Juicio' }, practitioner.token)).errors).toMatchObject([
      { message: 'admin_role_required' },
    ])
    const { id } = await hold(patient.id)
    expect(
      (await callEndpoint(app, retentionEndpoints.lift, { token, params: { id }, body: { reason: 'Fin' } }))
        .status,
    ).toBe(404)
  })
})
