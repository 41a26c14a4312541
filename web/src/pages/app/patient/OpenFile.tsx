import { useNavigate } from '@tanstack/react-router'
import type { Draft } from '@ulna/contract/drafts/drafts'
import { recordAlerts } from '@ulna/contract/records/records.summary.rules'
import { useMemo, useState } from 'react'
import { usePracticeSession } from '../../../api/session/session.ts'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Optional } from '../../../ui/Optional.tsx'
import '../../../ui/fields/mantine-styles.ts'
import { PatientHead } from '../../../features/patients/PatientHead.tsx'
import { isSpent } from '../../../features/records/drafts/spent-drafts.ts'
import { classOf, writeWordOf } from '../../../features/records/editor-target.ts'
import { useTargetTitle } from '../../../features/records/file-words.ts'
import type { PatientFile } from '../../../features/records/records.queries.ts'
import { CaseTree } from '../../../features/records/time-line/CaseTree.tsx'
import { caseToContinue, caseTree } from '../../../features/records/time-line/case-tree.ts'
import { useRecordWords } from '../../../features/records/use-record-words.ts'
import { Sheet } from '../../../ui/base/Sheet.tsx'
import { CaseChooser } from './file/CaseChooser.tsx'
import type { Adding } from './file/Documents.tsx'
import { FileAction } from './file/FileAction.tsx'
import { FileBalance } from './file/FileBalance.tsx'
import { FileCourse, planButton } from './file/FileCourse.tsx'
import { deskTools, FileDesk } from './file/FileDesk.tsx'
import { FileMeasures, measuresOpener } from './file/FileMeasures.tsx'
import { FilePanel } from './file/FilePanel.tsx'
import { FileTimeLine } from './file/FileTimeLine.tsx'
import { OpeningsDialog } from './file/OpeningsDialog.tsx'
import { usePatientSearch } from './list/use-patient-search.ts'
import styles from './PatientFile.module.css'
import { useFormName } from './use-form-name.ts'
import { useHeadHeight } from './use-head-height.ts'
import { useReturnToPlace } from './use-return-to-place.ts'

const FormChooser = lazyPart(() => import('./file/FormChooser.tsx'), 'FormChooser')

// Their words come with them.
const Documents = lazyPart(() => import('./file/Documents.tsx'), 'Documents', ['files'])
const FileTools = lazyPart(() => import('./file/FileTools.tsx'), 'FileTools', [
  'modules',
  'files',
  'consents',
])
const FileConsents = lazyPart(() => import('./file/FileConsents.tsx'), 'FileConsents', ['consents'])

export interface OpenFileProps {
  file: PatientFile
  drafts: readonly Draft[]
  /** The drafts are known, or cannot be: a form may open. */
  draftsReady: boolean
}

const alertsOf = ({ records, recordClasses }: PatientFile) => {
  const history = caseTree(records).medicalHistory
  const recordClass = history && classOf(history, recordClasses)
  return history?.data && recordClass ? recordAlerts(recordClass, history.data) : []
}

/** History and cases, time line, and the record that is open or being written. */
export const OpenFile = ({ file, drafts: allDrafts, draftsReady }: OpenFileProps) => {
  const { patient, records, recordClasses, nextAppointment } = file
  const { clinical } = usePracticeSession()
  const navigate = useNavigate()
  const { search, go } = usePatientSearch()
  const [treeOpen, setTreeOpen] = useState(false)
  const [showsOpenings, setShowsOpenings] = useState(false)
  const [choosesForm, setChoosesForm] = useState(false)
  const [adding, setAdding] = useState<Adding>()
  const head = useHeadHeight()
  const words = useRecordWords(records, recordClasses)
  const tree = useMemo(() => caseTree(records), [records])
  const alerts = useMemo(() => alertsOf(file), [file])
  const drafts = useMemo(
    () => allDrafts.filter((draft) => !isSpent(draft, records, recordClasses)),
    [allDrafts, records, recordClasses],
  )
  const titleOf = useTargetTitle(file, words, useFormName(recordClasses, drafts, search.write))

  const isWriting = clinical && (search.write !== undefined || search.edit !== undefined)
  const isOpen = isWriting || search.record !== undefined
  const keepPlace = useReturnToPlace(isOpen)
  const continued = caseToContinue(records)
  const ifClinical = <Act,>(act: Act): Act | undefined => (clinical ? act : undefined)
  const writeCase = () => go({ write: 'case' })
  const chooseForm = () => setChoosesForm(true)
  const addDocument = () => setAdding({ record: undefined, files: [] })
  const action = (
    <FileAction
      patientId={patient.id}
      clinical={clinical && !isWriting}
      isPrimary={!isWriting}
      hasOpenCase={continued !== undefined}
      onStartSession={() => go({ write: 'followup', case: search.case ?? continued?.id })}
      onWriteCase={writeCase}
    />
  )
  const closingTree =
    <Arguments extends unknown[]>(run: (...given: Arguments) => void) =>
    (...given: Arguments) => {
      setTreeOpen(false)
      run(...given)
    }
  const treeNode = (
    <CaseTree
      tree={tree}
      words={words}
      caseId={search.case}
      openId={search.record}
      onChooseCase={closingTree((caseId) => go({ case: caseId, record: caseId }))}
      onOpen={closingTree((record) => go({ record: record.id }))}
      onWriteHistory={ifClinical(closingTree(() => go({ write: 'history' })))}
      onNewCase={ifClinical(closingTree(writeCase))}
      onShowMeasures={measuresOpener(
        file,
        clinical,
        closingTree(() => go({ ...search, measures: true })),
      )}
      tools={(className) => (
        <>
          {planButton(
            file,
            search,
            className,
            closingTree(() => go({ ...search, plan: true })),
          )}
          <Optional>
            {clinical && (
              <FileTools
                className={className}
                onOtherForm={closingTree(chooseForm)}
                onAddDocument={closingTree(addDocument)}
                onShowConsents={closingTree(() => go({ ...search, consents: true }))}
              />
            )}
          </Optional>
          {deskTools(
            className,
            closingTree((asked) => go({ ...search, ...asked })),
          )}
        </>
      )}
    />
  )

  return (
    <div className={styles.page} ref={head.ref} style={head.style}>
      <PatientHead
        patient={patient}
        clinical={clinical}
        alerts={alerts}
        nextVisit={nextAppointment?.start ?? null}
        balance={<FileBalance file={file} />}
        action={action}
        onShowOpenings={() => setShowsOpenings(true)}
        onPrint={ifClinical(() => go({ print: 'file' }))}
        onRemoved={() => void navigate({ to: '/app/patient' })}
      />
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
        <Sheet className={styles.left}>{treeNode}</Sheet>
        <Sheet className={styles.line}>
          <FileTimeLine
            file={file}
            drafts={drafts}
            words={words}
            search={search}
            title={titleOf}
            go={(next) => {
              if (!isOpen) keepPlace()
              go(next)
            }}
            onWriteFirst={ifClinical(writeCase)}
          />
        </Sheet>
        <FilePanel
          file={file}
          drafts={drafts}
          draftsReady={draftsReady}
          words={words}
          search={search}
          isWriting={isWriting}
          title={titleOf}
          onContinueDocument={(record) => setAdding({ record, files: [] })}
          go={go}
        />
      </div>
      {clinical && !isOpen && <div className={styles.phoneAction}>{action}</div>}
      <Optional>
        {clinical && (
          <Documents
            file={file}
            adding={adding}
            onAdding={setAdding}
            onSaved={(record) => go({ record: record.id })}
          />
        )}
      </Optional>
      <FileCourse file={file} words={words} search={search} go={go} />
      <FileDesk patient={patient} search={search} go={go} />
      <FileMeasures file={file} words={words} clinical={clinical} search={search} go={go} />
      <Optional>
        {clinical && search.consents && (
          <FileConsents file={file} words={words} search={search} go={go} onWrite={chooseForm} />
        )}
      </Optional>
      <Optional>
        {choosesForm && (
          <FormChooser
            onChoose={(classId) => {
              setChoosesForm(false)
              go({ write: writeWordOf(classId) })
            }}
            onClose={() => setChoosesForm(false)}
          />
        )}
      </Optional>
      {showsOpenings && (
        <OpeningsDialog
          patientId={patient.id}
          patientName={`${patient.firstName} ${patient.lastName}`}
          onClose={() => setShowsOpenings(false)}
        />
      )}
    </div>
  )
}
