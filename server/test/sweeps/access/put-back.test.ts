import type { SessionPayload } from '@ulna/contract/accounts/accounts'
import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { securityEndpoints } from '@ulna/contract/accounts/accounts.security'
import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { draftEndpoints } from '@ulna/contract/drafts/drafts'
import { erasureEndpoints } from '@ulna/contract/erasures/erasures'
import { erasureActEndpoints } from '@ulna/contract/erasures/erasures.acts'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { importEndpoints } from '@ulna/contract/imports/imports'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { memberEndpoints } from '@ulna/contract/practices/practices.members'
import { priceEndpoints } from '@ulna/contract/receipts/receipts.prices'
import { recordEndpoints } from '@ulna/contract/records/records'
import { absenceEndpoints, scheduleEndpoints } from '@ulna/contract/schedules/schedules'
import { sessionPackageEndpoints } from '@ulna/contract/session-packages/session-packages'
import { snippetEndpoints } from '@ulna/contract/snippets/snippets'
import { waitListEndpoints } from '@ulna/contract/wait-list/wait-list'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../client.ts'
import { testPractice } from '../../test-practice.ts'
import { nameOf } from '../scene/endpoint-samples.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'

const { app, owner } = await testPractice({ alone: true })
const scene = await stageScene(app, owner)

type Thing = Readonly<Record<string, unknown>>
type Params = Readonly<Record<string, string | number>>

/** What was read, and where it is put back. */
interface Answered {
  readonly params?: Params
  readonly thing: Thing
}

const ask = async (endpoint: EndpointShape, params: Params = {}): Promise<unknown> => {
  const { status, payload, text } = await callEndpoint(app, endpoint, {
    params,
    token: await mintToken(app, owner),
  })
  if (status !== 200) throw new Error(`${nameOf(endpoint)} answered ${status}: ${text}`)
  return payload
}

const one = (endpoint: EndpointShape, id: number) => async (): Promise<Answered[]> => [
  { params: { id }, thing: (await ask(endpoint, { id })) as Thing },
]

/** Every row of a list, put back under the id that `key` names. */
const each =
  (endpoint: EndpointShape, key: string, name = key, params: Params = {}) =>
  async (): Promise<Answered[]> =>
    ((await ask(endpoint, params)) as Thing[]).map((thing) => ({
      params: { [name]: thing[key] as number },
      thing,
    }))

const me = async (): Promise<SessionPayload> => (await ask(accountEndpoints.me)) as SessionPayload

/** Where a GET answers what a PUT changes. */
const sources: Readonly<Record<string, () => Promise<Answered[]>>> = {
  // Before its day alone an erasure is changed.
  'PUT /erasure/:id/notices': async () =>
    ((await ask(erasureEndpoints.list)) as Thing[])
      .filter(({ state, actId }) => state === 'blocked' && actId === null)
      .map((thing) => ({ params: { id: thing.id as number }, thing })),
  'PUT /erasures/act/:id/notices': each(erasureActEndpoints.list, 'id'),
  'PUT /auth/preferences': async () => [{ thing: (await me()).user }],
  'PUT /auth/passkeys/:id': async () =>
    ((await ask(securityEndpoints.overview)) as { passkeys: (Thing & { id: number })[] }).passkeys.map(
      (thing) => ({
        params: { id: thing.id },
        thing,
      }),
    ),
  'PUT /settings/user': async () => {
    const { user, doctor: practitioner } = await me()
    return [{ thing: { user, doctor: practitioner } }]
  },
  'PUT /settings/practice': async () => [{ thing: { ...(await me()).practice } }],
  'PUT /settings/member/:id': each(memberEndpoints.list, 'practiceRoleId', 'id'),
  'PUT /patient/:id': () => one(patientEndpoints.read, scene.patientId)(),
  'PUT /record/:id': async () =>
    (
      await Promise.all(
        [
          scene.historyId,
          scene.caseId,
          scene.followUpId,
          scene.documentId,
          scene.temporaryId,
          scene.signing.recordId,
          scene.consentId,
        ].map((id) => one(recordEndpoints.read, id)()),
      )
    ).flat(),
  'PUT /record/document/:id/subtype/:subtype': async () => {
    const [answered] = await one(recordEndpoints.read, scene.documentId)()
    const thing = answered?.thing ?? {}
    return [{ params: { id: scene.documentId, subtype: String(thing.subtype) }, thing }]
  },
  'PUT /draft/:patientId/:key': async () =>
    ((await ask(draftEndpoints.list, { patientId: scene.patientId })) as (Thing & { key: string })[]).map(
      (thing) => ({
        params: { patientId: scene.patientId, key: thing.key },
        thing,
      }),
    ),
  'PUT /appointment/:id': () => one(appointmentEndpoints.read, scene.appointmentId)(),
  'PUT /appointment/:id/repeat': () => one(appointmentEndpoints.read, scene.occurrenceId)(),
  'PUT /calendar/schedule/:doctorId': each(scheduleEndpoints.list, 'doctorId'),
  'PUT /absence/:id': each(absenceEndpoints.list, 'id', 'id', { start: '2029-12-01', end: '2030-01-31' }),
  'PUT /sessionpackage/:id': () => one(sessionPackageEndpoints.read, scene.packageId)(),
  'PUT /snippet/:id': each(snippetEndpoints.list, 'id'),
  'PUT /import/:id': () => one(importEndpoints.read, scene.importId)(),
  'PUT /price/:id': each(priceEndpoints.list, 'id'),
  'PUT /waitlist/:id': each(waitListEndpoints.list, 'id'),
}

/** What is no thing that a GET answers. */
const commands: Readonly<Record<string, string>> = {
  'PUT /upload/:id/part/:part': 'bytes',
  'PUT /auth/shortCode': 'a code, which nothing answers',
  'PUT /sessionpackage/visit/:appointmentId': 'says what to do with a session',
  'PUT /practice/day-sheet/passwords': 'says nothing: others are made',
}

/** Counted by every write, whatever it says. */
const counted = new Set([
  'version',
  'versions',
  'doctorVersion',
  'revision',
  'updatedAt',
  'lastSeenAt',
  'device',
])

const contentOf = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/\?v=\d+/g, ''), (key, inner) =>
    counted.has(key) ? undefined : inner,
  )

describe('what a GET answered', () => {
  it('is known of every PUT', () => {
    const puts = app.endpoints.filter(({ method }) => method === 'PUT').map(nameOf)
    expect(puts.sort()).toEqual([...Object.keys(sources), ...Object.keys(commands)].sort())
  })

  it.each(Object.keys(sources))('may be put back unchanged, and changes nothing: %s', async (name) => {
    const endpoint = app.endpoints.find((one) => nameOf(one) === name)
    const read = sources[name]
    if (!endpoint || !read) throw new Error(`no endpoint ${name}`)
    const before = await read()
    expect(before.length).toBeGreaterThan(0)
    for (const { params = {}, thing } of before) {
      const answer = await callEndpoint(app, endpoint, {
        params,
        body: thing,
        token: await mintToken(app, owner),
      })
      expect(answer.status, `${JSON.stringify(thing)} ${answer.text}`).toBe(200)
    }
    expect(contentOf(await read())).toEqual(contentOf(before))
  })
})

describe('a record that no longer changes', () => {
  const put = async (id: number, body: unknown) =>
    callEndpoint(app, recordEndpoints.update, { params: { id }, body, token: await mintToken(app, owner) })
  const read = async (id: number) => (await ask(recordEndpoints.read, { id })) as Thing

  it('takes back what it says and makes no version of it: closed, void', async () => {
    const { caseId, followUpId } = await stageScene(app, owner)
    await put(caseId, { caseStatus: 'closed', caseOutcome: 'improved', caseClosedOn: '2026-11-20' })
    await callEndpoint(app, recordEndpoints.remove, {
      params: { id: followUpId },
      query: { reason: 'Escrito en otro paciente' },
      token: await mintToken(app, owner),
    })
    for (const id of [caseId, followUpId]) {
      const before = await read(id)
      expect((await put(id, before)).status).toBe(200)
      expect(await read(id)).toEqual(before)
    }
    const closed = await read(caseId)
    expect(await put(caseId, { ...closed, caseOutcome: 'worsened' })).toMatchObject({
      status: 409,
      errors: [{ message: 'case_closed' }],
    })
    expect((await put(caseId, { ...closed, caseStatus: 'active', reason: 'Recaída' })).payload).toMatchObject(
      {
        caseStatus: 'active',
        caseOutcome: null,
      },
    )
  })
})
