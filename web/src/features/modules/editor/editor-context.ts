import type { Language } from '@ulna/contract/record-class/record-class'
import { createContext, use } from 'react'
import type { PlacedFault } from './faults/fault-places.ts'
import type { EditorModel } from './model/editor-model.ts'

export type Change = (model: EditorModel) => EditorModel

/** What every part of the open editor may need. */
export interface EditorFrame {
  readonly model: EditorModel
  /** The language the texts are written in now. */
  readonly language: Language
  readonly faults: readonly PlacedFault[]
  /** Which field is open. */
  readonly openField: string | undefined
  readonly showField: (id: string | undefined) => void
  /** Changes with the same mark follow one another as one: typing is undone as a whole. */
  readonly change: (change: Change, mark?: string) => void
  /** Takes away what has this name, says so, and sends the keyboard to where it can be had back. */
  readonly remove: (name: string, change: Change) => void
  /** Says in passing what happened, for those who do not see it. */
  readonly say: (text: string) => void
}

export const EditorContext = createContext<EditorFrame | null>(null)

export const useEditor = (): EditorFrame => {
  const frame = use(EditorContext)
  if (!frame) throw new Error('A part of the editor was rendered outside of it')
  return frame
}

/** The keyboard goes on where the change was made, once it is drawn: at the element, or the first field in it. */
export const focusLater = (id: string): void => {
  requestAnimationFrame(() => {
    const place = document.getElementById(id)
    const field = place?.querySelector<HTMLElement>('input, textarea, select')
    ;(field ?? place)?.focus()
  })
}
