import type { FormValues } from '../../blocks/record-form/form-values.ts'

/** What the action bar says about the text on the screen. */
export type DraftState =
  | { kind: 'untouched' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: number }
  /** Kept in this tab; sent as soon as the server answers again. */
  | { kind: 'unsent' }
  /** The server will not take it as it is; the text stays on the screen. */
  | { kind: 'refused' }
  /** Another tab or device wrote to the same draft. */
  | { kind: 'elsewhere' }

export type SaveOutcome =
  | { kind: 'saved'; revision: number }
  | { kind: 'unreachable' }
  | { kind: 'refused' }
  | { kind: 'elsewhere'; revision: number | undefined }

export interface DraftSaverOptions {
  /** Sends the values. Must not throw: a failure is an outcome. */
  send: (values: FormValues, revision: number | undefined) => Promise<SaveOutcome>
  revision?: number | undefined
  now?: () => number
}

export interface DraftSaver {
  /** Everything as it stands in the form; sent at most `saveDelay` ms later. */
  change: (values: FormValues) => void
  /** Sends now what is not sent yet; resolves when the server answered or cannot be reached. */
  flush: () => Promise<void>
  /** Forgets what is not sent: the record was saved or the draft thrown away. Resolves when nothing is under way. */
  discard: () => Promise<void>
  /** Writes over what another tab wrote. */
  overwrite: () => void
  state: () => DraftState
  /** Values that the server does not have yet. */
  pending: () => FormValues | undefined
  subscribe: (listener: () => void) => () => void
}

/** From the keystroke to the request. Typing on does not put it off, so at most this much is ever unsent. */
export const saveDelay = 700
/** An answer that takes longer shows as "no connection" (reliability.md H1: state shown within 2 s). */
export const slowAfter = 1_000
const retryDelays = [1_000, 2_000, 4_000, 8_000] as const
const longestRetry = 10_000

/** Sends a draft as it is typed, one request at a time, the newest values always, and keeps trying. */
export const createDraftSaver = ({
  send,
  revision: start,
  now = Date.now,
}: DraftSaverOptions): DraftSaver => {
  let state: DraftState = { kind: 'untouched' }
  let unsent: FormValues | undefined
  let inFlight: { values: FormValues; done: Promise<void> } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let revision = start
  let failures = 0
  let discarded = false
  const listeners = new Set<() => void>()

  const show = (next: DraftState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const schedule = (delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      void transmit()
    }, delay)
  }

  const arrived = (known: number) => {
    revision = known
    failures = 0
    if (unsent) schedule(0)
    show(unsent ? { kind: 'saving' } : { kind: 'saved', at: now() })
  }

  const failed = () => {
    schedule(retryDelays[failures] ?? longestRetry)
    failures += 1
    show({ kind: 'unsent' })
  }

  const settle = (outcome: SaveOutcome, sent: FormValues) => {
    if (discarded) return
    if (outcome.kind === 'saved') return arrived(outcome.revision)
    unsent ??= sent
    if (outcome.kind === 'unreachable') return failed()
    if (outcome.kind === 'elsewhere') revision = outcome.revision ?? revision
    show({ kind: outcome.kind })
  }

  const transmit = async (): Promise<void> => {
    if (inFlight) return inFlight.done
    const values = unsent
    if (!values || discarded) return
    unsent = undefined
    const slow = setTimeout(() => show({ kind: 'unsent' }), slowAfter)
    const done = send(values, revision)
      .catch((): SaveOutcome => ({ kind: 'unreachable' }))
      .then((outcome) => {
        clearTimeout(slow)
        inFlight = undefined
        settle(outcome, values)
      })
    inFlight = { values, done }
    return done
  }

  return {
    change: (values) => {
      if (discarded) return
      unsent = values
      if (state.kind === 'elsewhere') return
      if (state.kind !== 'unsent') show({ kind: 'saving' })
      // Throttled, not debounced: a timer that runs already is left alone.
      if (timer === undefined && !inFlight) schedule(saveDelay)
    },
    flush: async () => {
      if (state.kind === 'elsewhere') return
      clearTimeout(timer)
      timer = undefined
      if (inFlight) await inFlight.done
      await transmit()
    },
    discard: async () => {
      discarded = true
      unsent = undefined
      clearTimeout(timer)
      show({ kind: 'untouched' })
      await inFlight?.done
    },
    overwrite: () => {
      show({ kind: 'saving' })
      schedule(0)
    },
    state: () => state,
    pending: () => unsent ?? inFlight?.values,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
