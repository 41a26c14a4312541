import { accountEndpoints, type SessionPayload } from '@ulna/contract/accounts/accounts'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import { call } from './client.ts'
import { noteMovedPractice } from './moved-practice.ts'
import { changeSession, enterSession, session } from './session.ts'

/** Another tab has led the session elsewhere: this page does not follow without being asked. */
const isElsewhere = ({ user, practice }: SessionPayload): boolean => {
  const { authUser, authPractice, isEnteringPractice } = session.get()
  if (isEnteringPractice || authUser?.id !== user.id) return false
  return authPractice !== null && practice !== null && practice.id !== authPractice.id
}

/** Fetches who is signed in and enters; rejects with practice_required while no practice is chosen. */
export const loadSession = async (): Promise<void> => {
  const { payload, metadata } = await call(accountEndpoints.me)
  if (payload.practice && isElsewhere(payload)) return noteMovedPractice(payload.practice.id)
  enterSession(payload, metadata.firebaseToken)
}

/** Fetches the practices the user belongs to into the session. */
export const loadPractices = async (): Promise<void> => {
  const { payload } = await call(practiceEndpoints.findAllByCurrentUser)
  changeSession({ practices: payload })
}
