import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Draft, formOfDraft, isDraftCopy } from '@ulna/contract/drafts/drafts'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { RecordRow } from '@ulna/contract/records/records'
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../../api/session/session.ts'
import {
  classIdOf,
  classOf,
  draftKeyOf,
  type EditorTarget,
} from '../../../../features/records/editor-target.ts'
import { caseIdOf, currentClass, draftOf } from '../../../../features/records/patient-file-words.ts'
import { type PatientFile, recordClassesQuery } from '../../../../features/records/records.queries.ts'
import {
  caseToContinue,
  visitsOfCase,
  visitsToCompare,
} from '../../../../features/records/time-line/case-tree.ts'
import { newestFirst } from '../../../../features/records/time-line/time-line-entries.ts'
import type { RecordWords } from '../../../../features/records/use-record-words.ts'
import { useDates } from '../../../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Card } from '../../../../ui/base/Card.tsx'
import { EmptyState } from '../../../../ui/base/EmptyState.tsx'
import { SkeletonRows } from '../../../../ui/Skeletons.tsx'
import type { PatientSearch } from '../list/patient-search.ts'
import { usePatientSearch } from '../list/use-patient-search.ts'
import styles from '../PatientFile.module.css'

// Asked for together with this page, which shows a record at once; only a form stands without it.
const reading = import('../ReadingPanel.tsx')
const ReadingPanel = lazy(() => reading.then((module) => ({ default: module.ReadingPanel })))
const loadTrail = () => reading.then((module) => module.loadTrail())
const loadWriting = () => import('../WritingPanel.tsx')
const WritingPanel = lazyPart(loadWriting, 'WritingPanel')

export interface PatientFilePanelProps {
  patientFile: PatientFile
  drafts: readonly Draft[]
  draftsReady: boolean
  words: RecordWords
  title: (target: EditorTarget) => string
  onContinueDocument: (record: RecordRow) => void
}

const targetOf = (search: PatientSearch, records: readonly RecordRow[]): EditorTarget | undefined => {
  if (search.edit !== undefined) return { kind: 'edit', recordId: search.edit }
  if (search.write === undefined) return undefined
  const caseId = search.write === 'followup' ? (search.case ?? caseToContinue(records)?.id) : undefined
  return { kind: 'new', classId: classIdOf(search.write), caseId }
}

/** On wide screens the newest record of what is shown stands open, so that the file says something at once. */
const recordToRead = (search: PatientSearch, records: readonly RecordRow[]): RecordRow | undefined => {
  const chosen = records.find((record) => record.id === search.record)
  if (chosen) return chosen
  const inView = records.filter((one) => search.case === undefined || caseIdOf(one) === search.case)
  return inView.filter((one) => one.voidedAt === null).sort(newestFirst)[0]
}

/** Right of the time line: a record to read, or the form in which one is written. */
export const PatientFilePanel = (props: PatientFilePanelProps) => {
  const { patientFile, words } = props
  const { search, isWriting } = usePatientSearch()
  const mayWrite = patientFile.patient.archivedAt === null
  const target = isWriting && mayWrite ? targetOf(search, patientFile.records) : undefined
  // Loaded before it is asked for: a session starts at once and a record opens, also when the network is gone by then.
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of [loadWriting, loadTrail]) void load().catch(() => undefined)
    }, 1_500)
    return () => clearTimeout(timer)
  }, [])
  if (target) return <Writing {...props} target={target} />
  const record = recordToRead(search, patientFile.records)
  if (!record) return null
  return (
    <Suspense fallback={<Card className={styles.open} />}>
      <ReadingPanel
        patientFile={patientFile}
        record={record}
        words={words}
        onContinueDocument={props.onContinueDocument}
      />
    </Suspense>
  )
}

/** A session of somebody without an open case begins with what they come for. */
const BeginsCase = ({ title }: { title: string }) => {
  const { go } = usePatientSearch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes there once
  useEffect(() => go({ write: 'case' }, { replace: true }), [])
  return (
    <Notice>
      <SkeletonRows rows={6} label={title} />
    </Notice>
  )
}

interface WritingProps extends PatientFilePanelProps {
  target: EditorTarget
}

/** Waits for what a form needs: the class, and what was being typed before. */
const Writing = (props: WritingProps) => {
  const { patientFile, draftsReady, target, title } = props
  const { search, go } = usePatientSearch()
  const { t } = useTranslation('record')
  const classes = useQuery(recordClassesQuery)
  const edited =
    target.kind === 'edit' ? patientFile.records.find((one) => one.id === target.recordId) : undefined

  if (!draftsReady || (target.kind === 'new' && classes.isPending)) {
    return (
      <Notice>
        <SkeletonRows rows={6} label={title(target)} />
      </Notice>
    )
  }
  if (search.write === 'followup' && target.kind === 'new' && target.caseId === undefined)
    return <BeginsCase title={title(target)} />
  const recordClass =
    target.kind === 'edit'
      ? edited && classOf(edited, patientFile.recordClasses)
      : currentClass(classes.data ?? [], target.classId)
  if (!recordClass) {
    return (
      <Notice>
        <EmptyState
          title={t('editor.noClass')}
          actions={<Button onClick={() => go({})}>{t('open.close')}</Button>}
        />
      </Notice>
    )
  }
  return <Editor {...props} recordClass={recordClass} edited={edited} />
}

const Notice = ({ children }: { children: ReactNode }) => <Card className={styles.open}>{children}</Card>

interface EditorProps extends WritingProps {
  recordClass: RecordClass
  edited: RecordRow | undefined
}

const copiesOf = (drafts: readonly Draft[], key: string): Draft[] =>
  drafts.filter((draft) => isDraftCopy(draft.key) && formOfDraft(draft.key) === key)

/** A patient has one: writing it again goes on from what it says (product-decisions.md §6). */
const historyOf = (records: readonly RecordRow[]): RecordRow | undefined =>
  records.find((one) => one.type === 'med_hist' && one.voidedAt === null && !one.former)

/** Brings together what the form shows beside the fields: the case, and the visits before. */
const Editor = ({ patientFile, drafts, words, title, target, recordClass, edited }: EditorProps) => {
  const { search, go } = usePatientSearch()
  const { t } = useTranslation('record')
  const { authUser } = usePracticeSession()
  const dates = useDates()
  const { patient, records } = patientFile
  const isFollowUp = recordClass.subType === 'follow_up'
  const isHistory = target.kind === 'new' && recordClass.type === 'med_hist'
  const caseId = isFollowUp
    ? (edited?.caseId ?? (target.kind === 'new' ? target.caseId : undefined))
    : undefined
  const owner = records.find((one) => one.id === caseId)
  const visits = caseId === undefined ? [] : visitsOfCase(records, caseId)
  // The same list for as long as it says the same: every field of the form has it at hand.
  const cases = useMemo(
    () =>
      records
        .filter((one) => one.caseStatus === 'active' && one.voidedAt === null)
        .map((one) => ({ id: one.id, name: words.caseName(one) })),
    [records, words],
  )
  const moment = edited ? words.when(edited) : t('editor.now', { time: dates.time(new Date()) })

  return (
    <Suspense
      fallback={
        <Notice>
          <SkeletonRows rows={6} label={title(target)} />
        </Notice>
      }
    >
      <WritingPanel
        key={`${patient.id} ${draftKeyOf(target)}`}
        patientId={patient.id}
        userId={authUser.id}
        target={target}
        recordClass={recordClass}
        record={edited}
        renewed={isHistory ? historyOf(records) : undefined}
        title={title(target)}
        subtitle={[owner && words.caseName(owner), moment].filter(Boolean).join(' · ')}
        words={words}
        patientFile={patientFile}
        caseId={caseId}
        cases={cases}
        {...(isFollowUp ? visitsToCompare(visits, edited?.id) : { last: undefined, first: undefined })}
        draft={draftOf(drafts, draftKeyOf(target))}
        copies={copiesOf(drafts, draftKeyOf(target))}
        onChooseCase={(id) => go({ write: 'followup', case: id })}
        onSaved={(record) => go({ case: search.case, record: record.id })}
        onClose={() => go({ case: search.case, record: edited?.id })}
      />
    </Suspense>
  )
}
