import { copyKeyOf, type Draft, draftEndpoints } from '@ulna/contract/drafts/drafts'
import { hasKey, isTemporary } from '../../../api/http/api-error.ts'
import { reportError } from '../../../api/practice/app-errors.ts'
import { call } from '../../../api/session/client.ts'
import { concernsPage } from '../../../api/session/report-error.ts'
import { session } from '../../../api/session/session.ts'
import { type FormValues, sameValues } from '../../../blocks/record-form/form/form-values.ts'
import type { SaveOutcome, Sending } from './draft-saver.ts'

/** A draft that gets no answer in this time is sent again: a dead connection must not hold up a live one. */
const draftTimeout = 8_000

export interface DraftAddress {
  patientId: number
  /** Names the form (contract/src/drafts/drafts.ts). */
  draftKey: string
  baseVersion: number | undefined
  userId: number
  /** Told what the server keeps now. */
  onKept: (draft: Draft) => void
}

export type SendDraft = (values: FormValues, sending: Sending) => Promise<SaveOutcome>

export interface DraftSender {
  readonly send: SendDraft
  /** Where the text of this tab goes while another one writes to the form's draft. */
  readonly copyKey: string
}

const outcomeOf = (error: unknown): SaveOutcome => {
  // Signing in and coming back to the practice happen in place, over the text; the saver goes on trying meanwhile.
  const isElsewhere = concernsPage(error)
  if (isElsewhere) reportError(error)
  const isTimeout = error instanceof DOMException
  return isTemporary(error) || isElsewhere || isTimeout ? { kind: 'unreachable' } : { kind: 'refused' }
}

/** Answers the draft the server holds, from the refusal of a save over it. */
const heldDraft = (error: unknown): Draft | undefined => {
  if (!hasKey(error, 'version_conflict')) return undefined
  const { current } = error.metadata
  return typeof current === 'object' && current !== null ? (current as Draft) : undefined
}

const partedFrom = (error: unknown): SaveOutcome =>
  hasKey(error, 'version_conflict')
    ? { kind: 'elsewhere', revision: heldDraft(error)?.revision }
    : outcomeOf(error)

const newCopyName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Sends drafts of one form, and only while the one who typed them is signed in and in the practice of the patient. */
export const draftSenderOf = (address: DraftAddress): DraftSender => {
  const { patientId, draftKey, baseVersion, userId, onKept } = address
  const practiceId = session.get().authPractice?.id
  const copyKey = copyKeyOf(draftKey, newCopyName())
  // Saves whose answer was lost: when the server turns out to hold one of them, it is ours and not another tab's.
  let unanswered: FormValues[] = []

  const put = async (values: FormValues, { place, revision, over }: Sending): Promise<SaveOutcome> => {
    unanswered.push(values)
    const { payload } = await call(draftEndpoints.save, {
      params: { patientId, key: place === 'form' ? draftKey : copyKey },
      body: {
        data: values,
        baseVersion: baseVersion ?? null,
        ...(revision === undefined ? {} : { revision }),
        ...(over ? { over } : {}),
      },
      signal: AbortSignal.timeout(draftTimeout),
      silent: true,
    })
    unanswered = []
    onKept(payload)
    return { kind: 'saved', revision: payload.revision }
  }

  const isHere = (): boolean => {
    const { authUser, authPractice } = session.get()
    return authUser?.id === userId && authPractice?.id === practiceId
  }

  const send: SendDraft = async (values, sending) => {
    if (!isHere()) return { kind: 'unreachable' }
    try {
      return await put(values, sending)
    } catch (error) {
      const held = heldDraft(error)
      if (!held) return partedFrom(error)
      const isOurs =
        unanswered.slice(0, -1).some((sent) => sameValues(sent, held.data)) || sameValues(values, held.data)
      if (!isOurs) return { kind: 'elsewhere', revision: held.revision }
      return put(values, { ...sending, revision: held.revision }).catch(partedFrom)
    }
  }
  return { send, copyKey }
}

export const removeDraft = async (patientId: number, key: string): Promise<void> => {
  await call(draftEndpoints.remove, { params: { patientId, key }, silent: true })
}

/** Keeps a text beside the form's draft, under a name of its own. */
export const keepCopy = async (
  place: { patientId: number; draftKey: string },
  content: { data: FormValues; baseVersion: number | null },
): Promise<Draft> => {
  const key = copyKeyOf(place.draftKey, newCopyName())
  const { payload } = await call(draftEndpoints.save, {
    params: { patientId: place.patientId, key },
    body: content,
    silent: true,
  })
  return payload
}
