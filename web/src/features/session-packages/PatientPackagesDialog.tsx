import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../../ui/fields/mantine-styles.ts'
import { WideDialog } from '../../ui/WideDialog.tsx'
import { PackageDetail } from './PackageDetail.tsx'

export interface PatientPackagesDialogProps {
  name: string
  /** In the order in which they are shown. */
  packages: readonly SessionPackage[]
  /** What was paid for a package, shown with it. */
  paidFor: (sold: SessionPackage) => ReactNode
  onClose: () => void
}

/** Why the balance of a patient is what it is: each package with its movements. */
export const PatientPackagesDialog = ({ name, packages, paidFor, onClose }: PatientPackagesDialogProps) => {
  const { t } = useTranslation(['sessionPackage', 'buttons'])
  return (
    <WideDialog
      onClose={onClose}
      title={t('head.title', { name })}
      size={620}
      closeLabel={t('buttons:close')}
    >
      {packages.map((one) => (
        <PackageDetail key={one.id} sold={one} paid={paidFor(one)} isInFile />
      ))}
    </WideDialog>
  )
}
