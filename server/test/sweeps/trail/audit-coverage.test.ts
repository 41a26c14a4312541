import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import type { auditActions } from '@ulna/contract/audit-actions'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { recordEndpoints } from '@ulna/contract/records/records'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CallOptions, callEndpoint, type TestAnswer } from '../../client.ts'
import { registerOwner, type TestPerson } from '../../factories/people.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { testServer } from '../../test-practice.ts'
import type { SampleInput } from '../samples/sample.ts'
import { beyondToken, inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { leavesOf, numberNamedBy } from '../scene/json/leaves.ts'
import { mintToken } from '../scene/minted-session.ts'
import { type PracticeScene, stageScene } from '../scene/practice-scene.ts'

let owner: TestPerson
let scene: PracticeScene

const app = await testServer({ alone: true })

beforeAll(async () => {
  // Ids that no count, version or limit of a sample looks like.
  await sql`select setval('global_id', 500000)`.execute(app.owner.queries)
  owner = await registerOwner(app)
  scene = await stageScene(app, owner)
})

interface Row {
  readonly practice_id: number
  readonly action: string
  readonly user_id: number | null
  readonly patient_id: number | null
}

/** The heads of all practices as JSON: what is behind them came later. */
const heads = async (): Promise<string> =>
  JSON.stringify(
    await app.owner.queries.selectFrom('audit_heads').select(['practice_id', 'strand', 'seq']).execute(),
  )

const rowsBehind = async (before: string): Promise<readonly Row[]> => {
  const { rows } = await sql<Row>`
    select e.practice_id, e.action, e.user_id, e.patient_id
    from audit_events e
    left join json_to_recordset(${before}::json) as h (practice_id bigint, strand smallint, seq bigint)
      on h.practice_id = e.practice_id and h.strand = e.strand
    where e.seq > coalesce(h.seq, 0) order by e.practice_id, e.strand, e.seq`.execute(app.owner.queries)
  return rows
}

/** What a call answered, and the rows it left in the trails of all practices. */
const rowsOf = async (
  endpoint: EndpointShape,
  options: CallOptions,
): Promise<{ answer: TestAnswer; rows: readonly Row[] }> => {
  const before = await heads()
  const answer = await callEndpoint(app, endpoint, options)
  return { answer, rows: await rowsBehind(before) }
}

/** Calls that name a patient, or nobody in particular, and tell of many. */
const aboutMany = new Set([
  'GET /patient',
  'GET /patient/findLatestByUser',
  'GET /patient/findByName/:name',
  'GET /patient/findDuplicates',
])

/** Whose file a call touches, by the ids it names. */
const patientOf = (endpoint: EndpointShape, input: SampleInput, answer: TestAnswer): number | null => {
  if (aboutMany.has(nameOf(endpoint))) return null
  if (nameOf(endpoint) === 'POST /patient') return (answer.payload as { id: number }).id
  // Its link names the patient and nothing else does.
  if (endpoint.path.startsWith('/reminder/') || endpoint.path === '/file/link/:token') return scene.patientId
  const named = new Set(
    leavesOf(input).map(([, leaf]) =>
      Number(/^new:\w+:case:(\d+)$/.exec(String(leaf))?.[1] ?? numberNamedBy(leaf)),
    ),
  )
  if (named.has(scene.signing.patientId) || named.has(scene.consentId)) return scene.signing.patientId
  const alone = [
    scene.mergeablePatientId,
    scene.mergedPatientId,
    scene.emptyPatientId,
    scene.leavingPatientId,
    scene.erasablePatientId,
  ]
  for (const id of alone) if (named.has(id)) return id
  if (named.has(scene.announcedId)) return scene.announcedPatientId
  if (nameOf(endpoint) === 'POST /erasure/:id/rest') return scene.erasedPatientId
  if (named.has(scene.handedRecordId)) return scene.handedPatientId
  if (named.has(scene.undoableReceivedId)) return scene.undoablePatientId
  if (named.has(scene.retractableId)) return scene.retractablePatientId
  const { patientId, historyId, caseId, followUpId, appointmentId, occurrenceId, waitingId } = scene
  const { documentId, temporaryId, fileId, uploadId, abortableId, paperId, packageId } = scene
  const { receiptId, sheetId, voidableId, holdId, copyId, handableCopyId, handOverId } = scene
  const { withdrawableCopyId } = scene
  const ofPatient = [
    ...[patientId, historyId, caseId, followUpId, appointmentId, occurrenceId, waitingId],
    ...[documentId, temporaryId, fileId, uploadId, abortableId, paperId, packageId],
    ...[receiptId, sheetId, voidableId, holdId, copyId, handableCopyId, handOverId],
    withdrawableCopyId,
  ]
  return ofPatient.some((id) => named.has(id)) ? patientId : null
}

/** What a call does besides, which leaves a row of its own before that of the call. */
const besides: Readonly<Record<string, (typeof auditActions)[number]>> = {
  // The paper in the copy: it has a code of its own.
  'POST /copy/:id/make': 'paper.issue',
  'POST /patient/:id/handOvers': 'paper.issue',
}

/** A second patient whom a call is about; their trail tells of it as well. */
const secondPatient: Readonly<Record<string, (scene: PracticeScene) => number>> = {
  'GET /patient/:id/merge/with/:otherId': ({ leavingPatientId }) => leavingPatientId,
  'POST /patient/:id/merge': ({ twinPatientId }) => twinPatientId,
  'DELETE /patient/:id/merge/:mergeId': ({ aliasPatientId }) => aliasPatientId,
}

const byPatient = (one: Row, other: Row): number => Number(one.patient_id) - Number(other.patient_id)

describe('D5: the trail', () => {
  it('gets exactly the row each endpoint declares, with actor, patient and practice, and none from the others', async () => {
    for (const endpoint of inCallOrder(app.endpoints).filter((one) => !(nameOf(one) in beyondToken))) {
      const input = sampleOf(endpoint, scene)
      const { answer, rows } = await rowsOf(endpoint, { ...input, token: await mintToken(app, owner) })
      expect(answer.status, `${nameOf(endpoint)} ${answer.text}`).toBe(endpoint.status ?? 200)
      const expected =
        endpoint.audit === null
          ? []
          : [besides[nameOf(endpoint)] ?? [], endpoint.audit].flat().map((action) => ({
              action,
              user_id: endpoint.access === 'public' ? null : owner.userId,
              patient_id: patientOf(endpoint, input, answer),
              practice_id: typeof endpoint.access === 'object' ? owner.practiceId : expect.any(Number),
            }))
      const second = secondPatient[nameOf(endpoint)]?.(scene)
      if (second === undefined) expect(rows, nameOf(endpoint)).toEqual(expected)
      else
        expect([...rows].sort(byPatient), nameOf(endpoint)).toEqual(
          [...expected, ...expected.map((row) => ({ ...row, patient_id: second }))].sort(byPatient),
        )
    }
  })

  it('holds nothing of what was written or searched for', async () => {
    const rows = await app.owner.queries.selectFrom('audit_events').select('detail').execute()
    for (const { detail } of rows)
      expect(detail.toLowerCase()).not.toMatch(new RegExp(`${scene.canary}|mariana|echeverr`))
  })

  it('gets the row of a repeated answer too', async () => {
    const fresh = await stageScene(app, owner)
    const audited = inCallOrder(app.endpoints).filter(
      (one) => one.method === 'POST' && one.audit !== null && !(nameOf(one) in beyondToken),
    )
    for (const endpoint of dealt(audited, sizes.share.inputs)) {
      // A file is put together anew, and says that it was.
      if (['/auth/logout', '/erasure/:id/disclosure'].includes(endpoint.path)) continue
      const options = {
        ...sampleOf(endpoint, fresh),
        token: await mintToken(app, owner),
        headers: { 'idempotency-key': `again ${endpoint.path}`.replaceAll(' ', '-') },
      }
      const first = await rowsOf(endpoint, options)
      const second = await rowsOf(endpoint, options)
      expect(second.answer.text, nameOf(endpoint)).toBe(first.answer.text)
      // Of two files the one that the answer names is told of again.
      const other = secondPatient[nameOf(endpoint)]?.(fresh)
      const told = first.rows.filter((row) => other === undefined || row.patient_id !== other)
      expect(second.rows.map((row) => [row.action, row.patient_id, row.practice_id])).toEqual(
        told.map((row) => [row.action, row.patient_id, row.practice_id]),
      )
    }
  })
})

describe('D5: a login that fails', () => {
  const fail = async (username: string, password: string): Promise<readonly [number, string[]]> => {
    const { answer, rows } = await rowsOf(accountEndpoints.login, { body: { username, password } })
    return [answer.status, rows.map((row) => row.action)]
  }
  const oneRow = ['account.login_failed']

  it('leaves one row, whatever was wrong', async () => {
    expect(await fail(owner.username, 'wrong')).toEqual([401, oneRow])
    expect(await fail('nobody@example.test', 'wrong')).toEqual([401, oneRow])
    const disabled = await registerOwner(app)
    await app.owner.queries
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', disabled.userId)
      .execute()
    expect(await fail(disabled.username, disabled.password)).toEqual([401, oneRow])
    const waiting = await registerOwner(app)
    await app.owner.queries
      .updateTable('users')
      .set({ activated_at: null })
      .where('id', '=', waiting.userId)
      .execute()
    expect(await fail(waiting.username, waiting.password)).toEqual([403, oneRow])
  })
})

/** Calls that say more precisely than their endpoint what was done. */
const preciseActions: readonly {
  readonly action: (typeof auditActions)[number]
  readonly endpoint: EndpointShape
  readonly body: object
}[] = [
  {
    action: 'patient.unlock',
    endpoint: patientEndpoints.update,
    body: { unlocked: true, reason: 'corregir una fecha' },
  },
  { action: 'patient.lock', endpoint: patientEndpoints.update, body: { unlocked: false } },
  {
    action: 'case.close',
    endpoint: recordEndpoints.update,
    body: { caseStatus: 'closed', caseOutcome: 'improved', caseClosedOn: '2026-05-06' },
  },
  {
    action: 'case.reopen',
    endpoint: recordEndpoints.update,
    body: { caseStatus: 'active', reason: 'vuelve el dolor' },
  },
]

describe('D5: lock and case', () => {
  it('leave one row with their own action', async () => {
    const fresh = await stageScene(app, owner)
    for (const { action, endpoint, body } of preciseActions) {
      const id = endpoint.path.startsWith('/patient') ? fresh.patientId : fresh.caseId
      const { answer, rows } = await rowsOf(endpoint, {
        params: { id },
        body,
        token: await mintToken(app, owner),
      })
      expect(answer.status, answer.text).toBe(200)
      expect(rows.map((row) => [row.action, row.patient_id, row.user_id])).toEqual([
        [action, fresh.patientId, owner.userId],
      ])
    }
  })
})
