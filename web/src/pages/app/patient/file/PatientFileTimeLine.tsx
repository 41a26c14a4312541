import { type Draft, isDraftCopy } from '@ulna/contract/drafts/drafts'
import type { RecordFile, RecordRow } from '@ulna/contract/records/records'
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { deviceOf } from '../../../../api/captcha/device-words.ts'
import { usePracticeSession } from '../../../../api/session/session.ts'
import {
  type EditorTarget,
  targetOfDraftKey,
  writeWordOf,
} from '../../../../features/records/editor-target.ts'
import type { PatientFile } from '../../../../features/records/records.queries.ts'
import { type DraftCard, TimeLine } from '../../../../features/records/time-line/TimeLine.tsx'
import type { RecordWords } from '../../../../features/records/use-record-words.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import { photosOf } from '../list/patient-photos.ts'
import type { PatientSearch } from '../list/patient-search.ts'
import { usePatientSearch } from '../list/use-patient-search.ts'

// Few files have any.
const RecordThumbnails = lazyPart(
  () => import('../../../../features/files/RecordThumbnails.tsx'),
  'RecordThumbnails',
  ['files'],
)

/** The files of each record that can be looked at. */
const readyFiles = (files: readonly RecordFile[]): ReadonlyMap<number, readonly RecordFile[]> => {
  const found = new Map<number, RecordFile[]>()
  for (const file of files)
    if (file.state === 'ready') found.set(file.recordId, [...(found.get(file.recordId) ?? []), file])
  return found
}

export interface PatientFileTimeLineProps {
  patientFile: PatientFile
  drafts: readonly Draft[]
  words: RecordWords
  title: (target: EditorTarget) => string
}

/** Browser and system a text was written on; empty where nobody knows. */
const placeWords = ({ device }: Draft): string => {
  const { browser, system } = deviceOf(device)
  return [browser, system].filter(Boolean).join(', ')
}

/** Where a record covers the time line, closing it leads back to the card one came from. */
const useReturnToPlace = (isOpen: boolean): (() => void) => {
  const place = useRef<number | undefined>(undefined)
  useLayoutEffect(() => {
    if (isOpen || place.current === undefined) return
    window.scrollTo({ top: place.current, behavior: 'instant' })
    place.current = undefined
  }, [isOpen])
  return () => {
    place.current = window.scrollY
  }
}

/** The time line of the open file: what is planned, what is being written, what was written. */
export const PatientFileTimeLine = ({ patientFile, drafts, words, title }: PatientFileTimeLineProps) => {
  const { patient, records, nextAppointment: next } = patientFile
  const { clinical } = usePracticeSession()
  const { search, isOpen, go } = usePatientSearch()
  const keepPlace = useReturnToPlace(isOpen)
  const open = (what: PatientSearch): void => {
    if (!isOpen) keepPlace()
    go(what)
  }

  const cardOf = (draft: Draft): DraftCard[] => {
    const target = targetOfDraftKey(draft.key)
    if (!target) return []
    const card = { key: draft.key, title: title(target), when: words.moment(draft.updatedAt) }
    return [isDraftCopy(draft.key) ? { ...card, copyFrom: placeWords(draft) } : card]
  }

  const openDraft = (key: string) => {
    const target = targetOfDraftKey(key)
    if (target?.kind === 'edit') return open({ edit: target.recordId })
    if (target) open({ write: writeWordOf(target.classId), case: target.caseId })
  }

  const filesOf = useMemo(() => readyFiles(patientFile.files), [patientFile.files])
  const thumbnailsOf = (record: RecordRow): ReactNode => {
    const files = record.voidedAt === null ? filesOf.get(record.id) : undefined
    if (!files) return undefined
    return (
      <Optional>
        <RecordThumbnails
          title={words.title(record)}
          files={files}
          patient={patient}
          photos={() => photosOf(patientFile, words)}
        />
      </Optional>
    )
  }

  return (
    <TimeLine
      records={records}
      words={words}
      thumbnailsOf={thumbnailsOf}
      openId={search.record ?? search.edit}
      onOpen={(record) => open({ case: search.case, record })}
      caseId={search.case}
      onClearCase={() => open({ record: search.record })}
      planned={next ? { when: words.moment(next.start), doctorName: next.doctorName } : undefined}
      drafts={drafts.flatMap(cardOf)}
      onOpenDraft={openDraft}
      onWriteFirst={clinical && patient.archivedAt === null ? () => go({ write: 'case' }) : undefined}
    />
  )
}
