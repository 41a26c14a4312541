import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../client.ts'
import { historyInput } from '../../factories/clinical.ts'
import { addMember, type TestPerson } from '../../factories/people.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { testPractice } from '../../test-practice.ts'
import { beyondToken, inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { mintToken } from '../scene/minted-session.ts'
import { membershipName, memberships } from '../scene/outsiders.ts'
import { type PracticeScene, stageScene } from '../scene/practice-scene.ts'

const { app, owner } = await testPractice({ alone: true })

/** Why a route may be called in a file whose records are all signed; none of them changes one. */
const mayBeCalled: Readonly<Record<string, string>> = {
  'POST /record': 'adds a record of its own; a signed medical history is not written anew, see below',
  'POST /record/:id/addenda': 'what is left to the author of a signed record (product-decisions.md §5)',
  'POST /record/print/:patientId': 'leaves a row in the trail',
  'POST /paper/patient/:patientId': 'a paper of what stands there',
  'POST /signature/saveOrUpdateByPatientIdAndRecordId/:patientId/:recordId':
    'several may sign (product-decisions.md §7), over the same content',
  'POST /signature/handOver/:patientId/:recordId': 'the device goes to a second signer',
  'POST /signature/handBack': 'the device comes back',
  'POST /consent/:recordId/withdraw': 'a patient may take a consent back at any time; its document stays',
  'PUT /draft/:patientId/:key': 'a draft is nobody’s record yet',
  'DELETE /draft/:patientId/:key': 'a draft is nobody’s record yet',
  'PUT /upload/:id/part/:part': 'an upload is nobody’s record yet; completing it is refused',
  'DELETE /upload/:id': 'an upload is nobody’s record yet',
  'POST /patient/:id/copies': 'a copy of what stands there',
  'POST /copy/:id/make': 'a copy of what stands there',
  'POST /copy/:id/link': 'a copy of what stands there',
  'POST /copy/:id/share': 'a copy of what stands there',
  'POST /copy/:id/handOver': 'a copy of what stands there',
  'POST /copy/:id/withdraw': 'a copy of what stands there',
  'POST /entries': 'a copy of what stands there',
  'POST /entries/:id/link': 'a copy of what stands there',
  'POST /handOvers/key': 'of no file',
  'POST /patient/:id/handOvers': 'a copy of what stands there',
  'POST /handOver/:id/link': 'a copy of what stands there',
  'POST /handOvers/received': 'of no file yet',
  'POST /handOvers/received/:id/take': 'adds records of its own',
  'POST /handOvers/received/:id/undo': 'takes away what it added, which nobody signed here',
  'DELETE /handOvers/received/:id': 'of no file yet',
  'POST /patient/:id/merge': 'what is signed says what it said, wherever it stands: patient-merges.test.ts',
  'DELETE /patient/:id/merge/:mergeId': 'refused once something was signed since: patient-merges.test.ts',
  'POST /erasure/:id/disclosure': 'a copy of what stands there',
  'POST /snippet': 'of no file',
  'PUT /snippet/:id': 'of no file',
  'DELETE /snippet/:id': 'of no file',
}

/** To anybody but who began it there is no such upload. */
const ofItsUser = new Set(['POST /upload/:id/complete'])

const writesContent = ({ method, access }: EndpointShape): boolean =>
  method !== 'GET' && typeof access === 'object' && access.clinical === true

const refusedRoutes = (): EndpointShape[] =>
  app.endpoints.filter(writesContent).filter((one) => !(nameOf(one) in mayBeCalled))

/** A file whose records are all signed, unlocked and fresh: nothing but the signatures stands in the way. */
const stageSignedFile = async (): Promise<PracticeScene> => {
  const scene = await stageScene(app, owner)
  const patients = [scene.patientId, scene.signing.patientId]
  await sql`update records set signed = true where patient_id = any(${patients})`.execute(app.owner.queries)
  await sql`
    update patients set unlocked_until = now() + interval '8 hours' where id = any(${patients})`.execute(
    app.owner.queries,
  )
  return scene
}

/** Signed records, their versions and their files, byte for byte. */
const signedContent = async (): Promise<string> => {
  const { rows } = await sql<{ digest: string }>`
    with signed as (select * from records where signed),
    of_signed as (
      select s::text as line from signed s
      union all select v::text from record_versions v where v.record_id in (select id from signed)
      union all select f::text from files f where f.record_id in (select id from signed)
    )
    select count(*) || ' ' || md5(string_agg(line, e'\\n' order by line)) as digest from of_signed`.execute(
    app.owner.queries,
  )
  return rows[0]?.digest ?? ''
}

const callAs = async (by: TestPerson, endpoint: EndpointShape, scene: PracticeScene): Promise<TestAnswer> =>
  callEndpoint(app, endpoint, { ...sampleOf(endpoint, scene), token: await mintToken(app, by) })

interface Member {
  readonly name: string
  readonly clinical: boolean
  readonly person: TestPerson
}

/** The author, and a member of every rank with and without clinical membership. */
const everybody = async (): Promise<Member[]> => {
  const members: Member[] = [{ name: 'the author', clinical: true, person: owner }]
  for (const { role, clinical } of memberships) {
    const person = await addMember(app, owner.practiceId, role, clinical)
    members.push({ name: membershipName({ role, clinical }), clinical, person })
  }
  return members
}

const expectedOf = (endpoint: EndpointShape, { person, clinical }: Member) => {
  if (!clinical) return { status: 403, errors: [{ message: 'clinical_access_required' }] }
  if (ofItsUser.has(nameOf(endpoint)) && person !== owner)
    return { status: 404, errors: [{ message: 'not_found' }] }
  return { status: 409, errors: [{ code: '0602', message: 'record_signed' }] }
}

describe('D2: a signed record', () => {
  it('is changed by no role through any route that writes content, and stays as it was', async () => {
    const routes = refusedRoutes()
    expect(routes.length).toBeGreaterThan(4)
    const scene = await stageSignedFile()
    const before = await signedContent()
    for (const [at, member] of (await everybody()).entries())
      for (const endpoint of dealt(routes, sizes.share.visits, at))
        expect(
          await callAs(member.person, endpoint, scene),
          `${nameOf(endpoint)}, ${member.name}`,
        ).toMatchObject(expectedOf(endpoint, member))
    expect(await signedContent()).toBe(before)
  })

  it('is not written anew as a medical history, by no role', async () => {
    const scene = await stageSignedFile()
    const before = await signedContent()
    const create = app.endpoints.find((one) => nameOf(one) === 'POST /record')
    if (!create) throw new Error('nothing writes a record')
    for (const member of await everybody()) {
      const body = historyInput(scene.patientId, { profession: 'Otra' })
      const answer = await callEndpoint(app, create, { token: await mintToken(app, member.person), body })
      expect(answer, member.name).toMatchObject(expectedOf(create, member))
    }
    expect(await signedContent()).toBe(before)
  })

  it('stays as it was under each route that may be called all the same, which says why', async () => {
    const routes = app.endpoints.filter((one) => nameOf(one) in mayBeCalled)
    expect(routes.map(nameOf).toSorted()).toEqual(Object.keys(mayBeCalled).toSorted())
    const scene = await stageSignedFile()
    for (const endpoint of inCallOrder(routes)) {
      const before = await signedContent()
      expect((await callAs(owner, endpoint, scene)).status, nameOf(endpoint)).toBe(endpoint.status ?? 200)
      expect(await signedContent(), nameOf(endpoint)).toBe(before)
    }
  })

  it('stays as it was under every other route that writes, whatever it is about', async () => {
    const scene = await stageSignedFile()
    const before = await signedContent()
    const others = app.endpoints.filter(
      (one) => one.method !== 'GET' && !writesContent(one) && !(nameOf(one) in beyondToken),
    )
    for (const endpoint of dealt(inCallOrder(others), sizes.share.visits)) {
      await callAs(owner, endpoint, scene)
      expect(await signedContent(), nameOf(endpoint)).toBe(before)
    }
  })
})
