import type { PackageFormValues } from './package-values.ts'
import type { PackageForm } from './use-package-form.ts'
import { usePackageWords } from './use-package-words.ts'

/** What a colleague saved of a package meanwhile, in words. */
export const usePackageConflict = ({ conflict, stored }: PackageForm) => {
  const { t, dates, price } = usePackageWords()
  const theirs = conflict?.stored
  if (!conflict || !theirs) return undefined
  const words: Readonly<Partial<Record<keyof PackageFormValues, string | null>>> = {
    ...conflict.theirs,
    doctorId: theirs.doctor.fullName,
    price: price(theirs),
    expiresOn: theirs.expiresOn && dates.day(theirs.expiresOn),
    autoAdd: t(`common:form.${theirs.autoAdd ? 'yes' : 'no'}`),
    family: conflict.theirs.family.map(({ name }) => name).join(', '),
    patient: theirs.owner.fullName,
  }
  const changes = conflict.changed.map((name) => ({
    label: t(`form.${name === 'doctorId' ? 'doctor' : name}`),
    now: words[name] ?? '',
  }))
  const isCancelled = theirs.status === 'cancelled' && stored?.status !== 'cancelled'
  const status = { label: t('form.status'), now: t('status.cancelled') }
  return { by: 'colleague' as const, changes: isCancelled ? [status, ...changes] : changes }
}
