import { type RefObject, useRef, useState } from 'react'
import { ApiError, hasKey } from './api-error.ts'
import { concernsPage } from './report-error.ts'
import {
  afterSave,
  changedKeys,
  type FormState,
  follow,
  keepMine,
  takeTheirs,
} from './settings-form-values.ts'
import { useUnsaved } from './unsaved-changes.ts'
import { useErrorText } from './use-error-text.ts'

/** Texts of what is wrong, by dotted path into what is sent. */
export type Faults = Readonly<Record<string, string>>

export interface SettingsFormShape<Stored, Values extends object> {
  readonly valuesOf: (stored: Stored) => Values
  /** Sends what was changed, answers what is stored then. */
  readonly save: (values: Values, changed: readonly (keyof Values)[], version: number) => Promise<Stored>
  /** What is stored, out of what a refusal for an old version tells of it. */
  readonly currentOf: (told: unknown) => Stored
  /** What cannot be sent at all; everything else is judged by the server, field by field. */
  readonly faultsOf?: (values: Values) => Faults
  /** As the server will write it, so that the places it complains about are those on the screen. */
  readonly tidy?: (values: Values) => Values
}

/** What somebody else saved while this was being written. */
export interface Conflict<Values extends object> {
  readonly theirs: Values
  /** Keys that they changed since the form was opened. */
  readonly changed: readonly (keyof Values)[]
}

/** What the frame of a form needs. */
export interface SettingsFormFrame {
  readonly form: RefObject<HTMLFormElement | null>
  readonly isDirty: boolean
  readonly pending: boolean
  /** What is wrong with the whole form. */
  readonly problem: string | undefined
  readonly onSave: () => void
  readonly onDiscard: () => void
  readonly onTakeTheirs: () => void
  readonly onKeepMine: () => void
}

export interface SettingsForm<Stored, Values extends object> {
  readonly frame: SettingsFormFrame
  readonly stored: Stored
  readonly values: Values
  readonly faults: Faults
  readonly conflict: Conflict<Values> | undefined
  readonly change: (part: Partial<Values>) => void
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** What is wrong is brought into sight: the first field with the keyboard, otherwise the words about the whole. */
const showProblem = (form: HTMLFormElement | null): void => {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus({ preventScroll: true })
    const shown = field ?? form?.querySelector('[role="alert"]')
    // In the middle: the bar that saves covers the foot of the page.
    shown?.scrollIntoView({ block: 'center' })
  })
}

/** The buttons that decided a conflict are gone: the keyboard goes on with the first field. */
const focusFirst = (form: HTMLFormElement | null): void => {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('input, select, textarea')?.focus())
}

/** A form over something stored: what was typed, what is wrong with it, and what somebody else changed meanwhile. */
export const useSettingsForm = <Stored extends { readonly version: number }, Values extends object>(
  known: Stored,
  { valuesOf, save, currentOf, faultsOf, tidy }: SettingsFormShape<Stored, Values>,
): SettingsForm<Stored, Values> => {
  type State = FormState<Stored, Values>
  const { textOf, fieldTextsOf } = useErrorText()
  const form = useRef<HTMLFormElement>(null)
  const [held, setHeld] = useState<State>({ stored: known, values: valuesOf(known) })
  const [faults, setFaults] = useState<Faults>({})
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)
  const { stored, values, theirs } = follow(held, known, valuesOf)
  const start = valuesOf(stored)
  const isDirty = changedKeys(values, start).length > 0
  useUnsaved(isDirty)

  const update = (next: (now: State) => State): void =>
    setHeld((before) => next(follow(before, known, valuesOf)))
  const restart = (next: (now: State) => State): void => {
    update(next)
    setFaults({})
    setProblem(undefined)
  }
  const showFaults = (found: Faults): void => {
    setFaults(found)
    showProblem(form.current)
  }
  /** What somebody saved elsewhere in the same thing is no business of this form: it goes on from there. */
  const compare = (current: Stored, sent: Values, base: Stored): Promise<void> | undefined => {
    if (changedKeys(valuesOf(current), valuesOf(base)).length > 0) {
      update((now) => ({ ...now, theirs: current }))
      showProblem(form.current)
      return undefined
    }
    update((now) => ({ ...now, stored: current }))
    return send(sent, current)
  }
  const onRefused = (error: unknown, sent: Values, base: Stored): Promise<void> | undefined => {
    if (isAbort(error) || concernsPage(error)) return undefined
    if (hasKey(error, 'version_conflict')) return compare(currentOf(error.metadata.current), sent, base)
    const isNamed = error instanceof ApiError && error.fieldErrors.length > 0
    if (!isNamed) setProblem(textOf(error))
    showFaults(isNamed ? fieldTextsOf(error) : {})
    return undefined
  }
  const send = (sent: Values, base: Stored): Promise<void> =>
    save(sent, changedKeys(sent, valuesOf(base)), base.version).then(
      (answer) => restart((now) => afterSave(now, { sent, answer, valuesOf })),
      (error: unknown) => onRefused(error, sent, base),
    )
  const onSave = () => {
    if (pending) return
    setProblem(undefined)
    const found = faultsOf?.(values) ?? {}
    if (Object.keys(found).length > 0) return showFaults(found)
    const sent = tidy?.(values) ?? values
    update((now) => ({ ...now, values: sent }))
    if (changedKeys(sent, start).length === 0) return
    setPending(true)
    void send(sent, stored).finally(() => setPending(false))
  }
  const decide = (next: (now: State) => State): void => {
    restart(next)
    focusFirst(form.current)
  }
  return {
    frame: {
      form,
      isDirty,
      pending,
      problem,
      onSave,
      onDiscard: () => restart((now) => ({ stored: now.stored, values: valuesOf(now.stored) })),
      onTakeTheirs: () => decide((now) => takeTheirs(now, valuesOf)),
      onKeepMine: () => decide((now) => keepMine(now, valuesOf)),
    },
    stored,
    values,
    faults,
    conflict: theirs && { theirs: valuesOf(theirs), changed: changedKeys(valuesOf(theirs), start) },
    change: (part) => {
      update((now) => ({ ...now, values: { ...now.values, ...part } }))
      setFaults({})
    },
  }
}
