import type { SessionPayload, User } from '@ulna/contract/accounts/accounts'
import type { Practice, PracticeMembership, Practitioner } from '@ulna/contract/practices/practices'
import type { Role } from '@ulna/contract/roles'
import { setDatePreferences } from '../../i18n/date-preferences.ts'
import { createExternalStore, useExternalStore } from '../http/external-store.ts'

/** Rules of a practice that keep a member out now (product-decisions.md §3). */
export const accessObstacles = ['ip_rejected', 'schedule_rejected', 'practice_domain_rejected'] as const
export type AccessObstacle = (typeof accessObstacles)[number]

/** Who is signed in, where and as what: the auth state of specification §3. The user token is kept by `tokens.ts`. */
export interface SessionState {
  readonly authUser: User | null
  readonly authDoctor: Practitioner | null
  readonly authPractice: Practice | null
  readonly practices: readonly PracticeMembership[]
  readonly multiPractice: boolean
  readonly practiceRole: Role | null
  /** May read and write the clinical content of records (product-decisions.md §4). */
  readonly clinical: boolean
  /** The user must choose a practice before anything else. */
  readonly practiceRequired: boolean
  /** The session works in this practice since another tab chose it; this page still shows the former one. */
  readonly practiceMovedTo: number | null
  /** Another practice is being entered: nothing of the former one may be shown any more. */
  readonly isEnteringPractice: boolean
  /** The practice refuses its member now: network, hours or mail domain. */
  readonly accessRejected: AccessObstacle | null
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
  practiceMovedTo: null,
  isEnteringPractice: false,
  accessRejected: null,
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
  const { user, doctor: practitioner, practice, multiPractice, role, clinical } = payload
  setDatePreferences(user.timeFormat, practice?.timezone ?? null)
  changeSession({
    authUser: user,
    authDoctor: practitioner,
    authPractice: practice,
    multiPractice,
    practiceRole: role,
    clinical,
    practiceRequired: practice === null,
    practiceMovedTo: null,
    accessRejected: null,
    sessionExpired: false,
    firebaseToken,
  })
}

/** Takes what was saved of the practice one works in: its name in the head, its time zone in dates. */
export const changeOwnPractice = (practice: Practice): void => {
  const { authUser, practices } = session.get()
  if (authUser) setDatePreferences(authUser.timeFormat, practice.timezone)
  const { id, name, timezone, locale, logoUrl } = practice
  changeSession({
    authPractice: practice,
    practices: practices.map((one) => (one.id === id ? { ...one, name, timezone, locale, logoUrl } : one)),
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
