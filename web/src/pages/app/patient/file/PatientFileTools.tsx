import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../../../api/session/session.ts'
import { ListIcon } from '../../../../ui/icons/record-icons.tsx'
import {
  CalendarIcon,
  CheckCircleIcon,
  DocumentIcon,
  PackagesIcon,
} from '../../../../ui/icons/shared-icons.tsx'
import type { PatientFileOver } from '../list/patient-search.ts'

export interface PatientFileToolsProps {
  className: string | undefined
  /** The file is only read. */
  isArchived: boolean
  /** A case is open whose visits can be planned. */
  canPlan: boolean
  onShow: (over: PatientFileOver) => void
  onOtherForm: () => void
  onAddDocument: () => void
}

/** What else this person may do in a file, below its diagnoses. */
export const PatientFileTools = ({
  className,
  isArchived,
  canPlan,
  onShow,
  onOtherForm,
  onAddDocument,
}: PatientFileToolsProps) => {
  const { t } = useTranslation(['course', 'modules', 'files', 'consents', 'desk'])
  const { clinical } = usePracticeSession()
  const { allowed: maySell } = usePermission('writePackages')
  const { allowed: mayAttest } = usePermission('issueAttendance')
  const { allowed: mayCharge } = usePermission('issueReceipts')
  const writes = !isArchived
  const tools = [
    { may: canPlan && writes, Icon: CalendarIcon, label: t('open'), press: () => onShow('plan') },
    { may: clinical && writes, Icon: ListIcon, label: t('modules:picker.open'), press: onOtherForm },
    { may: clinical && writes, Icon: DocumentIcon, label: t('files:add.open'), press: onAddDocument },
    { may: clinical, Icon: CheckCircleIcon, label: t('consents:list.open'), press: () => onShow('consents') },
    { may: maySell && writes, Icon: PackagesIcon, label: t('desk:sell'), press: () => onShow('sell') },
    { may: mayCharge && writes, Icon: PackagesIcon, label: t('desk:charge'), press: () => onShow('charge') },
    {
      may: mayAttest,
      Icon: DocumentIcon,
      label: t('desk:attendance.open'),
      press: () => onShow('attendance'),
    },
  ]
  return tools
    .filter(({ may }) => may)
    .map(({ Icon, label, press }) => (
      <button key={label} type="button" className={className} onClick={press}>
        <Icon />
        {label}
      </button>
    ))
}
