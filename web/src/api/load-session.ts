import { accountEndpoints } from '@ulna/contract/accounts'
import { practiceEndpoints } from '@ulna/contract/practices'
import { call } from './client.ts'
import { changeSession, enterSession } from './session.ts'

/** Fetches who is signed in and enters; rejects with practice_required while no practice is chosen. */
export const loadSession = async (): Promise<void> => {
  const { payload, metadata } = await call(accountEndpoints.me)
  enterSession(payload, metadata.firebaseToken)
}

/** Fetches the practices the user belongs to into the session. */
export const loadPractices = async (): Promise<void> => {
  const { payload } = await call(practiceEndpoints.findAllByCurrentUser)
  changeSession({ practices: payload })
}
