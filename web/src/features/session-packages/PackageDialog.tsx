import { useQuery } from '@tanstack/react-query'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../api/http/messages.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { currencyOfZone } from '../../blocks/money/currencies.ts'
import type { ChosenPatient } from '../../blocks/patient-picker/PatientPicker.tsx'
import { PackageFields } from './PackageFields.tsx'
import { packagesQuery } from './session-packages.queries.ts'
import { usePackageConflict } from './use-package-conflict.ts'
import { usePackageForm } from './use-package-form.ts'

export interface PackageDialogProps {
  /** Absent for a new one. */
  stored?: SessionPackage | undefined
  /** Who buys it, where that is known already. */
  patient?: ChosenPatient | undefined
  onSaved: (sold: SessionPackage) => void
  onClose: () => void
}

/** In which money packages are sold: as the newest one was. */
const useUsualCurrency = () => {
  const { authPractice } = usePracticeSession()
  const { data, isPending } = useQuery(packagesQuery(authPractice.id, '', false, 0))
  const sold = data?.rows.find(({ packageData }) => packageData.currency !== null)
  return { usualCurrency: sold?.packageData.currency ?? currencyOfZone(authPractice.timezone), isPending }
}

/** Sells a package, or changes one. */
export const PackageDialog = ({ stored, patient, onSaved, onClose }: PackageDialogProps) => {
  const { t } = useTranslation('sessionPackage')
  const { usualCurrency, isPending } = useUsualCurrency()
  const form = usePackageForm({
    known: stored,
    patient,
    usualCurrency,
    onSaved: (saved) => {
      queueInfo(t(stored ? 'form.saved' : 'form.sold'))
      onSaved(saved)
    },
  })
  return (
    <FormDialog
      frame={form.frame}
      conflict={usePackageConflict(form)}
      isReading={isPending}
      title={t(stored ? 'form.editTitle' : 'form.newTitle')}
      size={560}
      saveLabel={t(stored ? 'form.save' : 'form.sell')}
      onClose={onClose}
    >
      <PackageFields form={form} usualCurrency={usualCurrency} />
    </FormDialog>
  )
}
