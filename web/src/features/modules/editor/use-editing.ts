import type { ModuleDocument } from '@ulna/contract/modules/module-document'
import { useEffect, useRef, useState } from 'react'
import { useUnsaved } from '../../../api/practice/unsaved-changes.ts'
import type { Change } from './editor-context.ts'
import { changed, type EditingHistory, isDirty, startHistory, undone } from './model/editing-history.ts'
import { type EditorModel, modelOf, newModel } from './model/editor-model.ts'
import type { DraftPlace } from './model/stored-draft.ts'

/** A document, what was begun in this tab, or nothing yet. */
const startOf = (document: ModuleDocument | undefined, place: DraftPlace): EditingHistory => {
  const saved = document ? modelOf(document) : newModel()
  const draft = place.read()
  return startHistory(saved, draft?.model ?? saved)
}

export interface Editing {
  readonly model: EditorModel
  readonly dirty: boolean
  readonly canUndo: boolean
  /** Somebody else saved the module since the draft of this tab was begun. */
  readonly outdated: boolean
  readonly change: (change: Change, mark?: string) => void
  readonly undo: () => void
  /** What is stored now, after it was saved or thrown away. */
  readonly restart: (document: ModuleDocument | undefined) => void
}

/** The module while it is changed: step by step, and kept in this tab until it is saved. */
export const useEditing = (document: ModuleDocument | undefined, place: DraftPlace): Editing => {
  const [history, setHistory] = useState(() => startOf(document, place))
  const [outdated] = useState(() => {
    const begun = place.read()?.version
    return begun !== undefined && begun !== (document?.module.version ?? 0)
  })
  const version = useRef(document?.module.version ?? 0)
  const dirty = isDirty(history)
  useUnsaved(dirty)
  useEffect(() => {
    if (dirty) place.keep({ model: history.now, version: version.current })
    else place.forget()
  }, [dirty, history.now, place])
  return {
    model: history.now,
    dirty,
    outdated,
    canUndo: history.past.length > 0,
    change: (change, mark) => setHistory((known) => changed(known, change(known.now), mark)),
    undo: () => setHistory(undone),
    restart: (next) => {
      version.current = next?.module.version ?? 0
      setHistory(startHistory(next ? modelOf(next) : newModel()))
    },
  }
}
