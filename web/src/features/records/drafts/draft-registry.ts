import { beforeLeavingPractice } from '../../../api/practice/leaving-practice.ts'
import { createDraftSaver, type DraftSaver, type DraftSaverOptions } from './draft-saver.ts'

/**
 * Savers outlive the form that was typed in: leaving the page while the server is away must not lose the text.
 * A key names user, patient and form, so a text can neither land in another patient nor be sent by another user.
 */
const savers = new Map<string, DraftSaver>()

export const saverKey = (userId: number, patientId: number, draftKey: string): string =>
  `${userId}/${patientId}/${draftKey}`

/** The saver that still holds unsent text under this key. */
export const waitingSaver = (key: string): DraftSaver | undefined => {
  const saver = savers.get(key)
  return saver?.pending() ? saver : undefined
}

/** The saver of a form: the one that is open or still holds unsent text, or a new one. */
export const openSaver = (key: string, options: () => DraftSaverOptions): DraftSaver => {
  const saver = savers.get(key) ?? createDraftSaver(options())
  savers.set(key, saver)
  return saver
}

/** A form shows this saver from now on. */
export const holdSaver = (key: string, saver: DraftSaver): void => {
  savers.set(key, saver)
}

/** Forgets a saver that has nothing left to send; one that has goes on trying. */
export const closeSaver = (key: string, saver: DraftSaver): void => {
  if (savers.get(key) !== saver) return
  const forget = () => {
    if (saver.pending() || savers.get(key) !== saver) return
    savers.delete(key)
    stop()
  }
  const stop = saver.subscribe(forget)
  forget()
}

export const isAnythingUnsent = (): boolean =>
  [...savers.values()].some((saver) => saver.pending() !== undefined)

const flushAll = () => Promise.all([...savers.values()].map((saver) => saver.flush()))

// A text that has not arrived when its practice is left waits here until the page works in that practice again.
beforeLeavingPractice(flushAll)

/** Wires the savers to the browser: asks before a tab with unsent text closes, sends at once when it can. */
export const watchBrowser = (browser: Window): (() => void) => {
  const ask = (event: BeforeUnloadEvent) => {
    if (isAnythingUnsent()) event.preventDefault()
  }
  const hidden = () => {
    if (browser.document.visibilityState === 'hidden') void flushAll()
  }
  browser.addEventListener('beforeunload', ask)
  const online = () => void flushAll()
  browser.addEventListener('online', online)
  browser.document.addEventListener('visibilitychange', hidden)
  return () => {
    browser.removeEventListener('beforeunload', ask)
    browser.removeEventListener('online', online)
    browser.document.removeEventListener('visibilitychange', hidden)
  }
}
