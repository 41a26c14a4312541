import { type Draft, formOfDraft, isDraftCopy } from '@ulna/contract/drafts/drafts'

/** Names the draft of what is being added to a record (contract/src/drafts/drafts.ts). */
export const addendumKey = (recordId: number): string => `addendum:${recordId}`

export const addendumText = (values: Record<string, unknown> | undefined): string =>
  typeof values?.text === 'string' ? values.text : ''

/** Whatever was written to the addendum of a record and not added yet: its draft and the copies beside it. */
export const textsOfAddendum = (drafts: readonly Draft[], recordId: number): Draft[] =>
  drafts.filter(({ key }) => formOfDraft(key) === addendumKey(recordId))

/** The other texts of the addendum, newest first: neither the one on the screen nor what says the same. */
export const addendumCopies = (
  drafts: readonly Draft[],
  recordId: number,
  { copyKey, text }: { copyKey: string | undefined; text: string },
): Draft[] =>
  textsOfAddendum(drafts, recordId)
    .filter(({ key, data }) => isDraftCopy(key) && key !== copyKey && addendumText(data) !== text)
    .toSorted((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt))
