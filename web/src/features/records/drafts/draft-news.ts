import type { Draft } from '@ulna/contract/drafts/drafts'

export interface KeptDrafts {
  /** The server keeps this draft now. */
  note: (draft: Draft) => void
  /** A form shows these drafts. */
  open: () => void
  /** No form shows them any more: whoever opens one again must find the newest. */
  close: () => void
  /** They are thrown away. */
  forget: () => void
}

/**
 * Tells the page around a form what the server keeps of it: the first time, and again when the form is closed. A save
 * comes every second while one types, and a page drawn anew for each would keep the keys waiting (promises.md H8).
 */
export const createKeptDrafts = (tell: (draft: Draft) => void): KeptDrafts => {
  const waiting = new Map<string, Draft>()
  const told = new Set<string>()
  let isOpen = false

  const say = (draft: Draft): void => {
    told.add(draft.key)
    tell(draft)
  }

  return {
    note: (draft) => {
      if (isOpen && told.has(draft.key)) waiting.set(draft.key, draft)
      else say(draft)
    },
    open: () => {
      isOpen = true
    },
    close: () => {
      isOpen = false
      for (const draft of waiting.values()) say(draft)
      waiting.clear()
    },
    forget: () => waiting.clear(),
  }
}
