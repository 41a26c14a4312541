import type { FormValues } from '../../../blocks/record-form/form/form-values.ts'

/** What the action bar says about the text on the screen. */
export type DraftProgress =
  | { kind: 'untouched' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: number }
  /** Kept in this tab; sent as soon as the server answers again. */
  | { kind: 'unsent' }
  /** The server will not take it as it is; the text stays on the screen. */
  | { kind: 'refused' }

export type DraftState = DraftProgress & {
  /** Another tab or device wrote to the form's draft: what is typed here is kept beside it, as a copy. */
  readonly apart: boolean
  /** Whether this device keeps what the server does not have yet; undefined until it was tried. */
  readonly keptHere: boolean | undefined
}

export type SaveOutcome =
  | { kind: 'saved'; revision: number }
  | { kind: 'unreachable' }
  | { kind: 'refused' }
  | { kind: 'elsewhere'; revision: number | undefined }

/** Where a text goes, and over what. */
export interface Sending {
  /** The form's own draft, or this tab's copy beside it. */
  readonly place: 'form' | 'copy'
  /** The revision this tab saw last; absent when it saw none. */
  readonly revision: number | undefined
  /** What another tab wrote there may be written over: the server keeps it as a copy. */
  readonly over: boolean
}

export interface DraftSaverOptions {
  /** Sends the values. Must not throw: a failure is an outcome. */
  send: (values: FormValues, sending: Sending) => Promise<SaveOutcome>
  revision?: number | undefined
  now?: () => number
  /** Runs what costs a key's time when nobody waits for a key; at once unless told. */
  whenIdle?: (run: () => void) => void
}

export interface DraftSaver {
  /** Everything as it stands in the form; sent at most `saveDelay` ms later. */
  change: (values: FormValues) => void
  /** Sends now what is not sent yet; resolves when the server answered or cannot be reached. */
  flush: () => Promise<void>
  /** Forgets what is not sent: the record was saved or the draft thrown away. Resolves when nothing is under way. */
  discard: () => Promise<void>
  /** Makes this text the form's draft; what another tab wrote there becomes a copy. */
  overwrite: (values: FormValues) => void
  /** Another tab saved the form's draft as this revision. */
  noticeOther: (revision: number) => void
  /** The form shows the draft of this revision from now on; what was typed here before stays a copy. */
  join: (revision: number) => void
  /** Says whether this device keeps what is not sent. */
  noteKeptHere: (keptHere: boolean) => void
  state: () => DraftState
  /** Values that the server does not have yet. */
  pending: () => FormValues | undefined
  subscribe: (listener: () => void) => () => void
}

/** The time between keystroke and request. Typing on does not put it off, so at most this much is ever unsent. */
export const saveDelay = 700
/** An answer that takes longer shows as "no connection" (promises.md H1: state shown within 2 s). */
export const slowAfter = 1_000
const retryDelays = [1_000, 2_000, 4_000, 8_000] as const
const longestRetry = 10_000

/** Sends a draft as it is typed, one request at a time, the newest values always, and keeps trying. */
export const createDraftSaver = ({
  send,
  revision: start,
  now = Date.now,
  whenIdle = (run) => run(),
}: DraftSaverOptions): DraftSaver => {
  let state: DraftState = { kind: 'untouched', apart: false, keptHere: undefined }
  let unsent: FormValues | undefined
  let inFlight: { values: FormValues; sending: Sending; done: Promise<void> } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const revisions: { form: number | undefined; copy: number | undefined } = { form: start, copy: undefined }
  let over = false
  let failures = 0
  let discarded = false
  const listeners = new Set<() => void>()

  const tell = () => {
    for (const listener of [...listeners]) listener()
  }

  /** What looks the same stays the same object: nothing is drawn anew for a keystroke. */
  const show = (next: DraftProgress, apart = state.apart) => {
    const isSame = next.kind === state.kind && next.kind !== 'saved' && apart === state.apart
    if (!isSame) state = { ...next, apart, keptHere: state.keptHere }
    tell()
  }

  const schedule = (delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      whenIdle(() => void transmit())
    }, delay)
  }

  const arrived = ({ place }: Sending, known: number) => {
    revisions[place] = known
    if (place === 'form') over = false
    failures = 0
    if (unsent) schedule(0)
    show(unsent ? { kind: 'saving' } : { kind: 'saved', at: now() })
  }

  const failed = () => {
    schedule(retryDelays[failures] ?? longestRetry)
    failures += 1
    show({ kind: 'unsent' })
  }

  /** Nothing is overwritten: the form's draft stays what the other tab made it, and this text goes on beside it. */
  const partFrom = ({ place }: Sending, held: number | undefined) => {
    revisions[place] = held ?? revisions[place]
    schedule(0)
    show({ kind: 'saving' }, true)
  }

  const settle = (outcome: SaveOutcome, sent: FormValues, sending: Sending) => {
    if (discarded) return
    if (outcome.kind === 'saved') return arrived(sending, outcome.revision)
    unsent ??= sent
    if (outcome.kind === 'unreachable') return failed()
    if (outcome.kind === 'elsewhere') return partFrom(sending, outcome.revision)
    show({ kind: 'refused' })
  }

  const transmit = async (): Promise<void> => {
    if (inFlight) return inFlight.done
    const values = unsent
    if (!values || discarded) return
    unsent = undefined
    const place = state.apart ? 'copy' : 'form'
    const sending: Sending = { place, revision: revisions[place], over: place === 'form' && over }
    const slow = setTimeout(() => show({ kind: 'unsent' }), slowAfter)
    const done = send(values, sending)
      .catch((): SaveOutcome => ({ kind: 'unreachable' }))
      .then((outcome) => {
        clearTimeout(slow)
        inFlight = undefined
        settle(outcome, values, sending)
      })
    inFlight = { values, sending, done }
    return done
  }

  return {
    change: (values) => {
      if (discarded) return
      unsent = values
      show({ kind: state.kind === 'unsent' ? 'unsent' : 'saving' })
      // Throttled, not debounced: a timer that runs already is left alone.
      if (timer === undefined && !inFlight) schedule(saveDelay)
    },
    flush: async () => {
      clearTimeout(timer)
      timer = undefined
      if (inFlight) await inFlight.done
      await transmit()
    },
    discard: async () => {
      discarded = true
      unsent = undefined
      clearTimeout(timer)
      show({ kind: 'untouched' }, false)
      await inFlight?.done
    },
    overwrite: (values) => {
      unsent = values
      over = true
      show({ kind: 'saving' }, false)
      schedule(0)
    },
    noticeOther: (revision) => {
      // Our own save that is under way says by itself whether it came too late.
      const isOwn = inFlight?.sending.place === 'form'
      if (discarded || isOwn || revision <= (revisions.form ?? 0)) return
      show(state, true)
    },
    join: (revision) => {
      revisions.form = revision
      unsent = undefined
      clearTimeout(timer)
      timer = undefined
      show({ kind: 'untouched' }, false)
    },
    noteKeptHere: (keptHere) => {
      if (keptHere === state.keptHere) return
      state = { ...state, keptHere }
      tell()
    },
    state: () => state,
    pending: () => unsent ?? inFlight?.values,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
