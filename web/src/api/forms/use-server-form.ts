import { useRef, useState } from 'react'
import { ApiError } from '../http/api-error.ts'
import { reportError } from '../practice/app-errors.ts'
import { useUnsaved } from '../practice/unsaved-changes.ts'
import { useErrorText } from '../session/use-error-text.ts'
import { refusalOf } from './form-refusal.ts'
import { createKeyOfBody } from './key-of-body.ts'
import type { Faults, ServerForm, ServerFormShape, Versioned } from './server-form.ts'
import {
  afterSave,
  changedKeys,
  type FormState,
  follow,
  keepMine,
  namedFaults,
  seeTheirs,
} from './server-form-values.ts'
import { focusFirst, showProblem } from './show-problem.ts'

const without = (faults: Faults, names: readonly string[]): Faults =>
  Object.fromEntries(
    Object.entries(faults).filter(([field]) => !field.split('.').some((part) => names.includes(part))),
  )

const isEmpty = (faults: Faults): boolean => Object.keys(faults).length === 0

/** What was typed, what is wrong with it, and what somebody else saved meanwhile: of something stored, or something new. */
export const useServerForm = <Stored extends Versioned, Values extends object, Answer>(
  shape: ServerFormShape<Stored, Values, Answer>,
): ServerForm<Stored, Values, Answer> => {
  type Save = typeof shape.save
  type State = FormState<Stored, Values>
  type Attempt = { sent: Values; base: Stored; by: Save }
  type SaveWay = { by?: Save; isOverTheirs?: boolean }
  const { stored: known, startOf, currentOf = (told) => told as Stored, fieldOf = (path) => path } = shape
  const { textOf, fieldTextsOf } = useErrorText()
  const form = useRef<HTMLFormElement>(null)
  const [keyOf] = useState(() => createKeyOfBody())
  const [held, setHeld] = useState<State>(() => ({ stored: known, values: startOf(known) }))
  const [faults, setFaults] = useState<Faults>({})
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)
  const state = follow(held, known, startOf)
  const { stored, values, theirs } = state
  const start = startOf(stored)
  const latest = useRef(values)
  latest.current = values
  const isDirty = changedKeys(values, start).length > 0
  const unsaved = useUnsaved(isDirty && !shape.isDraft)

  const update = (next: (now: State) => State): void =>
    setHeld((before) => next(follow(before, known, startOf)))
  const restart = (next: (now: State) => State): void => {
    update(next)
    setFaults({})
    setProblem(undefined)
  }
  const refuse = (found: Faults, whole?: string): void => {
    setFaults(found)
    setProblem(whole)
    showProblem(form.current)
  }
  /** What somebody saved elsewhere in the same thing is no business of this form: it goes on from there. */
  const compare = (current: Stored, { sent, base, by }: Attempt): Promise<void> | undefined => {
    const differs = shape.differs ?? ((one, other) => changedKeys(startOf(one), startOf(other)).length > 0)
    update((now) => (differs(current, base) ? { ...now, theirs: current } : { ...now, stored: current }))
    if (!differs(current, base)) return send({ sent, base: current, by })
    showProblem(form.current)
    return undefined
  }
  const tellRefused = (error: unknown, isOfFields: boolean, sent: Values): void => {
    const own = error instanceof ApiError ? shape.faultsIn?.(error) : undefined
    const found = own ?? (isOfFields ? namedFaults(fieldTextsOf(error), fieldOf, sent) : {})
    const wordsOf = shape.problemOf ?? textOf
    refuse(found, own === undefined && isEmpty(found) ? wordsOf(error) : undefined)
  }
  const onRefused = (error: unknown, attempt: Attempt): Promise<void> | undefined => {
    const refusal = refusalOf(error)
    if (refusal === 'nothing') return undefined
    if (refusal === 'compare' && attempt.base && error instanceof ApiError)
      return compare(currentOf(error.metadata.current), attempt)
    if (refusal === 'report' && !shape.problemOf) reportError(error)
    else tellRefused(error, refusal === 'fields', attempt.sent)
    return undefined
  }
  const goOn = (sent: Values) => (answer: Stored) => {
    // What was typed while it was under way is held on.
    unsaved.hold()
    restart((now) => afterSave(now, { sent, answer, valuesOf: startOf }))
  }
  const send = (attempt: Attempt): Promise<void> | undefined => {
    const { sent, base, by } = attempt
    return by({ values: sent, changed: changedKeys(sent, startOf(base)), stored: base, keyOf })?.then(
      (answer) => {
        unsaved.release()
        shape.onSaved(answer, goOn(sent), changedKeys(latest.current, sent).length > 0)
      },
      (error: unknown) => onRefused(error, attempt),
    )
  }
  const save = (wish: State, { by = shape.save, isOverTheirs = false }: SaveWay = {}) => {
    if (pending) return
    const found = shape.faultsOf?.(wish.values, wish.stored, form.current) ?? {}
    if (!isEmpty(found)) return refuse(found)
    const sent = shape.tidy?.(wish.values) ?? wish.values
    restart((now) => ({ ...now, values: sent }))
    // Where more than its fields can be another, what was typed may say the same and has to be saved over it.
    const mustSend = !wish.stored || (isOverTheirs && shape.differs !== undefined)
    if (!mustSend && changedKeys(sent, startOf(wish.stored)).length === 0) return
    const answer = send({ sent, base: wish.stored, by })
    if (!answer) return
    setPending(true)
    void answer.finally(() => setPending(false))
  }
  const decide = (next: State): void => {
    restart(() => next)
    focusFirst(form.current)
  }
  const change = (part: Partial<Values>): void => {
    update((now) => ({ ...now, values: { ...now.values, ...part } }))
    setFaults((before) => without(before, Object.keys(part)))
  }
  return {
    frame: {
      form,
      isDirty,
      isUnchanged: stored !== undefined && !isDirty,
      pending,
      problem,
      onSave: () => save(state),
      onDiscard: () => restart((now) => ({ stored: now.stored, values: startOf(now.stored) })),
      onSeeTheirs: () => decide(seeTheirs(state, startOf)),
      onKeepMine: () => {
        const next = keepMine(state, startOf)
        decide(next)
        save(next, { isOverTheirs: true })
      },
      holdsUnsaved: unsaved.isHeld,
      onForget: unsaved.release,
    },
    stored,
    values,
    faults,
    conflict: theirs && {
      stored: theirs,
      theirs: startOf(theirs),
      changed: changedKeys(startOf(theirs), start),
    },
    change,
    saveBy: (by) => save(state, { by }),
    compareWith: (other) => {
      restart((now) => ({ ...now, theirs: other }))
      showProblem(form.current)
    },
    text: (name) => ({
      name,
      value: String(values[name]),
      error: faults[name],
      onChange: ({ currentTarget }) =>
        change(Object.fromEntries([[name, currentTarget.value]]) as Partial<Values>),
    }),
  }
}
