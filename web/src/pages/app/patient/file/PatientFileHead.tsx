import { useNavigate } from '@tanstack/react-router'
import { recordAlerts } from '@ulna/contract/records/records.summary.rules'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { usePracticeSession } from '../../../../api/session/session.ts'
import { PatientHead } from '../../../../features/patients/PatientHead.tsx'
import { classOf } from '../../../../features/records/editor-target.ts'
import type { PatientFile } from '../../../../features/records/records.queries.ts'
import { caseTree } from '../../../../features/records/time-line/case-tree.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import { usePatientSearch } from '../list/use-patient-search.ts'

const PatientBalance = lazyPart(
  () => import('../../../../features/session-packages/PatientBalance.tsx'),
  'PatientBalance',
  ['sessionPackage', 'calendar'],
)
const PackageReceipts = lazyPart(
  () => import('../../../../features/receipts/PackageReceipts.tsx'),
  'PackageReceipts',
  ['receipts'],
)
// The words of the audit trail stand with the settings.
const PatientOpeningsDialog = lazyPart(
  () => import('../../../../features/audit/PatientOpeningsDialog.tsx'),
  'PatientOpeningsDialog',
  ['settings'],
)

const ArchiveDialog = lazyPart(
  () => import('../../../../features/patient-archive/ArchiveDialog.tsx'),
  'ArchiveDialog',
  ['archive'],
)
const CopiesDialog = lazyPart(
  () => import('../../../../features/patient-copies/CopiesDialog.tsx'),
  'CopiesDialog',
  ['copies', 'movingErrors'],
)
const HandOversDialog = lazyPart(
  () => import('../../../../features/hand-overs/HandOversDialog.tsx'),
  'HandOversDialog',
  ['handOvers', 'copies', 'movingErrors'],
)
const HoldsDialog = lazyPart(() => import('../../../../features/retention/HoldsDialog.tsx'), 'HoldsDialog', [
  'archive',
])

const alertsOf = ({ records, recordClasses }: Pick<PatientFile, 'records' | 'recordClasses'>) => {
  const history = caseTree(records).medicalHistory
  const recordClass = history && classOf(history, recordClasses)
  return history?.data && recordClass ? recordAlerts(recordClass, history.data) : []
}

/** Whether the first card stands: what is fetched besides is fetched behind it. */
const useIsDrawn = (): boolean => {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => setDrawn(true), [])
  return isDrawn
}

export interface PatientFileHeadProps {
  patientFile: PatientFile
  /** The one primary action. */
  action: ReactNode
}

/** The head of the file, with what its records and packages say of the patient. */
export const PatientFileHead = ({ patientFile, action }: PatientFileHeadProps) => {
  const { patient, sessionPackages } = patientFile
  const { clinical } = usePracticeSession()
  const navigate = useNavigate()
  const { go } = usePatientSearch()
  const isDrawn = useIsDrawn()
  const [shown, setShown] = useState<'openings' | 'archive' | 'holds' | 'copies' | 'handOvers'>()
  const close = () => setShown(undefined)
  const alerts = useMemo(() => alertsOf(patientFile), [patientFile])
  const name = `${patient.firstName} ${patient.lastName}`
  return (
    <>
      <PatientHead
        patient={patient}
        clinical={clinical}
        alerts={alerts}
        nextVisit={patientFile.nextAppointment?.start ?? null}
        balance={
          <Optional>
            {isDrawn && sessionPackages.length > 0 && (
              <PatientBalance
                name={name}
                packages={sessionPackages}
                paidFor={(sold) => (
                  <Optional>
                    <PackageReceipts sold={sold} />
                  </Optional>
                )}
              />
            )}
          </Optional>
        }
        action={action}
        onMerge={() => void navigate({ href: `/app/patient/${patient.id}/merge` })}
        onArchive={() => setShown('archive')}
        onShowHolds={() => setShown('holds')}
        onShowCopies={() => setShown('copies')}
        onShowHandOvers={() => setShown('handOvers')}
        onShowOpenings={() => setShown('openings')}
        onPrint={clinical ? () => go({ print: 'file' }) : undefined}
        onRemoved={() => void navigate({ to: '/app/patient' })}
      />
      <Optional>
        {shown === 'openings' && (
          <PatientOpeningsDialog patientId={patient.id} patientName={name} onClose={close} />
        )}
        {shown === 'archive' && <ArchiveDialog patient={patient} onDone={close} onClose={close} />}
        {shown === 'holds' && <HoldsDialog patientId={patient.id} name={name} onClose={close} />}
        {shown === 'copies' && <CopiesDialog patientId={patient.id} name={name} onClose={close} />}
        {shown === 'handOvers' && <HandOversDialog patientId={patient.id} name={name} onClose={close} />}
      </Optional>
    </>
  )
}
