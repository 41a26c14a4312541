import type { ReactNode } from 'react'
import { usePermission } from '../../../../api/practice/use-permission.ts'
import type { PatientFile } from '../../../../features/records/records.queries.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import type { DeskWish, PatientSearch } from '../list/patient-search.ts'

const DeskTools = lazyPart(() => import('./DeskTools.tsx'), 'DeskTools', ['desk'])
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

/** Buttons among what can be done in a file, with or without clinical access. */
export const deskTools = (className: string | undefined, onAsk: (wish: DeskWish) => void): ReactNode => (
  <Optional>
    <DeskTools className={className} onAsk={onAsk} />
  </Optional>
)

export interface FileDeskProps {
  patient: PatientFile['patient']
  search: PatientSearch
  go: (search: PatientSearch) => void
}

/** Selling a package and issuing an attendance sheet, over the file while the address asks for one of them. */
export const FileDesk = ({ patient, search, go }: FileDeskProps) => {
  const selling = usePermission('writePackages')
  const issuing = usePermission('issueAttendance')
  const chosen = { id: patient.id, name: `${patient.firstName} ${patient.lastName}` }
  const close = () => go({ ...search, sell: undefined, attendance: undefined })
  return (
    <Optional>
      {search.sell && selling.allowed && <PackageDialog patient={chosen} onSaved={close} onClose={close} />}
      {search.attendance && issuing.allowed && <AttendanceDialog patient={chosen} onClose={close} />}
    </Optional>
  )
}
