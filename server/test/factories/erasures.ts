import { type Erasure, type ErasurePreview, erasureEndpoints } from '@ulna/contract/erasures/erasures'
import { type ErasureAct, erasureActEndpoints } from '@ulna/contract/erasures/erasures.acts'
import { patientArchiveEndpoints } from '@ulna/contract/patient-archive/patient-archive'
import { recordEndpoints } from '@ulna/contract/records/records'
import type { RetentionChoice } from '@ulna/contract/retention/retention.rules'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { sql } from 'kysely'
import type { TestApp } from '../build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../client.ts'
import { caseInput, createPatient, writeRecord } from './clinical.ts'
import type { TestPerson } from './people.ts'

/** A request of a patient, as somebody noted it. */
export const requestInput = {
  ground: 'request',
  askedOn: '2026-01-12',
  askedBy: 'patient',
  identity: 'document',
} as const

/** Everything that a test of erasures asks for, of one practice. */
export const erasuresOf = (app: TestApp, by: TestPerson) => {
  const ask = (
    name: keyof typeof erasureEndpoints,
    params: Record<string, number>,
    body: object = {},
    { token } = by,
  ): Promise<TestAnswer> => callEndpoint(app, erasureEndpoints[name], { token, params, body })

  const must = async <T>(answer: Promise<TestAnswer>): Promise<T> => {
    const { status, payload, text } = await answer
    if (status >= 300) throw new Error(`answered ${status}: ${text}`)
    return payload as T
  }

  const askAct = (
    name: keyof typeof erasureActEndpoints,
    params: Record<string, number>,
    body: object = {},
    { token } = by,
  ): Promise<TestAnswer> => callEndpoint(app, erasureActEndpoints[name], { token, params, body })

  const list = async (): Promise<Erasure[]> =>
    (await callEndpoint(app, erasureEndpoints.list, { token: by.token, query: { limit: '200' } })).payload

  return {
    ask,
    askAct,
    /** Several files on one act. */
    putOnAct: (patientIds: readonly number[]): Promise<ErasureAct> =>
      must(askAct('block', {}, { patientIds, graceDays: 1 })),
    findAct: async (id: number): Promise<ErasureAct | undefined> => {
      const answer = await callEndpoint(app, erasureActEndpoints.list, { token: by.token, query: {} })
      return (answer.payload as ErasureAct[]).find((one) => one.id === id)
    },
    list,
    /** The bytes of a certificate or an act. */
    paper: async (path: `${number}/certificate` | `act/${number}/paper`): Promise<Buffer> => {
      const url = path.startsWith('act') ? `/api/erasures/${path}` : `/api/erasure/${path}`
      const headers = { authorization: `Bearer ${by.token}` }
      const { statusCode, rawPayload, body } = await app.server.inject({ url, headers })
      if (statusCode !== 200) throw new Error(`answered ${statusCode}: ${body}`)
      return rawPayload
    },
    preview: (patientId: number): Promise<ErasurePreview> => must(ask('preview', { patientId })),
    block: (patientId: number, body: object = requestInput): Promise<Erasure> =>
      must(ask('block', { patientId }, body)),
    find: async (id: number): Promise<Erasure | undefined> => (await list()).find((one) => one.id === id),
    choose: (retention: Partial<RetentionChoice>): Promise<unknown> =>
      must(
        callEndpoint(app, settingsEndpoints.updatePractice, {
          token: by.token,
          body: { configurations: { retention } },
        }),
      ),
    /** Has the days to take it back go by, and the work that waits for them done. */
    comeDue: async (id: number): Promise<void> => {
      await sql`update erasures set destroy_after = now() - interval '1 second' where id = ${id}`.execute(
        app.owner.queries,
      )
      await sql`
        update graphile_worker._private_jobs set run_at = now()
        where (payload->>'erasureId')::bigint = ${id}`.execute(app.owner.queries)
      await app.runJobs()
    },
    archive: async (id: number): Promise<number> => {
      await must(
        callEndpoint(app, patientArchiveEndpoints.archive, { token: by.token, params: { id }, body: {} }),
      )
      return id
    },
    /** A patient with one diagnosis of a day, closed on the same or left open. */
    treated: async (given: Record<string, unknown>, day: string, isClosed = true): Promise<number> => {
      const { id } = await createPatient(app, by, given)
      const found = await writeRecord(app, by, { ...caseInput(id), date: day })
      if (isClosed)
        await must(
          callEndpoint(app, recordEndpoints.update, {
            token: by.token,
            params: { id: found.id },
            body: { caseStatus: 'closed', caseOutcome: 'recovered', caseClosedOn: day },
          }),
        )
      return id
    },
  }
}
