import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import { memberEndpoints } from '@ulna/contract/practices/practices.members'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from './client.ts'
import { joinPractice, registerOwner } from './factories/people.ts'
import { testPractice } from './test-practice.ts'

let otherPracticeId: number

const { app, owner: somebody } = await testPractice()

beforeAll(async () => {
  const other = await registerOwner(app)
  otherPracticeId = other.practiceId
  await joinPractice(app, {
    person: somebody,
    practiceId: otherPracticeId,
    role: 'practitioner',
    clinical: true,
  })
})

const choose = (id: number) =>
  callEndpoint(app, practiceEndpoints.setCurrent, { params: { id }, token: somebody.token })

const listPatients = (practice?: string) =>
  callEndpoint(app, patientEndpoints.list, {
    token: somebody.token,
    ...(practice === undefined ? {} : { headers: { 'ulna-practice': practice } }),
  })

const patientsOf = async (practiceId: number): Promise<number> => {
  const rows = await app.owner.queries
    .selectFrom('patients')
    .select('id')
    .where('practice_id', '=', practiceId)
    .execute()
  return rows.length
}

describe('C8 a tab that still shows the practice the session has left', () => {
  it('is refused with practice_required and told where the session works', async () => {
    await choose(otherPracticeId)
    expect(await listPatients(String(somebody.practiceId))).toMatchObject({
      status: 403,
      errors: [{ code: '0002', message: 'practice_required', params: { chosen: otherPracticeId } }],
    })
  })

  it('writes nothing, neither in the practice it shows nor in the other', async () => {
    await choose(otherPracticeId)
    const before = [await patientsOf(somebody.practiceId), await patientsOf(otherPracticeId)]
    const answer = await callEndpoint(app, patientEndpoints.create, {
      token: somebody.token,
      headers: { 'ulna-practice': String(somebody.practiceId) },
      body: { firstName: 'Mariana', lastName: 'Gómez Lara' },
    })
    expect(answer.status).toBe(403)
    expect([await patientsOf(somebody.practiceId), await patientsOf(otherPracticeId)]).toEqual(before)
  })

  it('works again once the session has come back', async () => {
    await choose(somebody.practiceId)
    expect((await listPatients(String(somebody.practiceId))).status).toBe(200)
  })

  it('may still ask where the session works and choose', async () => {
    await choose(otherPracticeId)
    const headers = { 'ulna-practice': String(somebody.practiceId) }
    const me = await callEndpoint(app, accountEndpoints.me, { token: somebody.token, headers })
    expect(me).toMatchObject({ status: 200, payload: { practice: { id: otherPracticeId } } })
    const back = await callEndpoint(app, practiceEndpoints.setCurrent, {
      params: { id: somebody.practiceId },
      token: somebody.token,
      headers,
    })
    expect(back.status).toBe(200)
  })
})

describe('C8 the header that names a practice', () => {
  it('may be absent: the session alone decides', async () => {
    await choose(somebody.practiceId)
    expect((await listPatients()).status).toBe(200)
  })

  it('grants nothing: naming a practice one does not belong to is refused', async () => {
    const stranger = await registerOwner(app)
    await choose(somebody.practiceId)
    expect((await listPatients(String(stranger.practiceId))).status).toBe(403)
  })

  it.each(['', '0', '-1', 'abc', '1e3', '01', '1,1'])('refuses %j', async (practice) => {
    await choose(somebody.practiceId)
    expect((await listPatients(practice)).status).toBe(403)
  })
})

describe('C8 an owner here who is a practitioner there', () => {
  /** What a tab of each practice may do, and where the session works when it asks. */
  const cases = fc.array(
    fc.record({ session: fc.boolean(), shown: fc.boolean(), asks: fc.constantFrom('patients', 'members') }),
    { minLength: 400, maxLength: 400 },
  )

  it('has in each practice the rank of that practice, however tabs and switches interleave', async () => {
    const mariana = { firstName: 'Mariana', lastName: 'de la otra consulta' }
    await choose(otherPracticeId)
    await callEndpoint(app, patientEndpoints.create, { token: somebody.token, body: mariana })
    const [given = []] = fc.sample(cases, 1)
    const idOf = (isOwn: boolean): number => (isOwn ? somebody.practiceId : otherPracticeId)
    const ask = async ({ session, shown, asks }: (typeof given)[number]): Promise<void> => {
      const endpoint = asks === 'members' ? memberEndpoints.list : patientEndpoints.list
      const headers = { 'ulna-practice': String(idOf(shown)) }
      const [, answer] = await Promise.all([
        choose(idOf(session)),
        callEndpoint(app, endpoint, { token: somebody.token, headers }),
      ])
      const isAllowed = shown || asks === 'patients'
      expect(isAllowed ? [200, 403] : [403]).toContain(answer.status)
      if (shown) expect(answer.text).not.toContain(mariana.lastName)
    }
    for (let at = 0; at < given.length; at += 8) await Promise.all(given.slice(at, at + 8).map(ask))
  })
})
