import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { practiceEndpoints } from '@ulna/contract/practices'
import { call } from '../../api/client.ts'
import { loadSession } from '../../api/load-session.ts'
import { queryClient } from '../../api/query-client.ts'

/** Nothing of another practice may stay in the cache. */
const enterChosenPractice = async (): Promise<void> => {
  queryClient.clear()
  await loadSession()
}

/** Works in another practice from now on. */
export const choosePractice = async (id: number): Promise<void> => {
  await call(practiceEndpoints.setCurrent, { params: { id }, blocking: true })
  await enterChosenPractice()
}

export type NewPractice = BodyInputOf<typeof practiceEndpoints.create>

/** Creates a practice and works in it. */
export const createPractice = async (practice: NewPractice): Promise<void> => {
  await call(practiceEndpoints.create, { body: practice, blocking: true })
  await enterChosenPractice()
}
