import type { EditorModel } from './editor-model.ts'

/** What was changed, step by step. */
export interface EditingHistory {
  readonly saved: EditorModel
  readonly now: EditorModel
  readonly past: readonly EditorModel[]
  /** The mark of the last change; a change with the same mark is undone together with it. */
  readonly mark: string | undefined
}

const mostSteps = 100

export const startHistory = (saved: EditorModel, now: EditorModel = saved): EditingHistory => ({
  saved,
  now,
  past: now === saved ? [] : [saved],
  mark: undefined,
})

export const changed = (history: EditingHistory, now: EditorModel, mark?: string): EditingHistory => {
  if (now === history.now) return history
  const isSameStep = mark !== undefined && mark === history.mark
  const past = isSameStep ? history.past : [...history.past, history.now].slice(-mostSteps)
  return { ...history, now, past, mark }
}

export const undone = (history: EditingHistory): EditingHistory => {
  const before = history.past.at(-1)
  if (!before) return history
  return { ...history, now: before, past: history.past.slice(0, -1), mark: undefined }
}

export const isDirty = ({ saved, now }: EditingHistory): boolean => saved !== now
