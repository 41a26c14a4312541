import type { SessionPayload, User } from '@ulna/contract/accounts'
import type { Doctor, Practice, PracticeMembership } from '@ulna/contract/practices'
import type { Role } from '@ulna/contract/roles'
import { setDatePreferences } from '../i18n/date-preferences.ts'
import { createExternalStore, useExternalStore } from './external-store.ts'

/** Who is signed in, where and as what: the auth state of specification §3. The user token is kept by `tokens.ts`. */
export interface SessionState {
  readonly authUser: User | null
  readonly authDoctor: Doctor | null
  readonly authPractice: Practice | null
  readonly practices: readonly PracticeMembership[]
  readonly multiPractice: boolean
  readonly practiceRole: Role | null
  /** May read and write the clinical content of records (decisions.md §4). */
  readonly clinical: boolean
  /** The user must choose a practice before anything else. */
  readonly practiceRequired: boolean
  /** The restore of the sign-in at start is over, with or without success. */
  readonly rememberMeCompleted: boolean
  /** The session ended while the app was open: sign in again in place. */
  readonly sessionExpired: boolean
  readonly firebaseToken: string | null
}

export const signedOut: SessionState = {
  authUser: null,
  authDoctor: null,
  authPractice: null,
  practices: [],
  multiPractice: false,
  practiceRole: null,
  clinical: false,
  practiceRequired: false,
  rememberMeCompleted: false,
  sessionExpired: false,
  firebaseToken: null,
}

export const session = createExternalStore<SessionState>(signedOut)

export const changeSession = (change: Partial<SessionState>): void =>
  session.set({ ...session.get(), ...change })

export const useSession = (): SessionState => useExternalStore(session)

/** Takes what login, register and `/auth/me` answer. Practice required clears once a practice is set. */
export const enterSession = (payload: SessionPayload, firebaseToken: string | null = null): void => {
  const { user, doctor, practice, multiPractice, role, clinical } = payload
  setDatePreferences(user.timeFormat, practice?.timezone ?? null)
  changeSession({
    authUser: user,
    authDoctor: doctor,
    authPractice: practice,
    multiPractice,
    practiceRole: role,
    clinical,
    practiceRequired: practice === null,
    sessionExpired: false,
    firebaseToken,
  })
}

/** For what shows only inside a practice: user and practice, which the shell has made sure of. */
export const usePracticeSession = (): SessionState & { authUser: User; authPractice: Practice } => {
  const state = useSession()
  const { authUser, authPractice } = state
  if (!authUser || !authPractice)
    throw new Error('This part of the app needs a signed-in user and a practice')
  return { ...state, authUser, authPractice }
}
