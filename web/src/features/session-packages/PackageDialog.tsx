import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { queueInfo } from '../../api/http/messages.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { currencyOfZone } from '../../blocks/money/currencies.ts'
import type { ChosenPatient } from '../../blocks/patient-picker/PatientPicker.tsx'
import { PackageFields } from './PackageFields.tsx'
import { changeOf, formFieldOf, inputOf, missingIn, saysOtherwise, startOfPackage } from './package-values.ts'
import { packagesQuery, useChangePackage, useSellPackage } from './session-packages.queries.ts'
import { usePackageConflict } from './use-package-words.ts'

export interface PackageDialogProps {
  /** Absent for a new one. */
  stored?: SessionPackage | undefined
  /** Who buys it, where that is known already. */
  patient?: ChosenPatient | undefined
  onSaved: (sold: SessionPackage) => void
  onClose: () => void
}

/** The money that packages are sold in: that of the newest one. */
const useUsualCurrency = () => {
  const { authPractice } = usePracticeSession()
  const { data, isPending } = useQuery(packagesQuery(authPractice.id, '', false, 0))
  const sold = data?.rows.find(({ packageData }) => packageData.currency !== null)
  return { usualCurrency: sold?.packageData.currency ?? currencyOfZone(authPractice.timezone), isPending }
}

/** Sells a package, or changes one. */
export const PackageDialog = (props: PackageDialogProps) => {
  const { stored: known, patient = null, onSaved, onClose } = props
  const { t } = useTranslation('sessionPackage')
  const navigate = useNavigate()
  const { authPractice, authDoctor } = usePracticeSession()
  const { usualCurrency, isPending } = useUsualCurrency()
  const sell = useSellPackage(authPractice.id)
  const change = useChangePackage(authPractice.id, known?.id ?? 0, { showsOwnErrors: true })
  /** Its receipt: what was sold is paid most often at once. */
  const charge = ({ id }: SessionPackage) =>
    void navigate({
      to: '/app/session-package/$packageId',
      params: { packageId: String(id) },
      search: { receipt: true },
    })
  const doctorId = authDoctor?.bookable ? authDoctor.id : null
  const form = useServerForm({
    stored: known,
    startOf: (stored) => startOfPackage(stored, { patient, doctorId }),
    faultsOf: (values) =>
      Object.fromEntries(missingIn(values).map((name) => [name, t(`form.wrong.${name}`)])),
    fieldOf: formFieldOf,
    // What only moved its sessions meanwhile is no business of the form.
    differs: (current, base) => !current || !base || saysOtherwise(current, base),
    save: ({ values, stored, keyOf }) => {
      const typed = { ...values, currency: values.currency ?? usualCurrency }
      if (stored) return change.mutateAsync(changeOf(typed, stored))
      const input = inputOf(typed)
      return sell.mutateAsync({ input, idempotencyKey: keyOf(input) })
    },
    onSaved: (saved) => {
      if (known) queueInfo(t('form.saved'))
      else queueInfo(t('form.sold'), { action: { label: 'charge', run: () => charge(saved) } })
      onSaved(saved)
    },
  })
  return (
    <FormDialog
      frame={form.frame}
      conflict={usePackageConflict(form)}
      isReading={isPending}
      title={t(known ? 'form.editTitle' : 'form.newTitle')}
      size={560}
      saveLabel={t(known ? 'form.save' : 'form.sell')}
      onClose={onClose}
    >
      <PackageFields form={form} usualCurrency={usualCurrency} />
    </FormDialog>
  )
}
