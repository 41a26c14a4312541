import type { PatientFile } from '../../../../features/records/records.queries.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'

const PatientBalance = lazyPart(
  () => import('../../../../features/session-packages/PatientBalance.tsx'),
  'PatientBalance',
  ['sessionPackage', 'calendar'],
)

/** The balance of packages on the head, fetched only where there is one. */
export const FileBalance = ({ file: { patient, sessionPackages } }: { file: PatientFile }) =>
  sessionPackages.length === 0 ? null : (
    <Optional>
      <PatientBalance name={`${patient.firstName} ${patient.lastName}`} packages={sessionPackages} />
    </Optional>
  )
