import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { auditEndpoints } from '@ulna/contract/audit/audit.trail'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import { memberEndpoints } from '@ulna/contract/practices/practices.members'
import { recordEndpoints } from '@ulna/contract/records/records'
import type { Role } from '@ulna/contract/roles'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../client.ts'
import { createPatient, historyInput } from '../factories/clinical.ts'
import { addMember, registerOwner, type TestPerson } from '../factories/people.ts'
import { mintToken } from '../sweeps/scene/minted-session.ts'

/** Two processes of one installation: what is decided on one counts on the other at the next request. */
let here: TestApp
let there: TestApp
let owner: TestPerson

beforeAll(async () => {
  here = await buildTestApp()
  there = await buildTestApp({ on: here })
  owner = await registerOwner(here)
})
afterAll(async () => {
  await there.close()
  await here.close()
})

const outcome = ({ status, errors }: TestAnswer): string => errors[0]?.message ?? String(status)

/** Somebody with a session that has been used on the other process just now. */
const atWork = async (role: Role, clinical = true): Promise<TestPerson & { session: string }> => {
  const person = await addMember(here, owner.practiceId, role, clinical)
  const session = await mintToken(here, person)
  const first = await callEndpoint(there, patientEndpoints.list, { token: session })
  expect(first.status).toBe(200)
  return { ...person, session }
}

const memberId = async (person: TestPerson): Promise<number> => {
  const { id } = await here.owner.queries
    .selectFrom('memberships')
    .select('id')
    .where('practice_id', '=', owner.practiceId)
    .where('user_id', '=', person.userId)
    .executeTakeFirstOrThrow()
  return id
}

const decide = async (endpoint: EndpointShape, whom: TestPerson, body?: object): Promise<void> => {
  const answer = await callEndpoint(here, endpoint, {
    token: await mintToken(here, owner),
    params: { id: await memberId(whom) },
    body,
  })
  expect(answer.status, answer.text).toBe(200)
}

describe('C9 on another process, at the next request', () => {
  it('a removed member has no practice any more, for reading, writing and exporting', async () => {
    const person = await atWork('owner')
    const patient = await createPatient(here, owner)
    await decide(memberEndpoints.remove, person)
    const calls: readonly (readonly [EndpointShape, object])[] = [
      [patientEndpoints.list, {}],
      [patientEndpoints.read, { params: { id: patient.id } }],
      [patientEndpoints.create, { body: { firstName: 'Queda', lastName: 'Fuera' } }],
      [recordEndpoints.create, { body: historyInput(patient.id) }],
      [auditEndpoints.exportTrail, {}],
      [memberEndpoints.list, {}],
      [accountEndpoints.me, {}],
    ]
    for (const [endpoint, options] of calls) {
      const answer = await callEndpoint(there, endpoint, { ...options, token: person.session })
      expect([endpoint.path, outcome(answer)]).toEqual([endpoint.path, 'practice_required'])
    }
    const choosing = { params: { id: owner.practiceId }, token: person.session }
    expect(outcome(await callEndpoint(there, practiceEndpoints.setCurrent, choosing))).toBe('not_found')
  })

  it('writes that wait in a queue are refused, all of them', async () => {
    const person = await atWork('practitioner')
    const patient = await createPatient(here, owner)
    await decide(memberEndpoints.remove, person)
    const queued = Array.from({ length: 20 }, (_, index) =>
      callEndpoint(index % 2 ? here : there, recordEndpoints.create, {
        token: person.session,
        headers: { 'idempotency-key': `queued-${person.userId}-${index}` },
        body: historyInput(patient.id),
      }),
    )
    expect((await Promise.all(queued)).map(outcome)).toEqual(Array(20).fill('practice_required'))
    const { rows } = await sql`select 1 from records where patient_id = ${patient.id}`.execute(
      here.owner.queries,
    )
    expect(rows).toEqual([])
  })

  it('a demoted member has the lower rank', async () => {
    const person = await atWork('admin')
    const list = () => callEndpoint(there, memberEndpoints.list, { token: person.session })
    expect(outcome(await list())).toBe('200')
    await decide(memberEndpoints.change, person, { role: 'practitioner' })
    expect(outcome(await list())).toBe('admin_role_required')
    const save = { token: person.session, body: { name: 'Mía' } }
    expect(outcome(await callEndpoint(there, settingsEndpoints.updatePractice, save))).toBe(
      'admin_role_required',
    )
    expect(outcome(await callEndpoint(there, patientEndpoints.list, { token: person.session }))).toBe('200')
  })

  it('a member without clinical access any more reads no records', async () => {
    const person = await atWork('practitioner', true)
    const patient = await createPatient(here, owner)
    const read = () =>
      callEndpoint(there, recordEndpoints.findCases, {
        token: person.session,
        params: { patientId: patient.id },
      })
    expect(outcome(await read())).toBe('200')
    await decide(memberEndpoints.change, person, { clinical: false })
    expect(outcome(await read())).toBe('clinical_access_required')
    await decide(memberEndpoints.change, person, { clinical: true })
    expect(outcome(await read())).toBe('200')
  })

  it('who is switched off has no session', async () => {
    const person = await atWork('practitioner')
    await sql`update users set disabled_at = now() where id = ${person.userId}`.execute(here.owner.queries)
    expect(outcome(await callEndpoint(there, patientEndpoints.list, { token: person.session }))).toBe(
      'session_invalid',
    )
  })

  it('access rules hold', async () => {
    const practice = await registerOwner(here)
    const person = await addMember(here, practice.practiceId, 'practitioner', true)
    const session = await mintToken(here, person)
    const save = async (practitioner: unknown): Promise<void> => {
      const hours = { practitioner, assistant: null, admin: null }
      const answer = await callEndpoint(here, settingsEndpoints.updatePractice, {
        token: await mintToken(here, practice),
        body: { configurations: { access: { hours } } },
      })
      expect(answer.status, answer.text).toBe(200)
    }
    const list = () => callEndpoint(there, patientEndpoints.list, { token: session })
    expect(outcome(await list())).toBe('200')
    await save([])
    expect(outcome(await list())).toBe('schedule_rejected')
    await save(null)
    expect(outcome(await list())).toBe('200')
  })

  it('somebody who was removed while they read is refused what they had not asked for', async () => {
    for (let round = 0; round < 10; round += 1) {
      const person = await atWork('practitioner')
      const patients = Array.from({ length: 8 }, () =>
        callEndpoint(there, patientEndpoints.list, { token: person.session }),
      )
      await decide(memberEndpoints.remove, person)
      const after = await callEndpoint(there, patientEndpoints.list, { token: person.session })
      expect(outcome(after)).toBe('practice_required')
      for (const answer of await Promise.all(patients)) {
        expect(['200', 'practice_required']).toContain(outcome(answer))
      }
    }
  })
})
