import type { Draft } from '@ulna/contract/drafts/drafts'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { RecordRow } from '@ulna/contract/records/records'
import { useTranslation } from 'react-i18next'
import type { PainPoint } from '../../blocks/charts/PainChart.tsx'
import type { EditorTarget } from './editor-target.ts'
import { writeWordOf } from './editor-target.ts'
import type { PatientFile } from './records.queries.ts'
import { painOverVisits, visitsOfCase } from './time-line/case-tree.ts'
import type { RecordWords } from './use-record-words.ts'

/** The case a record belongs to: its own id for a diagnosis. */
export const caseIdOf = (record: RecordRow): number | undefined =>
  record.subtype === 'case' ? record.id : (record.caseId ?? undefined)

/** Pain over the visits of a record's case, up to and including that record. */
export const usePainPoints = (records: readonly RecordRow[], words: RecordWords) => {
  const { t } = useTranslation('record')
  const pointOf = (record: RecordRow, level: number): PainPoint => ({
    level,
    day: words.day(record),
    label: record.subtype === 'case' ? t('painChart.start') : String(record.sessionNumber ?? ''),
  })
  return {
    ofCase: (caseId: number): PainPoint[] =>
      painOverVisits(visitsOfCase(records, caseId)).map(({ record, level }) => pointOf(record, level)),
    upTo: (record: RecordRow): PainPoint[] => {
      const caseId = caseIdOf(record)
      if (caseId === undefined) return []
      const pains = painOverVisits(visitsOfCase(records, caseId))
      const index = pains.findIndex((pain) => pain.record.id === record.id)
      return pains.slice(0, index + 1).map((pain) => pointOf(pain.record, pain.level))
    },
  }
}

/** What pain did since the visit before, in words. */
export const usePainChange = () => {
  const { t } = useTranslation('record')
  return (points: readonly PainPoint[]): string | undefined => {
    const [before, now] = points.slice(-2)
    if (!before || !now) return undefined
    const change = now.level - before.level
    if (change === 0) return t('open.painSame', { day: before.day })
    const key = change < 0 ? 'open.painLess' : 'open.painMore'
    return t(key, { count: Math.abs(change), day: before.day })
  }
}

export type Numbered = Pick<PatientFile, 'records' | 'movedNumbers'>

/** The number the next follow-up of a case will get: none that was given in it before. */
export const nextFollowUpNumber = (
  { records, movedNumbers }: Numbered,
  caseId: number | undefined,
): number => {
  const given = [...records, ...movedNumbers].filter((one) => one.caseId === caseId)
  return 1 + Math.max(0, ...given.map((one) => one.sessionNumber ?? 0))
}

/**
 * Names what is written: for the head of the form and for cards of drafts. `nameOf` knows the classes of modules; where
 * it does not (yet), there is no title.
 */
export const useTargetTitle = (
  patientFile: Numbered,
  words: RecordWords,
  nameOf: (classId: string) => string | undefined,
) => {
  const { t } = useTranslation('record')
  return (target: EditorTarget): string => {
    if (target.kind === 'edit') {
      const record = patientFile.records.find((one) => one.id === target.recordId)
      return record ? t('editor.edit', { title: words.title(record) }) : t('open.edit')
    }
    const word = writeWordOf(target.classId)
    if (word === 'followup')
      return t('editor.newFollowUp', { number: nextFollowUpNumber(patientFile, target.caseId) })
    if (word === 'case') return t('editor.newCase')
    if (word === 'history') return t('editor.medicalHistory')
    return word === 'document' ? t('editor.document') : (nameOf(target.classId) ?? '')
  }
}

export const draftOf = (drafts: readonly Draft[], key: string): Draft | undefined =>
  drafts.find((draft) => draft.key === key)

/** The newest version of a class among those that new records can be written with. */
export const currentClass = (classes: readonly RecordClass[], classId: string): RecordClass | undefined =>
  classes.filter((one) => one.classId === classId).sort((one, other) => other.version - one.version)[0]
