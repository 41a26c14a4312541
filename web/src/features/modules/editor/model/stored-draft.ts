import type { EditorModel } from './editor-model.ts'

/** What was not saved yet, and the version of the module it began with. */
export interface StoredDraft {
  readonly model: EditorModel
  readonly version: number
}

const keyOf = (practiceId: number, moduleId: string | undefined): string =>
  `ulna.moduleEditor.${practiceId}.${moduleId ?? 'new'}`

const isDraft = (value: unknown): value is StoredDraft =>
  typeof value === 'object' && value !== null && 'model' in value && 'version' in value

/** Forms are no data of patients: they wait in this tab as they are, so that a reload loses nothing. */
export const draftPlace = (practiceId: number, moduleId: string | undefined) => {
  const key = keyOf(practiceId, moduleId)
  return {
    read: (): StoredDraft | undefined => {
      const text = sessionStorage.getItem(key)
      const value: unknown = text === null ? undefined : JSON.parse(text)
      return isDraft(value) ? value : undefined
    },
    keep: (draft: StoredDraft): void => sessionStorage.setItem(key, JSON.stringify(draft)),
    forget: (): void => sessionStorage.removeItem(key),
  }
}

export type DraftPlace = ReturnType<typeof draftPlace>
