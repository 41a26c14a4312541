import { type FhirType, fhirResources, fhirTypes, isSearched } from '@ulna/contract/fhir/fhir.resources'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPatient, historyInput, writeRecord } from '../../../test/factories/clinical.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { mintKey } from '../../../test/sweeps/scene/keys.ts'
import { testServer } from '../../../test/test-practice.ts'

const app = await testServer()
const types = fhirTypes.filter(isSearched)

let owner: TestPerson
let patientId: string
beforeAll(async () => {
  owner = await registerOwner(app)
  const { id } = await createPatient(app, owner, { socialId: 'CC 52', email: 'mariana@example.org' })
  await writeRecord(app, owner, historyInput(id, { allergies: 'Látex' }))
  patientId = `patient-${id}`
})

const queryOf = (type: FhirType): string =>
  fhirResources[type].source === 'file' ? `patient=${patientId}` : '_count=3'

const form = 'application/x-www-form-urlencoded'

interface Posted {
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly contentType?: string
  readonly query?: string
}

const post = async (type: FhirType, body: string, given: Posted = {}) => {
  const { token = owner.token, headers = {}, contentType = form, query = '' } = given
  const { statusCode, body: text } = await app.server.inject({
    method: 'POST',
    url: `/api/fhir/R4/${type}/_search${query}`,
    headers: { 'content-type': contentType, authorization: `Bearer ${token}`, ...headers },
    payload: body,
  })
  return { status: statusCode, text }
}

const get = async (type: FhirType, query: string, token = owner.token) => {
  const { statusCode, body } = await app.server.inject({
    url: `/api/fhir/R4/${type}?${query}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: statusCode, text: body }
}

const trail = async () => {
  const { rows } = await sql<{ action: string; patientId: number | null; detail: string }>`
    select action, patient_id as "patientId", detail from audit_events
    where practice_id = ${owner.practiceId} order by at, strand, seq`.execute(app.owner.queries)
  return rows
}

describe.each(types)('a search of %s that comes as a form', (type) => {
  it('is answered as the same search in an address, to whoever may and nobody else, with the same row', async () => {
    const before = (await trail()).length
    const inAddress = await get(type, queryOf(type))
    const between = (await trail()).length
    const asForm = await post(type, queryOf(type))
    expect([asForm.status, asForm.text]).toEqual([200, inAddress.text])
    const rows = await trail()
    expect(rows.slice(between)).toEqual(rows.slice(before, between))
    expect((await post(type, queryOf(type), { token: 'nobody' })).status).toBe(401)
    const desk = await addMember(app, owner.practiceId, 'practitioner', false)
    const refused = await get(type, queryOf(type), desk.token)
    expect((await post(type, queryOf(type), { token: desk.token })).status).toBe(refused.status)
  })
})

describe('a search as a form', () => {
  it('looks for what its fields say, what stands twice too, and what stands in the address besides', async () => {
    const total = async (body: string, given: Posted = {}) =>
      (JSON.parse((await post('Patient', body, given)).text) as { total: number }).total
    expect(await total('identifier=CC+52')).toBe(1)
    expect(await total('identifier=CC%2053')).toBe(0)
    expect(await total('name=mariana&name=nobody')).toBe(0)
    expect(await total('name=mariana', { query: '?name=nobody' })).toBe(0)
    expect(await total('', { query: '?identifier=CC%2052' })).toBe(1)
    expect(await total('__proto__=x&constructor=y')).toBe(1)
  })

  it('is read by a key with the scope, and by no other', async () => {
    const { secret } = await mintKey(app, { ...owner, scopes: ['fhir'] })
    expect((await post('Patient', 'name=mariana', { token: secret })).status).toBe(200)
    const other = await mintKey(app, { ...owner, scopes: ['agenda'] })
    expect((await post('Patient', 'name=mariana', { token: other.secret })).status).toBe(403)
  })

  it('is refused from the page of another site, as anything but a form, too long, and by other methods', async () => {
    const origin = 'https://elsewhere.test'
    expect((await post('Patient', 'name=x', { headers: { origin } })).status).toBe(403)
    expect((await post('Patient', '{}', { contentType: 'application/json' })).status).toBe(415)
    expect((await post('Patient', `name=${'x'.repeat(20_000)}`)).status).toBe(413)
    expect((await post('Patient', `name=${'x'.repeat(400)}`)).status).toBe(400)
    const { statusCode, headers } = await app.server.inject({
      url: '/api/fhir/R4/Patient/_search',
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect([statusCode, headers.allow]).toEqual([405, 'POST'])
  })

  it('is answered whole whatever somebody says that they have', async () => {
    const { status, text } = await post('Patient', 'name=mariana', { headers: { 'if-none-match': '*' } })
    expect([status, text]).toEqual([200, expect.stringContaining('"total":1')])
  })

  it('leaves none of what was looked for in the trail', async () => {
    await post('Patient', 'email=mariana%40example.org')
    expect(JSON.stringify(await trail())).not.toContain('mariana@example.org')
  })
})
