import { lazy } from 'react'
import { loadTexts } from '../../../../i18n/i18n.ts'
import { Optional } from '../../../../ui/Optional.tsx'

const PatientOpeningsDialog = lazy(async () => {
  const [module] = await Promise.all([
    import('../../../../features/audit/PatientOpeningsDialog.tsx'),
    // The words of the audit trail stand with the settings.
    loadTexts(['settings']),
  ])
  return { default: module.PatientOpeningsDialog }
})

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
