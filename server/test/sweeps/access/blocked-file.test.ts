import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../client.ts'
import { testPractice } from '../../test-practice.ts'
import { nameOf, samplesOf } from '../scene/endpoint-samples.ts'
import { leafAt, leavesOf } from '../scene/json/leaves.ts'
import { mintToken } from '../scene/minted-session.ts'
import { type PracticeScene, stageScene } from '../scene/practice-scene.ts'

const { app, owner } = await testPractice({ alone: true })

/** What names something of a blocked file and is answered all the same, each with why (decision 0057). */
const answered: Readonly<Record<string, string>> = {
  'GET /calendar/appointments/:practiceId/:start/:end':
    'those of some ids that the agenda has; it has none of these',
  'GET /receipt/:id': 'what was paid, which tax law keeps',
  'GET /retention/holds/:patientId': 'holds win over an erasure until it is carried out',
  'POST /retention/holds/:patientId': 'holds win over an erasure until it is carried out',
  'POST /retention/hold/:id/lift': 'holds win over an erasure until it is carried out',
  'GET /settings/audit': 'who did what when, about a number',
  'GET /settings/audit/export': 'who did what when, about a number',
}

/** Lists that name a blocked patient, each with why. */
const listed: Readonly<Record<string, string>> = {
  'GET /erasures': 'an owner has to know whose file it is that will be destroyed',
}

const elsewhere = await stageScene(app, owner)
const scene = await stageScene(app, owner)

/** What the scene has of its first patient. */
const things: ReadonlySet<string> = new Set(
  (
    [
      'patientId',
      'historyId',
      'caseId',
      'followUpId',
      'appointmentId',
      'occurrenceId',
      'packageId',
      'receiptId',
      'voidableId',
      'waitingId',
      'documentId',
      'temporaryId',
      'fileId',
      'uploadId',
      'abortableId',
      'paperId',
      'holdId',
      'copyId',
      'handableCopyId',
      'withdrawableCopyId',
      'handOverId',
    ] as const satisfies readonly (keyof PracticeScene)[]
  ).map((key) => String(scene[key])),
)

const namesThing = (value: unknown, other: unknown): boolean =>
  value !== other && things.has(/^(?:[a-z_]+:)*(\d+)$/.exec(String(value))?.[1] ?? '')

/** What is asked of an endpoint that names something of the file. */
const ofFile = (endpoint: EndpointShape): ReturnType<typeof samplesOf> => {
  const others = samplesOf(endpoint, elsewhere)
  return samplesOf(endpoint, scene).filter((input, index) =>
    leavesOf(input).some(([path, value]) => namesThing(value, leafAt(others[index] ?? {}, path))),
  )
}

/** As `erasures.repository.ts` blocks a file, whatever law would keep it. */
const block = async (): Promise<void> => {
  const { patientId } = scene
  await sql`
    insert into erasures (practice_id, patient_id, patient_uid, scope, ground, state, decided_by, destroy_after)
    select practice_id, id, uid, 'whole', 'request', 'blocked', ${owner.userId}, now() + interval '30 days'
    from patients where id = ${patientId}`.execute(app.owner.queries)
  await sql`update patients set archived_at = now(), blocked_at = now() where id = ${patientId}`.execute(
    app.owner.queries,
  )
  await sql`update appointments set blocked = true where patient_id = ${patientId}`.execute(app.owner.queries)
}

const callAll = async (
  endpoint: EndpointShape,
  inputs = samplesOf(endpoint, scene),
): Promise<readonly TestAnswer[]> => {
  const answers: TestAnswer[] = []
  for (const input of inputs)
    answers.push(await callEndpoint(app, endpoint, { ...input, token: await mintToken(app, owner) }))
  return answers
}

const name = `Mariana ${scene.canary}`
await block()

describe('a blocked file', () => {
  const named = app.endpoints.filter((one) => ofFile(one).length > 0)

  it('is answered by no route that names something of it, for an owner either, but by those that are listed', async () => {
    expect(named.length).toBeGreaterThan(60)
    const open: string[] = []
    for (const endpoint of named)
      for (const { status, text } of await callAll(endpoint, ofFile(endpoint))) {
        expect(text, nameOf(endpoint)).not.toContain(nameOf(endpoint) in answered ? '\u0000' : name)
        if (status < 400) open.push(nameOf(endpoint))
      }
    expect([...new Set(open)].sort()).toEqual(Object.keys(answered).sort())
  })

  it('is named by no list but those that say why', async () => {
    const lists = app.endpoints.filter(
      (one) =>
        one.method === 'GET' && typeof one.access === 'object' && ofFile(one).length === 0 && !one.events,
    )
    const naming: string[] = []
    for (const endpoint of lists)
      for (const { text } of await callAll(endpoint)) if (text.includes(name)) naming.push(nameOf(endpoint))
    expect([...new Set(naming)].sort()).toEqual(Object.keys(listed).sort())
  })
})
