import { useQueryClient } from '@tanstack/react-query'
import type { Draft } from '@ulna/contract/drafts/drafts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { FormValues } from '../../../blocks/record-form/form/form-values.ts'
import { draftsQuery, useDraftGone, useDraftKept } from '../records.queries.ts'
import { createKeptDrafts, type KeptDrafts } from './draft-news.ts'
import { closeSaver, holdSaver, openSaver, saverKey, waitingSaver, watchBrowser } from './draft-registry.ts'
import type { DraftSaver, Sending } from './draft-saver.ts'
import { type DraftSender, draftSenderOf, removeDraft } from './draft-sender.ts'
import { hearTabs, tellTabs } from './draft-tabs.ts'

export interface RecordDraftOptions {
  userId: number
  patientId: number
  /** Names the form (contract/src/drafts/drafts.ts). */
  draftKey: string
  /** What the server kept of an earlier sitting. */
  draft: Draft | undefined
  /** Version of the record that the typing starts from. */
  baseVersion: number | undefined
}

/** Between two keys, so that putting a request together holds up none (promises.md H8); soon, in any case. */
const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 250 })
  else run()
}

/** One per saver: a form that is closed with unsent text and opened again goes on with its own. */
const senders = new WeakMap<DraftSaver, DraftSender & { kept: KeptDrafts }>()

/** Loaded beside the form: the first keystroke does not wait for it. */
const keepOnDevice = async (saver: DraftSaver, options: RecordDraftOptions): Promise<void> => {
  const { patientId, draftKey, baseVersion } = options
  try {
    const module = await import('./device-copy-events.ts')
    module.keepOnDevice({ saver, address: { patientId, draftKey }, baseVersion })
  } catch {
    saver.noteKeptHere(false)
  }
}

const useSaver = (options: RecordDraftOptions) => {
  const { userId, patientId, draftKey, draft, baseVersion } = options
  const key = saverKey(userId, patientId, draftKey)
  const onKept = useDraftKept(patientId)
  const open = (): DraftSaver => {
    const kept = createKeptDrafts(onKept)
    const sender = draftSenderOf({ patientId, draftKey, baseVersion, userId, onKept: kept.note })
    const send = async (values: FormValues, sending: Sending) => {
      const outcome = await sender.send(values, sending)
      if (outcome.kind !== 'saved') return outcome
      const isForm = sending.place === 'form'
      if (isForm) tellTabs({ kind: 'saved', key, revision: outcome.revision })
      if (!isForm || sending.over) tellTabs({ kind: 'copied', key })
      return outcome
    }
    const saver = openSaver(key, () => ({ send, revision: draft?.revision, whenIdle }))
    if (!senders.has(saver)) {
      senders.set(saver, { ...sender, kept })
      void keepOnDevice(saver, options)
    }
    return saver
  }
  const [saver] = useState(open)
  const { copyKey, kept } = senders.get(saver) ?? {}
  return { key, saver, copyKey, kept }
}

/** Follows the other tabs of this browser that write to the same draft (promises.md H4). */
const useOtherTabs = (key: string, saver: DraftSaver, patientId: number): void => {
  const client = useQueryClient()
  useEffect(
    () =>
      hearTabs(key, (news) => {
        if (news.kind === 'saved') saver.noticeOther(news.revision)
        else void client.invalidateQueries({ queryKey: draftsQuery(patientId).queryKey })
      }),
    [key, saver, patientId, client],
  )
}

/**
 * The draft behind one open form. Patient, form and user are fixed when the form is mounted, so what is typed in it
 * cannot reach another patient (promises.md D17).
 */
export const useRecordDraft = (options: RecordDraftOptions) => {
  const { userId, patientId, draftKey, draft } = options
  const client = useQueryClient()
  const draftGone = useDraftGone(patientId)
  const [unsent] = useState(() => waitingSaver(saverKey(userId, patientId, draftKey))?.pending())
  const { key, saver, copyKey, kept } = useSaver(options)
  const isApart = useSyncExternalStore(saver.subscribe, () => saver.state().apart)
  useOtherTabs(key, saver, patientId)

  useEffect(() => {
    holdSaver(key, saver)
    kept?.open()
    const stop = watchBrowser(window)
    return () => {
      stop()
      kept?.close()
      closeSaver(key, saver)
      void saver.flush()
    }
  }, [key, saver, kept])

  const dropCopy = async () => {
    if (copyKey === undefined) return
    await removeDraft(patientId, copyKey)
    draftGone(copyKey)
  }

  return {
    /** Tells whoever shows it how the text is kept; only they are drawn anew when that changes. */
    saver,
    isApart,
    copyKey,
    /** Values of an earlier sitting: unsent ones of this tab first, else those the server kept. */
    restored: unsent ?? draft?.data,
    change: saver.change,
    discard: async () => {
      await saver.discard()
      kept?.forget()
    },
    flush: saver.flush,
    /** Makes what this window shows the form's draft; what the other wrote stays as a copy. */
    overwrite: async (values: FormValues) => {
      saver.overwrite(values)
      await saver.flush()
      const { kind, apart } = saver.state()
      // A copy that stays behind is offered and thrown away by hand.
      if (kind === 'saved' && !apart) await dropCopy().catch(() => undefined)
    },
    /** Goes on with what the other window wrote, once what was typed here is safe; undefined when it is not. */
    join: async (): Promise<FormValues | undefined> => {
      await saver.flush()
      if (saver.pending()) return undefined
      const drafts = await client.fetchQuery({ ...draftsQuery(patientId), staleTime: 0 }).catch(() => [])
      const theirs = drafts.find((one) => one.key === draftKey)
      if (!theirs) return undefined
      saver.join(theirs.revision)
      return theirs.data
    },
  }
}
