import { tokens } from '../session/client.ts'
import { changeSession, session } from '../session/session.ts'

interface SignOutNews {
  /** Null when nobody knew who it was. */
  readonly userId: number | null
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('ulna.session')

/** Tells the other tabs of this browser, which share the session, that it is over. */
export const announceSignOut = (userId: number | null): void =>
  channel?.postMessage({ userId } satisfies SignOutNews)

/** Nothing of the person stays on this page either. Where text is unsent the browser asks; who stays signs in again. */
const leave = async (): Promise<void> => {
  const userId = session.get().authUser?.id ?? null
  changeSession({ sessionExpired: true })
  await tokens.clear()
  await Promise.allSettled([
    import('../local-copies/local-copies.ts').then((copies) => copies.forgetLocalCopies(userId)),
  ])
  window.location.replace('/login')
}

/** Follows a sign-out in another tab. */
export const followSignOut = (): (() => void) => {
  const hear = ({ data }: MessageEvent<SignOutNews>): void => {
    const { authUser } = session.get()
    if (authUser !== null && (data.userId ?? authUser.id) === authUser.id) void leave()
  }
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}
