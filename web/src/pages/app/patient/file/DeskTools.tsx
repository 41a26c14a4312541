import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../../api/practice/use-permission.ts'
import { DocumentIcon, PackagesIcon } from '../../../../ui/icons/shared-icons.tsx'
import type { DeskWish } from '../list/patient-search.ts'

export interface DeskToolsProps {
  className: string | undefined
  onAsk: (wish: DeskWish) => void
}

/** Leads to selling a package and to attendance on paper, for whom they are. */
export const DeskTools = ({ className, onAsk }: DeskToolsProps) => {
  const { t } = useTranslation('desk')
  const selling = usePermission('writePackages')
  const issuing = usePermission('issueAttendance')
  return (
    <>
      {selling.allowed ? (
        <button type="button" className={className} onClick={() => onAsk({ sell: true })}>
          <PackagesIcon />
          {t('sell')}
        </button>
      ) : null}
      {issuing.allowed ? (
        <button type="button" className={className} onClick={() => onAsk({ attendance: true })}>
          <DocumentIcon />
          {t('attendance.open')}
        </button>
      ) : null}
    </>
  )
}
