import {
  type FileMerge,
  type MergeComparison,
  type MergeInput,
  patientMergeEndpoints,
} from '@ulna/contract/patient-merges/patient-merges'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import type { TestApp } from '../build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../client.ts'
import type { TestPerson } from './people.ts'

const reason = 'Es la misma persona, registrada dos veces'

/** Everything that a test of merging asks for, of one practice. */
export const mergesOf = (app: TestApp, by: TestPerson) => {
  const { token } = by
  const must = async <T>(answer: Promise<TestAnswer>): Promise<T> => {
    const { status, payload, text } = await answer
    if (status >= 300) throw new Error(`answered ${status}: ${text}`)
    return payload as T
  }
  const unlock = (id: number): Promise<unknown> =>
    must(
      callEndpoint(app, patientEndpoints.update, {
        token,
        params: { id },
        body: { unlocked: true, reason: 'Para unir las fichas' },
      }),
    )
  const ask = (id: number, otherId: number, body: Partial<MergeInput> = {}): Promise<TestAnswer> =>
    callEndpoint(app, patientMergeEndpoints.merge, {
      token,
      params: { id },
      body: { otherId, reason, ...body },
    })
  const list = (id: number): Promise<FileMerge[]> =>
    must(callEndpoint(app, patientMergeEndpoints.list, { token, params: { id } }))
  const askUndo = (id: number, mergeId: number): Promise<TestAnswer> =>
    callEndpoint(app, patientMergeEndpoints.undo, { token, params: { id, mergeId } })
  const compare = (id: number, otherId: number): Promise<TestAnswer> =>
    callEndpoint(app, patientMergeEndpoints.compare, { token, params: { id, otherId } })
  return {
    ask,
    askUndo,
    list,
    unlock,
    askToCompare: (id: number, otherId: number): Promise<TestAnswer> => compare(id, otherId),
    compare: (id: number, otherId: number): Promise<MergeComparison> => must(compare(id, otherId)),
    /** Unlocks both and makes them one. */
    merge: async (id: number, otherId: number, body: Partial<MergeInput> = {}): Promise<number> => {
      await unlock(id)
      await unlock(otherId)
      await must(ask(id, otherId, body))
      return (await list(id))[0]?.id ?? 0
    },
    undo: async (id: number): Promise<unknown> => must(askUndo(id, (await list(id))[0]?.id ?? 0)),
  }
}
