import type { RecordRow } from '@ulna/contract/records/records'
import { usePracticeSession } from '../../../../api/session/session.ts'
import { CaseTree } from '../../../../features/records/time-line/CaseTree.tsx'
import { openCaseOf, type CaseTree as Tree } from '../../../../features/records/time-line/case-tree.ts'
import type { RecordWords } from '../../../../features/records/use-record-words.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import type { PatientFileOver, PatientSearch } from '../list/patient-search.ts'
import { usePatientSearch } from '../list/use-patient-search.ts'

// Their words come with them.
const PatientFileTools = lazyPart(() => import('./PatientFileTools.tsx'), 'PatientFileTools', [
  'course',
  'modules',
  'files',
  'consents',
  'desk',
])

export interface PatientFileTreeProps {
  records: readonly RecordRow[]
  tree: Tree
  words: RecordWords
  /** It is only read. */
  isArchived: boolean
  /** Something was chosen: what the tree stands in may close. */
  onChosen: () => void
  onOtherForm: () => void
  onAddDocument: () => void
}

/** History and diagnoses, and what can be done with the file. */
export const PatientFileTree = ({
  records,
  tree,
  words,
  isArchived,
  onChosen,
  onOtherForm,
  onAddDocument,
}: PatientFileTreeProps) => {
  const { clinical } = usePracticeSession()
  const { search, go, show } = usePatientSearch()
  const chosen = (run: () => void): void => {
    onChosen()
    run()
  }
  const leadTo = (next: PatientSearch): void => chosen(() => go(next))
  const showOver = (over: PatientFileOver): void => chosen(() => show(over))
  const writes = clinical && !isArchived
  const mayMeasure = clinical && records.length > 1
  return (
    <CaseTree
      tree={tree}
      words={words}
      caseId={search.case}
      openId={search.record}
      onChooseCase={(caseId) => leadTo({ case: caseId, record: caseId })}
      onOpen={(record) => leadTo({ record: record.id })}
      onWriteHistory={writes ? () => leadTo({ write: 'history' }) : undefined}
      onNewCase={writes ? () => leadTo({ write: 'case' }) : undefined}
      onShowMeasures={mayMeasure ? () => showOver('measures') : undefined}
      tools={(className) => (
        <Optional>
          <PatientFileTools
            className={className}
            isArchived={isArchived}
            canPlan={openCaseOf(records, search.case) !== undefined}
            onShow={showOver}
            onOtherForm={() => chosen(onOtherForm)}
            onAddDocument={() => chosen(onAddDocument)}
          />
        </Optional>
      )}
    />
  )
}
