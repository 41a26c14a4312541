import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { useTranslation } from 'react-i18next'
import type { ServerForm } from '../../api/forms/server-form.ts'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import type { ChosenPatient } from '../../blocks/patient-picker/PatientPicker.tsx'
import {
  changeOf,
  emptyPackage,
  formFieldOf,
  inputOf,
  missingIn,
  type PackageFormValues,
  saysOtherwise,
  valuesOfPackage,
} from './package-values.ts'
import { useChangePackage, useSellPackage } from './session-packages.queries.ts'

export type PackageForm = ServerForm<SessionPackage | undefined, PackageFormValues>

export interface PackageFormOptions {
  /** The package as it is known by now; undefined for a new one. */
  known: SessionPackage | undefined
  /** Who buys a new one, where that is known already. */
  patient: ChosenPatient | undefined
  usualCurrency: string
  onSaved: (sold: SessionPackage) => void
}

/** What is typed of a package, what is wrong with it, and what somebody else saved meanwhile. */
export const usePackageForm = (options: PackageFormOptions): PackageForm => {
  const { known, patient = null, usualCurrency, onSaved } = options
  const { t } = useTranslation('sessionPackage')
  const { authPractice, authDoctor } = usePracticeSession()
  const sell = useSellPackage(authPractice.id)
  const change = useChangePackage(authPractice.id, known?.id ?? 0, { showsOwnErrors: true })
  const doctorId = authDoctor?.bookable ? authDoctor.id : null
  return useServerForm({
    stored: known,
    startOf: (stored) => (stored ? valuesOfPackage(stored) : emptyPackage({ patient, doctorId })),
    faultsOf: (values) => Object.fromEntries(missingIn(values).map((name) => [name, t('form.missing')])),
    fieldOf: formFieldOf,
    // What only moved its sessions meanwhile is no business of the form.
    differs: (current, base) => !current || !base || saysOtherwise(current, base),
    save: ({ values, stored, keyOf }) => {
      const typed = { ...values, currency: values.currency ?? usualCurrency }
      if (stored) return change.mutateAsync(changeOf(typed, stored))
      const input = inputOf(typed)
      return sell.mutateAsync({ input, idempotencyKey: keyOf(input) })
    },
    onSaved,
  })
}
