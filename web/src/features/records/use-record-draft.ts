import type { Draft } from '@ulna/contract/drafts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { FormValues } from '../../blocks/record-form/form-values.ts'
import { closeSaver, holdSaver, openSaver, saverKey, waitingSaver, watchBrowser } from './draft-registry.ts'
import type { SaveOutcome } from './draft-saver.ts'

export interface RecordDraftOptions {
  userId: number
  patientId: number
  /** Names the form (contract/src/drafts.ts). */
  draftKey: string
  /** What the server kept of an earlier sitting. */
  draft: Draft | undefined
  /** Sends to this patient and this form only; the editor is mounted anew for another. */
  send: (values: FormValues, revision: number | undefined) => Promise<SaveOutcome>
}

/**
 * The draft behind one open form. Patient, form and user are fixed when the form is mounted, so what is typed in it
 * cannot reach another patient (reliability.md D17).
 */
export const useRecordDraft = ({ userId, patientId, draftKey, draft, send }: RecordDraftOptions) => {
  const key = saverKey(userId, patientId, draftKey)
  const [unsent] = useState(() => waitingSaver(key)?.pending())
  const [saver] = useState(() => openSaver(key, () => ({ send, revision: draft?.revision })))
  const state = useSyncExternalStore(saver.subscribe, saver.state)

  useEffect(() => {
    holdSaver(key, saver)
    const stop = watchBrowser(window)
    return () => {
      stop()
      closeSaver(key, saver)
      void saver.flush()
    }
  }, [key, saver])

  return {
    state,
    /** Values of an earlier sitting: unsent ones of this tab first, else those the server kept. */
    restored: unsent ?? draft?.data,
    change: saver.change,
    discard: saver.discard,
    overwrite: saver.overwrite,
    flush: saver.flush,
  }
}
