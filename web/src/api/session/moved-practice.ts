import { changeSession, session } from './session.ts'

interface PracticeNews {
  readonly userId: number
  readonly practiceId: number
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('ulna.practice')

let isChoosing = false

/** Runs what makes the session work in another practice: this page knows, and needs no news of it. */
export const whileChoosing = async (run: () => Promise<unknown>): Promise<void> => {
  isChoosing = true
  try {
    await run()
  } finally {
    isChoosing = false
  }
}

/** The session works in another practice than this page shows. */
export const noteMovedPractice = (practiceId: number): void => {
  const { authPractice } = session.get()
  if (isChoosing || !authPractice) return
  changeSession({ practiceMovedTo: practiceId === authPractice.id ? null : practiceId })
}

/** Tells the other tabs of this browser, which share the session, where it works from now on. */
export const announcePractice = (): void => {
  const { authUser, authPractice } = session.get()
  if (!authUser || !authPractice) return
  channel?.postMessage({ userId: authUser.id, practiceId: authPractice.id } satisfies PracticeNews)
}

/** Follows what other tabs announce. The server refuses a page that has heard nothing. */
export const followOtherTabs = (): (() => void) => {
  const hear = ({ data }: MessageEvent<PracticeNews>): void => {
    if (data.userId === session.get().authUser?.id) noteMovedPractice(data.practiceId)
  }
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}
