import { lazy } from 'react'
import type { PatientFile } from '../../../../features/records/records.queries.ts'
import { loadTexts } from '../../../../i18n/i18n.ts'
import { Optional } from '../../../../ui/Optional.tsx'

const importBalance = async () => {
  const [module] = await Promise.all([
    import('../../../../features/session-packages/PatientBalance.tsx'),
    loadTexts(['sessionPackage', 'calendar']),
  ])
  return { default: module.PatientBalance }
}
const PatientBalance = lazy(importBalance)

/** The balance of packages on the head, fetched only where there is one. */
export const FileBalance = ({ file: { patient, sessionPackages } }: { file: PatientFile }) =>
  sessionPackages.length === 0 ? null : (
    <Optional>
      <PatientBalance name={`${patient.firstName} ${patient.lastName}`} packages={sessionPackages} />
    </Optional>
  )
