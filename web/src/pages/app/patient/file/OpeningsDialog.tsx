import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'

// The words of the audit trail stand with the settings.
const PatientOpeningsDialog = lazyPart(
  () => import('../../../../features/audit/PatientOpeningsDialog.tsx'),
  'PatientOpeningsDialog',
  ['settings'],
)

export interface OpeningsDialogProps {
  patientId: number
  patientName: string
  onClose: () => void
}

/** Who opened this file; fetched when it is asked for. */
export const OpeningsDialog = (props: OpeningsDialogProps) => (
  <Optional>
    <PatientOpeningsDialog {...props} />
  </Optional>
)
