import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { callEndpoint } from '../../client.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { testPractice } from '../../test-practice.ts'
import { beyondToken, inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'
import { fingerprintOfDatabase } from '../scene/row-fingerprint.ts'

const { app, owner } = await testPractice({ alone: true })
const scene = await stageScene(app, owner)

const run = (statement: string): Promise<unknown> =>
  sql.raw(statement.replace('{app}', inject('postgres').appRole)).execute(app.owner.queries)

/** Ways in which the trail cannot be written, and what makes it whole again. */
const failures = [
  {
    what: 'its rows cannot be inserted',
    breaks: 'revoke insert on audit_events from {app}',
    mends: 'grant insert on audit_events to {app}',
  },
  {
    what: 'its head cannot be moved',
    breaks: 'revoke update on audit_heads from {app}',
    mends: 'grant update (seq, mac) on audit_heads to {app}',
  },
  {
    what: 'its table is gone',
    breaks: 'alter table audit_events rename to audit_events_elsewhere',
    mends: 'alter table audit_events_elsewhere rename to audit_events',
  },
  {
    what: 'its rows are refused',
    breaks: 'alter table audit_events add constraint none check (false) not valid',
    mends: 'alter table audit_events drop constraint none',
  },
] as const

/** What shows the trail cannot while there is none. */
const readsTrail = [
  'GET /settings/audit',
  'GET /settings/audit/export',
  'GET /patient/:id/openings',
  // How many rows of it are about the patient, and who opened the file.
  'GET /erasure/patient/:patientId',
  'POST /erasure/patient/:patientId',
  'POST /erasure/:id/rest',
  'POST /copy/:id/make',
  'POST /erasure/:id/disclosure',
  // Whether an archive is of what the practice has now.
  'GET /practice/deletion',
]

const notAudited = ['idempotency_keys']

describe('D7: while the trail cannot be written', () => {
  it.each(failures)(
    'because $what, nothing of a file is told or changed',
    async ({ what, breaks, mends }) => {
      await run(breaks)
      const before = await fingerprintOfDatabase(app, notAudited)
      const called = inCallOrder(app.endpoints).filter((one) => !(nameOf(one) in beyondToken))
      const at = failures.findIndex((one) => one.what === what)
      for (const endpoint of dealt(called, sizes.share.endpoints, at)) {
        const answer = await callEndpoint(app, endpoint, {
          ...sampleOf(endpoint, scene),
          token: await mintToken(app, owner),
        })
        if (what === 'its table is gone' && readsTrail.includes(nameOf(endpoint))) {
          expect([nameOf(endpoint), answer.status]).toEqual([nameOf(endpoint), 500])
          continue
        }
        if (endpoint.audit === null) {
          expect(answer.status, nameOf(endpoint)).toBe(200)
          continue
        }
        expect([nameOf(endpoint), answer.status, answer.errors[0]?.message]).toEqual([
          nameOf(endpoint),
          503,
          'service_unavailable',
        ])
        expect(answer.headers['retry-after'], nameOf(endpoint)).toBe('2')
        expect(answer.text).not.toContain(scene.canary)
        expect(answer.text).not.toContain('payload')
      }
      expect(await fingerprintOfDatabase(app, notAudited)).toEqual(before)
      await run(mends)
    },
  )

  it('a login that fails is refused as well, and a repeated answer is not given', async () => {
    const create = app.endpoints.find((endpoint) => nameOf(endpoint) === 'POST /record')
    if (!create) throw new Error('POST /record is gone')
    const call = async () =>
      callEndpoint(app, create, {
        ...sampleOf(create, scene),
        token: await mintToken(app, owner),
        headers: { 'idempotency-key': 'told-before' },
      })
    expect((await call()).status).toBe(201)
    await run(failures[0].breaks)
    expect((await call()).status).toBe(503)
    const login = await callEndpoint(
      app,
      { method: 'POST', path: '/auth/login' },
      { body: { username: owner.username, password: 'wrong' } },
    )
    expect(login.status).toBe(503)
    await run(failures[0].mends)
    expect((await call()).status).toBe(201)
  })
})
