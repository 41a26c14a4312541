import type { Draft } from '@ulna/contract/drafts/drafts'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { RecordRow } from '@ulna/contract/records/records'
import { useRef, useState } from 'react'
import {
  type FormValues,
  filledValues,
  sameValues,
  startValues,
} from '../../../blocks/record-form/form/form-values.ts'
import { keepCopy } from '../drafts/draft-sender.ts'
import { useRecordDraft } from '../drafts/use-record-draft.ts'
import { draftKeyOf, type EditorTarget, valuesOfTarget } from '../editor-target.ts'
import { useDraftKept } from '../records.queries.ts'
import { newerVersion } from './newer-version.ts'
import { useSaveRecord } from './use-save-record.ts'

export interface RecordEditing {
  /** Fixed for as long as the editor is mounted: give it a `key` of patient and target. */
  patientId: number
  target: EditorTarget
  recordClass: RecordClass
  /** The record that is corrected; absent for a new one. */
  record: RecordRow | undefined
  /** The medical history that a new one goes on from. */
  renewed: RecordRow | undefined
  userId: number
  last: RecordRow | undefined
  draft: Draft | undefined
  /** Other texts of the same form, newest first. */
  copies: readonly Draft[]
  onSaved: (record: RecordRow) => void
}

/** What the last visit said, where it may be brought forward: into a new visit of the same form. */
const lastVisitOf = ({ target, last, recordClass }: RecordEditing): FormValues | undefined => {
  if (target.kind !== 'new' || last?.subtype !== 'follow_up') return undefined
  return last.recordClassId === recordClass.classId ? (last.data ?? undefined) : undefined
}

/** Loaded with the bar that brings forward; where it cannot be, nothing was brought forward. */
const saysNothingNew = async (recordClass: RecordClass, data: FormValues, last: FormValues) => {
  const carrying = await import('../../../blocks/record-form/earlier/carry-forward.ts').catch(() => undefined)
  return carrying?.isLastTimeAgain(recordClass, data, last) ?? false
}

/** The values of an open form: what it starts with, what stands in it now, and whether that says anything new. */
const useFormText = ({ recordClass, renewed }: RecordEditing, start: FormValues) => {
  const [form, setForm] = useState({ round: 0, values: start })
  const present = useRef(start)
  const isReview = (values: FormValues) =>
    renewed !== undefined && sameValues(filledValues(recordClass, values), renewed.data)
  const [isReviewed, setReviewed] = useState(() => isReview(start))
  const note = (values: FormValues) => {
    present.current = values
    setReviewed(isReview(values))
  }
  const fill = (values: FormValues) => {
    note(values)
    setForm((before) => ({ round: before.round + 1, values }))
  }
  return { form, present, isReviewed, note, fill }
}

/** One record being written: its text, its draft, and how it is saved. */
export const useRecordEditing = (editing: RecordEditing) => {
  const { patientId, target, recordClass, userId, copies, onSaved } = editing
  const draftKey = draftKeyOf(target)
  // As it was when writing began: the file is read anew under an open form, and what a colleague saved meanwhile must
  // not pass for what was seen here.
  const [begun] = useState(editing)
  const { record, renewed } = begun
  const seen = record ?? renewed
  const baseVersion = seen?.version
  const onKept = useDraftKept(patientId)
  const draft = useRecordDraft({ userId, patientId, draftKey, draft: begun.draft, baseVersion })
  const blank = startValues(recordClass, seen?.data ?? valuesOfTarget(target))
  const text = useFormText(begun, { ...blank, ...draft.restored })
  const [isRestored, setRestored] = useState(draft.restored !== undefined)
  const [nothingNew, setNothingNew] = useState<{ data: FormValues; day: string | undefined }>()
  const saving = useSaveRecord({ patientId, target, recordClass, record, renewed, draft, onSaved })
  const lastVisit = lastVisitOf(begun)
  const writtenOn = begun.draft?.baseVersion ?? undefined
  const current = editing.record ?? editing.renewed
  const newer = newerVersion({ recordClass, begun: seen, current, present: text.present.current })

  return {
    ...text,
    draft,
    saving,
    lastVisit,
    nothingNew,
    /** What a colleague saved since, before anything was sent from here. */
    newer: saving.pending || saving.done || saving.conflict ? undefined : newer,
    /** When what the form starts with was written. */
    restoredFrom: isRestored ? begun.draft?.updatedAt : undefined,
    isStale: writtenOn !== undefined && baseVersion !== undefined && writtenOn < baseVersion,
    otherTexts: copies.filter(
      ({ key, data }) => key !== draft.copyKey && !sameValues(data, text.present.current),
    ),
    startOver: () => {
      text.fill(blank)
      setRestored(false)
      draft.change(blank)
    },
    /** What was written here stays, beside the record, until somebody throws it away. */
    seeTheirs: async () => {
      const theirs = saving.conflict ?? newer
      if (!theirs) return
      const content = { data: text.present.current, baseVersion: baseVersion ?? null }
      const copy = await keepCopy({ patientId, draftKey }, content).catch(saving.fail)
      if (!copy) return
      onKept(copy)
      await saving.dropDraft()
      onSaved(theirs)
    },
    /** Goes on with what the other window wrote. */
    join: async () => {
      const values = await draft.join()
      if (values) text.fill({ ...blank, ...values })
    },
    keepMine: () => draft.overwrite(text.present.current),
    save: async (data: FormValues, day?: string) => {
      if (lastVisit && (await saysNothingNew(recordClass, data, lastVisit))) setNothingNew({ data, day })
      else saving.save(data, day)
    },
    /** The answer to whether a visit is saved that says nothing new. */
    decide: (isSaved: boolean) => {
      setNothingNew(undefined)
      if (isSaved && nothingNew) saving.save(nothingNew.data, nothingNew.day)
    },
  }
}
