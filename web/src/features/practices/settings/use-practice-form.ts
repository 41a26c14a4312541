import type { Practice } from '@ulna/contract/practices'
import { type SetStateAction, useRef, useState } from 'react'
import { ApiError, hasKey } from '../../../api/api-error.ts'
import { concernsPage } from '../../../api/report-error.ts'
import { useUnsaved } from '../../../api/unsaved-changes.ts'
import { useErrorText } from '../../../api/use-error-text.ts'
import { changedKeys, mergeValues } from './form-values.ts'
import { type PracticeChange, useSavePractice } from './practice-settings.queries.ts'

/** Texts of what is wrong, by dotted path into what is sent. */
export type Faults = Readonly<Record<string, string>>

export interface PracticeFormShape<Values extends object> {
  readonly valuesOf: (practice: Practice) => Values
  /** What is sent of the keys that were changed. */
  readonly changeOf: (values: Values, changed: readonly (keyof Values)[]) => PracticeChange
  /** What cannot be sent at all; everything else is judged by the server, field by field. */
  readonly faultsOf?: (values: Values) => Faults
  /** Without rows that were left empty, so that the places the server complains about are those on the screen. */
  readonly tidy?: (values: Values) => Values
}

export interface Conflict<Values extends object> {
  /** What stands on the server now. */
  readonly theirs: Values
  /** Keys that they changed since the form was opened. */
  readonly changed: readonly (keyof Values)[]
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** A form over the practice: what was typed, what is wrong with it, and what a colleague changed meanwhile. */
export const usePracticeForm = <Values extends object>(
  stored: Practice,
  { valuesOf, changeOf, faultsOf, tidy }: PracticeFormShape<Values>,
) => {
  const { textOf, fieldTextsOf } = useErrorText()
  const form = useRef<HTMLFormElement>(null)
  const [base, setBase] = useState(stored)
  const start = valuesOf(base)
  const [values, setValues] = useState(start)
  const [faults, setFaults] = useState<Faults>({})
  const [problem, setProblem] = useState<string>()
  const [current, setCurrent] = useState<Practice>()
  const saving = useSavePractice()
  const changed = changedKeys(values, start)
  useUnsaved(changed.length > 0)

  /** What is wrong is brought into sight: the first field with the keyboard, otherwise the words about the whole. */
  const showProblem = (): void => {
    requestAnimationFrame(() => {
      const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
      if (field) return field.focus()
      form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
    })
  }
  const showFaults = (found: Faults): void => {
    setFaults(found)
    showProblem()
  }
  const restart = (practice: Practice, next: SetStateAction<Values>): void => {
    setBase(practice)
    setValues(next)
    setFaults({})
    setProblem(undefined)
    setCurrent(undefined)
  }
  /** What a colleague saved elsewhere in the practice is no business of this form: it goes on from there. */
  const compare = (theirs: Practice, given: Values) => {
    if (changedKeys(valuesOf(theirs), start).length > 0) {
      setCurrent(theirs)
      return showProblem()
    }
    setBase(theirs)
    send(given, theirs.version)
  }
  const onRefused = (error: unknown, given: Values) => {
    if (isAbort(error) || concernsPage(error)) return
    if (hasKey(error, 'version_conflict')) return compare(error.metadata.current as Practice, given)
    const named = error instanceof ApiError && error.fieldErrors.length > 0
    if (named) return showFaults(fieldTextsOf(error))
    setProblem(textOf(error))
    showProblem()
  }
  const send = (given: Values, version: number): void => {
    const change = { ...changeOf(given, changed), version }
    saving.mutate(change, {
      // What was typed while it was under way stays, and is not saved yet.
      onSuccess: (practice) =>
        restart(practice, (now) => mergeValues(valuesOf(practice), now, changedKeys(now, given))),
      onError: (error) => onRefused(error, given),
    })
  }
  const save = () => {
    if (saving.isPending || changed.length === 0) return
    setProblem(undefined)
    const found = faultsOf?.(values) ?? {}
    if (Object.keys(found).length > 0) return showFaults(found)
    const tidied = tidy?.(values) ?? values
    setValues(tidied)
    send(tidied, base.version)
  }
  const conflict: Conflict<Values> | undefined = current && {
    theirs: valuesOf(current),
    changed: changedKeys(valuesOf(current), start),
  }
  return {
    form,
    base,
    values,
    faults,
    problem,
    conflict,
    isDirty: changed.length > 0,
    pending: saving.isPending,
    change: (part: Partial<Values>): void => {
      setValues((before) => ({ ...before, ...part }))
      setFaults({})
    },
    save,
    discard: () => restart(base, start),
    takeTheirs: () => current && restart(current, valuesOf(current)),
    /** What both changed stays as it was typed here; what only they changed is taken over. */
    keepMine: () => current && restart(current, mergeValues(valuesOf(current), values, changed)),
  }
}
