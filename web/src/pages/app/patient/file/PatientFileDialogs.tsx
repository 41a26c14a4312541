import { useState } from 'react'
import { usePermission } from '../../../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../../../api/session/session.ts'
import { currencyOfZone } from '../../../../blocks/money/currencies.ts'
import type { PatientFile } from '../../../../features/records/records.queries.ts'
import { openCaseOf } from '../../../../features/records/time-line/case-tree.ts'
import type { RecordWords } from '../../../../features/records/use-record-words.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import { usePatientSearch } from '../list/use-patient-search.ts'

const CoursePlanning = lazyPart(() => import('./CoursePlanning.tsx'), 'CoursePlanning', [
  'course',
  'calendar',
  'series',
])
const PackageDialog = lazyPart(
  () => import('../../../../features/session-packages/PackageDialog.tsx'),
  'PackageDialog',
  ['sessionPackage', 'calendar'],
)
const AttendanceDialog = lazyPart(
  () => import('../../../../features/receipts/AttendanceDialog.tsx'),
  'AttendanceDialog',
  ['desk'],
)
const IssueDialog = lazyPart(() => import('../../../../features/receipts/IssueDialog.tsx'), 'IssueDialog', [
  'receipts',
])
const MeasuresDialog = lazyPart(
  () => import('../../../../features/records/measures/MeasuresDialog.tsx'),
  'MeasuresDialog',
  ['evolution', 'measures', 'bodyChart'],
)
const ConsentsDialog = lazyPart(
  () => import('../../../../features/patient-consents/ConsentsDialog.tsx'),
  'ConsentsDialog',
  ['consents'],
)

export interface PatientFileDialogsProps {
  patientFile: PatientFile
  words: RecordWords
  /** Any form there is may be written. */
  onWriteConsent: () => void
}

/** What stands over the file while the address asks for it. */
export const PatientFileDialogs = ({ patientFile, words, onWriteConsent }: PatientFileDialogsProps) => {
  const { patient, records } = patientFile
  const { clinical, authPractice } = usePracticeSession()
  const { search, go, hide } = usePatientSearch()
  const { allowed: maySell } = usePermission('writePackages')
  const { allowed: mayAttest } = usePermission('issueAttendance')
  const { allowed: mayCharge } = usePermission('issueReceipts')
  const chosen = { id: patient.id, name: `${patient.firstName} ${patient.lastName}` }
  // What was planned can be taken back for a while after the dialog is gone.
  const [wasPlanned, setPlanned] = useState(false)
  const isArchived = patient.archivedAt !== null
  if (search.plan && !wasPlanned && !isArchived) setPlanned(true)
  return (
    <>
      <Optional>
        {wasPlanned && (
          <CoursePlanning
            patient={patient}
            words={words}
            isAsked={search.plan === true}
            planned={openCaseOf(records, search.case)}
            onClose={() => hide('plan')}
          />
        )}
      </Optional>
      <Optional>
        {search.sell && maySell && !isArchived && (
          <PackageDialog patient={chosen} onSaved={() => hide('sell')} onClose={() => hide('sell')} />
        )}
        {search.charge && mayCharge && !isArchived && (
          <IssueDialog
            occasion={{
              ...{ patient: chosen, packageId: null, description: '', price: null },
              currency: currencyOfZone(authPractice.timezone),
            }}
            onClose={() => hide('charge')}
          />
        )}
        {search.attendance && mayAttest && (
          <AttendanceDialog patient={chosen} onClose={() => hide('attendance')} />
        )}
      </Optional>
      <Optional>
        {clinical && search.measures && (
          <MeasuresDialog
            patientFile={patientFile}
            words={words}
            caseId={search.case}
            onClose={() => hide('measures')}
          />
        )}
      </Optional>
      <Optional>
        {clinical && search.consents && (
          <ConsentsDialog
            patientId={chosen.id}
            patientName={chosen.name}
            titleOf={({ recordId, recordClassId }) => {
              const record = records.find(({ id }) => id === recordId)
              return record ? words.title(record) : recordClassId
            }}
            onOpen={(record) => go({ record })}
            onWrite={
              isArchived
                ? undefined
                : () => {
                    hide('consents')
                    onWriteConsent()
                  }
            }
            onClose={() => hide('consents')}
          />
        )}
      </Optional>
    </>
  )
}
