import { sessionPackageEndpoints } from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import type { TestApp } from '../build-test-app.ts'
import { callEndpoint } from '../client.ts'
import type { TestPerson } from './people.ts'

/** A package of ten sessions, sold by somebody who may. */
export const sellPackage = async (
  app: TestApp,
  by: TestPerson,
  ownerId: number,
  given: Record<string, unknown> = {},
): Promise<SessionPackage> => {
  const answer = await callEndpoint(app, sessionPackageEndpoints.create, {
    token: by.token,
    body: { ownerId, doctorId: by.doctorId, numSessions: 10, ...given },
  })
  if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return answer.payload
}
