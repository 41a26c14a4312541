import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../client.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { testPractice } from '../../test-practice.ts'
import { nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { mintToken } from '../scene/minted-session.ts'
import { type PracticeScene, stageScene } from '../scene/practice-scene.ts'

const { app, owner } = await testPractice({ alone: true })

/** What a locked file takes: what adds to it, drafts and uploads, which are nobody's record yet, and what is of no file (product-decisions.md §5). */
const takenWhileLocked = new Set([
  'POST /record',
  'POST /record/:id/addenda',
  'POST /record/print/:patientId',
  'POST /paper/patient/:patientId',
  'POST /signature/saveOrUpdateByPatientIdAndRecordId/:patientId/:recordId',
  'POST /signature/handOver/:patientId/:recordId',
  'POST /signature/handBack',
  'POST /consent/:recordId/withdraw',
  'PUT /draft/:patientId/:key',
  'DELETE /draft/:patientId/:key',
  'PUT /upload/:id/part/:part',
  'DELETE /upload/:id',
  'POST /patient/:id/copies',
  'POST /copy/:id/make',
  'POST /copy/:id/link',
  'POST /copy/:id/share',
  'POST /copy/:id/handOver',
  'POST /copy/:id/withdraw',
  'POST /entries',
  'POST /entries/:id/link',
  'POST /handOvers/key',
  'POST /patient/:id/handOvers',
  'POST /handOver/:id/link',
  'POST /handOvers/received',
  'POST /handOvers/received/:id/take',
  'POST /handOvers/received/:id/undo',
  'DELETE /handOvers/received/:id',
  'POST /erasure/:id/disclosure',
  'POST /snippet',
  'PUT /snippet/:id',
  'DELETE /snippet/:id',
])

const changesContent = ({ method, access }: EndpointShape): boolean =>
  method !== 'GET' && typeof access === 'object' && access.clinical === true

/** A file whose records are older than the hours in which their author may correct them. */
const stageLockedFile = async (): Promise<PracticeScene> => {
  const scene = await stageScene(app, owner)
  await sql`
    update records set created_at = created_at - interval '3 days' where patient_id = ${scene.patientId}`.execute(
    app.owner.queries,
  )
  await sql`
    update patients set unlocked_until = null
    where id in (${scene.mergeablePatientId}, ${scene.mergedPatientId})`.execute(app.owner.queries)
  return scene
}

const contentOf = async ({ patientId }: PracticeScene): Promise<string> => {
  const { rows } = await sql<{ content: string }>`
    select string_agg(r::text, ' ' order by r.id) as content from records r where patient_id = ${patientId}`.execute(
    app.owner.queries,
  )
  return rows[0]?.content ?? ''
}

const callOn = async (endpoint: EndpointShape, scene: PracticeScene): Promise<TestAnswer> =>
  callEndpoint(app, endpoint, { ...sampleOf(endpoint, scene), token: await mintToken(app, owner) })

describe('D11: a locked file', () => {
  it('refuses every route that changes what stands in it, and stays as it was', async () => {
    const routes = app.endpoints.filter(changesContent).filter((one) => !takenWhileLocked.has(nameOf(one)))
    expect(routes.length).toBeGreaterThan(1)
    for (const endpoint of routes) {
      const scene = await stageLockedFile()
      const before = await contentOf(scene)
      expect(await callOn(endpoint, scene), nameOf(endpoint)).toMatchObject({
        status: 403,
        errors: [{ code: '0301', message: 'patient_locked' }],
      })
      expect(await contentOf(scene), nameOf(endpoint)).toBe(before)
    }
  })

  it('takes what adds to it, and leaves what it held as it was', async () => {
    const routes = app.endpoints.filter((one) => takenWhileLocked.has(nameOf(one)))
    expect(routes.length).toBe(takenWhileLocked.size)
    for (const endpoint of dealt(routes, sizes.share.visits)) {
      const scene = await stageLockedFile()
      const before = await contentOf(scene)
      expect((await callOn(endpoint, scene)).status, nameOf(endpoint)).toBe(endpoint.status ?? 200)
      expect(await contentOf(scene), nameOf(endpoint)).toContain(before)
    }
  })
})
