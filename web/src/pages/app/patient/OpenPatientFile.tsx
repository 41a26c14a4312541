import type { Draft } from '@ulna/contract/drafts/drafts'
import { useMemo, useState } from 'react'
import { usePermission } from '../../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import { isSpent } from '../../../features/records/drafts/spent-drafts.ts'
import { writeWordOf } from '../../../features/records/editor-target.ts'
import { useTargetTitle } from '../../../features/records/patient-file-words.ts'
import type { PatientFile } from '../../../features/records/records.queries.ts'
import { caseToContinue, caseTree } from '../../../features/records/time-line/case-tree.ts'
import { useRecordWords } from '../../../features/records/use-record-words.ts'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { Optional } from '../../../ui/Optional.tsx'
import { CaseChooser } from './file/CaseChooser.tsx'
import type { Adding } from './file/Documents.tsx'
import { PatientFileAction } from './file/PatientFileAction.tsx'
import { PatientFileDialogs } from './file/PatientFileDialogs.tsx'
import { PatientFileHead } from './file/PatientFileHead.tsx'
import { PatientFilePanel } from './file/PatientFilePanel.tsx'
import { PatientFileTimeLine } from './file/PatientFileTimeLine.tsx'
import { PatientFileTree } from './file/PatientFileTree.tsx'
import { usePatientSearch } from './list/use-patient-search.ts'
import styles from './PatientFile.module.css'
import { useFormName } from './use-form-name.ts'

const ArchivedNotice = lazyPart(() => import('./ArchivedNotice.tsx'), 'ArchivedNotice', ['archive'])
const MergedNotice = lazyPart(
  () => import('../../../features/patient-merges/MergedNotice.tsx'),
  'MergedNotice',
  ['merge'],
)
const FormChooser = lazyPart(() => import('./file/FormChooser.tsx'), 'FormChooser')
const Documents = lazyPart(() => import('./file/Documents.tsx'), 'Documents', ['files'])

export interface OpenPatientFileProps {
  patientFile: PatientFile
  drafts: readonly Draft[]
  /** The drafts are known, or cannot be: a form may open. */
  draftsReady: boolean
}

/** History and cases, time line, and the record that is open or being written. */
export const OpenPatientFile = ({ patientFile, drafts: allDrafts, draftsReady }: OpenPatientFileProps) => {
  const { patient, records, recordClasses } = patientFile
  const { clinical } = usePracticeSession()
  const { allowed: seesMerges } = usePermission('mergePatients')
  const { search, isWriting: isAsked, go } = usePatientSearch()
  // An archived file is only read, whatever the address asks for.
  const isArchived = patient.archivedAt !== null
  const isWriting = isAsked && !isArchived
  const isOpen = isWriting || search.record !== undefined
  const [treeOpen, setTreeOpen] = useState(false)
  const [choosesForm, setChoosesForm] = useState<'any' | 'consent'>()
  const [adding, setAdding] = useState<Adding>()
  const words = useRecordWords(records, recordClasses)
  const tree = useMemo(() => caseTree(records), [records])
  const drafts = useMemo(
    () => (isArchived ? [] : allDrafts.filter((draft) => !isSpent(draft, records, recordClasses))),
    [allDrafts, records, recordClasses, isArchived],
  )
  const titleOf = useTargetTitle(patientFile, words, useFormName(recordClasses, drafts, search.write))
  const action = isArchived ? null : (
    <PatientFileAction patientId={patient.id} openCaseId={caseToContinue(records)?.id} />
  )
  const treeNode = (
    <PatientFileTree
      records={records}
      tree={tree}
      words={words}
      isArchived={isArchived}
      onChosen={() => setTreeOpen(false)}
      onOtherForm={() => setChoosesForm('any')}
      onAddDocument={() => setAdding({ record: undefined, files: [] })}
    />
  )

  return (
    <div className={styles.page}>
      <PatientFileHead patientFile={patientFile} action={action} />
      <Optional>{isArchived && <ArchivedNotice patient={patient} />}</Optional>
      <Optional>{patient.otherFiles.length > 0 && seesMerges && <MergedNotice patient={patient} />}</Optional>
      <CaseChooser
        cases={tree.cases.map(({ record }) => ({ id: record.id, name: words.caseName(record) }))}
        caseId={search.case}
        isOpen={isOpen}
        treeOpen={treeOpen}
        onChoose={(caseId) => go({ case: caseId })}
        onTree={setTreeOpen}
        tree={treeNode}
      />
      <div className={styles.file} data-writing={isWriting || undefined} data-open={isOpen || undefined}>
        <Card className={styles.left}>{treeNode}</Card>
        <Card className={styles.line}>
          <PatientFileTimeLine patientFile={patientFile} drafts={drafts} words={words} title={titleOf} />
        </Card>
        <PatientFilePanel
          patientFile={patientFile}
          drafts={drafts}
          draftsReady={draftsReady}
          words={words}
          title={titleOf}
          onContinueDocument={(record) => setAdding({ record, files: [] })}
        />
      </div>
      {!isOpen && action && <div className={styles.phoneAction}>{action}</div>}
      <Optional>
        {clinical && (
          <Documents
            patientFile={patientFile}
            adding={adding}
            onAdding={setAdding}
            onSaved={(record) => go({ record: record.id })}
          />
        )}
      </Optional>
      <PatientFileDialogs
        patientFile={patientFile}
        words={words}
        onWriteConsent={() => setChoosesForm('consent')}
      />
      <Optional>
        {choosesForm && (
          <FormChooser
            isForConsent={choosesForm === 'consent'}
            onChoose={(classId) => {
              setChoosesForm(undefined)
              go({ write: writeWordOf(classId) })
            }}
            onClose={() => setChoosesForm(undefined)}
          />
        )}
      </Optional>
    </div>
  )
}
