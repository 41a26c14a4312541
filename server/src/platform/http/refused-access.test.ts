import { auditEndpoints } from '@ulna/contract/audit/audit.trail'
import { errorCatalogue } from '@ulna/contract/errors'
import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { memberEndpoints } from '@ulna/contract/practices/practices.members'
import { recordEndpoints } from '@ulna/contract/records/records'
import { signatureEndpoints } from '@ulna/contract/signatures/signatures'
import { todayEndpoints } from '@ulna/contract/today/today'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { caseInput, createPatient, writeRecord } from '../../../test/factories/clinical.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { dependenciesOf } from '../../../test/sweeps/scene/app-dependencies.ts'
import { mintToken } from '../../../test/sweeps/scene/minted-session.ts'
import { testServer } from '../../../test/test-practice.ts'
import { type App, buildApp } from '../../app.ts'
import { createLogger } from '../logger.ts'

/** The same installation, as it logs and counts for users. */
let talking: App
let owner: TestPerson
const lines: string[] = []

const app = await testServer({ alone: true })

beforeAll(async () => {
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
  talking = await buildApp({ ...dependenciesOf(app), rateLimits: true, logger })
  await talking.server.ready()
})
afterAll(async () => {
  await talking.server.close()
})
beforeEach(async () => {
  owner = await registerOwner(app)
  lines.length = 0
})

const said = (): Record<string, unknown>[] =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'access refused')

const noticed = async (practiceId: number) =>
  app.owner.queries
    .selectFrom('audit_events')
    .select(['action', 'user_id as userId'])
    .where('practice_id', '=', practiceId)
    .where('action', 'in', ['account.refusals_noticed', 'account.id_walk_suspected'])
    .orderBy('at')
    .execute()

const times = async (count: number, call: () => Promise<{ status: number }>): Promise<number[]> => {
  const statuses = new Set<number>()
  for (let turn = 0; turn < count; turn += 1) statuses.add((await call()).status)
  return [...statuses]
}

describe('somebody who is signed in and is refused something', () => {
  it('leaves a line in the log: who, by which session, from where, what, and no value', async () => {
    const member = await addMember(app, owner.practiceId, 'practitioner', false)
    const { headers } = await callEndpoint(talking, recordEndpoints.read, {
      token: member.token,
      params: { id: 4711 },
    })
    expect(said()).toEqual([
      expect.objectContaining({
        key: 'clinical_access_required',
        method: 'GET',
        route: '/api/record/:id',
        userId: member.userId,
        sessionId: expect.any(Number),
        practiceId: owner.practiceId,
        ip: '127.0.0.1',
        reqId: headers['x-request-id'],
      }),
    ])
    expect(lines.join()).not.toContain('4711')
  })

  it('leaves one for a rank, a proof that is too old, and what is not there, and none when nobody knows who it is', async () => {
    const member = await addMember(app, owner.practiceId, 'practitioner', true)
    await callEndpoint(talking, memberEndpoints.list, { token: member.token })
    const stale = await mintToken(app, { ...owner, stale: true })
    await callEndpoint(talking, auditEndpoints.exportTrail, { token: stale })
    await callEndpoint(talking, patientEndpoints.read, { token: owner.token, params: { id: 4711 } })
    expect(said().map(({ key, userId }) => [key, userId])).toEqual([
      ['admin_role_required', member.userId],
      ['reauth_required', owner.userId],
      ['not_found', owner.userId],
    ])
    lines.length = 0
    await callEndpoint(talking, patientEndpoints.list)
    await callEndpoint(talking, patientEndpoints.list, { token: 'x'.repeat(43) })
    await callEndpoint(talking, patientEndpoints.create, { token: owner.token, body: { firstName: 7 } })
    expect(said()).toEqual([])
  })

  it('who is refused again and again leaves one row in the trail of the practice, which owners read', async () => {
    const member = await addMember(app, owner.practiceId, 'practitioner', true)
    const ask = () => callEndpoint(talking, memberEndpoints.list, { token: member.token })
    expect(await times(20, ask)).toEqual([403])
    expect(await noticed(owner.practiceId)).toEqual([])
    expect(await times(25, ask)).toEqual([403])
    expect(await noticed(owner.practiceId)).toEqual([
      { action: 'account.refusals_noticed', userId: member.userId },
    ])
    const { payload } = await callEndpoint(talking, auditEndpoints.list, {
      token: owner.token,
      query: { action: 'account.refusals_noticed' },
    })
    expect(payload).toMatchObject([{ userId: member.userId, userName: 'Miembro practitioner' }])
  })

  it('who walks through ids leaves one row too, whether they are of another practice or of none', async () => {
    const stranger = await registerOwner(app)
    const theirs = await createPatient(app, stranger)
    const ask = (id: number) => () =>
      callEndpoint(talking, patientFileEndpoints.open, { token: owner.token, params: { id } })
    expect(await times(30, ask(theirs.id))).toEqual([404])
    expect(await times(30, ask(900_000_000_001))).toEqual([404])
    expect(await noticed(owner.practiceId)).toEqual([])
    expect(await times(5, ask(theirs.id))).toEqual([404])
    expect(await noticed(owner.practiceId)).toEqual([
      { action: 'account.id_walk_suspected', userId: owner.userId },
    ])
    expect(await noticed(stranger.practiceId)).toEqual([])
  })

  it('is counted in each practice and for each person apart', async () => {
    const [one, other] = [
      await addMember(app, owner.practiceId, 'practitioner', true),
      await addMember(app, owner.practiceId, 'assistant', true),
    ]
    await times(15, () => callEndpoint(talking, memberEndpoints.list, { token: one.token }))
    await times(15, () => callEndpoint(talking, memberEndpoints.list, { token: other.token }))
    expect(await noticed(owner.practiceId)).toEqual([])
  })

  it('is no suspect for what pages meet every day', async () => {
    const patient = await createPatient(app, owner)
    const record = await writeRecord(app, owner, caseInput(patient.id))
    const stale = await mintToken(app, { ...owner, stale: true })
    await times(25, () => callEndpoint(talking, auditEndpoints.exportTrail, { token: stale }))
    await times(25, () =>
      callEndpoint(talking, todayEndpoints.read, {
        token: owner.token,
        headers: { 'ulna-practice': '1' },
      }),
    )
    const unsigned = await times(65, () =>
      callEndpoint(talking, signatureEndpoints.find, {
        token: owner.token,
        params: { patientId: patient.id, recordId: record.id },
      }),
    )
    expect(unsigned).toEqual([404])
    expect(await noticed(owner.practiceId)).toEqual([])
  })

  it('is refused all the same when the refusal cannot be counted', async () => {
    const member = await addMember(app, owner.practiceId, 'practitioner', true)
    await app.owner.raw.query('alter table rate_limits rename to rate_limits_away')
    const { status, errors } = await callEndpoint(talking, memberEndpoints.list, { token: member.token })
    await app.owner.raw.query('alter table rate_limits_away rename to rate_limits')
    expect([status, errors[0]?.message]).toEqual([
      errorCatalogue.admin_role_required.status,
      'admin_role_required',
    ])
    expect(lines.join()).toContain('a refusal was not counted')
  })
})
