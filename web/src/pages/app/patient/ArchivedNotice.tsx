import { useNavigate } from '@tanstack/react-router'
import type { ErasurePreview } from '@ulna/contract/erasures/erasures'
import type { Patient } from '@ulna/contract/patients/patients'
import { useState } from 'react'
import { usePermission } from '../../../api/practice/use-permission.ts'
import { ArchivedBanner } from '../../../features/patient-archive/ArchivedBanner.tsx'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Optional } from '../../../ui/Optional.tsx'

const EraseDialog = lazyPart(() => import('../../../features/erasures/EraseDialog.tsx'), 'EraseDialog', [
  'erasures',
  'movingErrors',
])

/** Over an archived file: that it is one, the way back, and for owners the way out. */
export const ArchivedNotice = ({ patient }: { patient: Patient }) => {
  const navigate = useNavigate()
  const { allowed } = usePermission('readErasures')
  const [isErasing, setIsErasing] = useState(false)
  const close = () => setIsErasing(false)
  // A file that is blocked is nobody's to look at.
  const leave = ({ scope }: ErasurePreview) => {
    close()
    if (scope === 'whole') void navigate({ to: '/app/patient' })
  }
  return (
    <>
      <ArchivedBanner patient={patient} onErase={allowed ? () => setIsErasing(true) : undefined} />
      <Optional>
        {isErasing && (
          <EraseDialog
            patientId={patient.id}
            name={`${patient.firstName} ${patient.lastName}`}
            onDone={leave}
            onClose={close}
          />
        )}
      </Optional>
    </>
  )
}
