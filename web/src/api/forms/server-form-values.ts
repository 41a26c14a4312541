import type { Faults } from './server-form.ts'

/** A settings form: what is stored, as far as it knows, and what stands in its fields. */
export interface FormState<Stored, Values extends object> {
  readonly stored: Stored
  readonly values: Values
  /** What somebody else saved meanwhile, until it is decided what shall count. */
  readonly theirs?: Stored
}

const isSame = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  const areObjects = typeof one === 'object' && typeof other === 'object' && one !== null && other !== null
  return areObjects && JSON.stringify(one) === JSON.stringify(other)
}

/** A field of text as it is sent: without blanks at its ends, null where nothing is left. */
export const textOrNull = (text: string): string | null => text.trim() || null

/** Keys whose values differ. */
export const changedKeys = <Values extends object>(values: Values, start: Values): (keyof Values)[] =>
  (Object.keys(start) as (keyof Values)[]).filter((key) => !isSame(values[key], start[key]))

/** The values of these keys alone. */
export const pickKeys = <Values extends object>(
  values: Values,
  keys: readonly (keyof Values)[],
): Partial<Values> => Object.fromEntries(keys.map((key) => [key, values[key]])) as Partial<Values>

/** `theirs`, with the values of `mine` where this form changed them. */
const mergeValues = <Values extends object>(
  theirs: Values,
  mine: Values,
  changed: readonly (keyof Values)[],
): Values => ({ ...theirs, ...pickKeys(mine, changed) })

/** What is shown after a save: what the server answered, and what was typed while it was under way. */
export const afterSave = <Stored, Values extends object>(
  { values }: FormState<Stored, Values>,
  { sent, answer, valuesOf }: { sent: Values; answer: Stored; valuesOf: (stored: Stored) => Values },
): FormState<Stored, Values> => ({
  stored: answer,
  values: mergeValues(valuesOf(answer), values, changedKeys(values, sent)),
})

/** What somebody else saved counts; what was typed here goes. */
export const seeTheirs = <Stored, Values extends object>(
  state: FormState<Stored, Values>,
  valuesOf: (stored: Stored) => Values,
): FormState<Stored, Values> => {
  const { theirs } = state
  return theirs === undefined ? state : { stored: theirs, values: valuesOf(theirs) }
}

/** What both changed stays as it was typed here; what only they changed is taken over. */
export const keepMine = <Stored, Values extends object>(
  state: FormState<Stored, Values>,
  valuesOf: (stored: Stored) => Values,
): FormState<Stored, Values> => {
  const { stored, values, theirs } = state
  if (theirs === undefined) return state
  const changed = changedKeys(values, valuesOf(stored))
  return { stored: theirs, values: mergeValues(valuesOf(theirs), values, changed) }
}

/**
 * The form beside what the page knows by now: it follows while it loses nothing by it. What was typed over something that
 * is no longer stored goes on from what the form showed; the server refuses it when it is saved, and both are shown.
 */
export const follow = <Stored extends { readonly version: number } | undefined, Values extends object>(
  state: FormState<Stored, Values>,
  known: Stored,
  valuesOf: (stored: Stored) => Values,
): FormState<Stored, Values> => {
  if (!known || !state.stored || known.version <= state.stored.version) return state
  const start = valuesOf(state.stored)
  if (changedKeys(valuesOf(known), start).length === 0) return { ...state, stored: known }
  if (changedKeys(state.values, start).length > 0) return state
  return { stored: known, values: valuesOf(known) }
}

/** What the refused fields are called in this form; a refusal for which it has no field is one of the whole. */
export const namedFaults = (
  texts: Faults,
  fieldOf: (path: string) => string | undefined,
  values: object,
): Faults =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([path, text]) => [fieldOf(path) ?? '', text] as const)
      .filter(([name]) => name.split('.').some((part) => part in values)),
  )
