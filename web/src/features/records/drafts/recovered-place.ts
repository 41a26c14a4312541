import { copyKeyOf, type Draft, formOfDraft, isDraftCopy } from '@ulna/contract/drafts/drafts'
import type { LocalCopy } from '../../../api/local-copies/local-copies.store.ts'
import { sameValues } from '../../../blocks/record-form/form/form-values.ts'

/**
 * Where a text found on this device goes: nowhere when the server has it, into the form's draft when there is none, and
 * beside it otherwise. Nothing on the server is written over.
 */
export const placeOfRecovered = (
  copy: Pick<LocalCopy, 'id' | 'draftKey' | 'values'>,
  drafts: readonly Draft[],
): string | undefined => {
  const ofForm = drafts.filter((draft) => formOfDraft(draft.key) === copy.draftKey)
  if (ofForm.some((draft) => sameValues(draft.data, copy.values))) return undefined
  const hasDraft = ofForm.some((draft) => !isDraftCopy(draft.key))
  return hasDraft ? copyKeyOf(copy.draftKey, copy.id.slice(0, 8)) : copy.draftKey
}
