import { Button } from '@mantine/core'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { useTranslation } from 'react-i18next'
import { changedKeys } from '../../api/forms/server-form-values.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import css from './PackageConflict.module.css'
import type { PackageFormValues } from './package-values.ts'
import { usePackageWords } from './use-package-words.ts'

export interface PackageConflictProps {
  /** What the form started from, and what is stored now. */
  stored: SessionPackage
  theirs: SessionPackage
  startOf: (stored: SessionPackage) => PackageFormValues
  onSeeTheirs: () => void
  onKeepMine: () => void
}

/** What a field of a package says, in words. */
const useFieldWords = () => {
  const { t, dates, price } = usePackageWords()
  return (name: keyof PackageFormValues, sold: SessionPackage): string | null => {
    const words: Readonly<Partial<Record<keyof PackageFormValues, string | null>>> = {
      doctorId: sold.doctor.fullName,
      numSessions: String(sold.numSessions),
      description: sold.description,
      price: price(sold),
      currency: sold.packageData.currency,
      expiresOn: sold.expiresOn && dates.day(sold.expiresOn),
      autoAdd: t(sold.autoAdd ? 'conflict.yes' : 'conflict.no'),
      notes: sold.packageData.notes,
      family: sold.patients
        .filter(({ id }) => id !== sold.ownerId)
        .map(({ fullName }) => fullName)
        .join(', '),
    }
    return words[name] ?? null
  }
}

const labels: Readonly<Partial<Record<keyof PackageFormValues, string>>> = {
  doctorId: 'doctor',
}

/** The package was changed elsewhere while it was being edited: what stands there now, and what shall count. */
export const PackageConflict = (props: PackageConflictProps) => {
  const { stored, theirs, startOf, onSeeTheirs, onKeepMine } = props
  const { t } = useTranslation('sessionPackage')
  const words = useFieldWords()
  const changed = changedKeys(startOf(theirs), startOf(stored))
  const rows = changed.map((name) => ({
    label: t(`form.${labels[name] ?? name}`),
    now: words(name, theirs) || t('conflict.empty'),
  }))
  const isCancelled = theirs.status === 'cancelled' && stored.status !== 'cancelled'
  return (
    <ErrorBanner title={t('conflict.title')}>
      <p>{t('conflict.text')}</p>
      <dl className={css.changes}>
        {isCancelled ? (
          <div>
            <dt>{t('conflict.status')}</dt>
            <dd>{t('status.cancelled')}</dd>
          </div>
        ) : null}
        {rows.map(({ label, now }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{now}</dd>
          </div>
        ))}
      </dl>
      <div className={css.buttons}>
        <Button variant="default" onClick={onSeeTheirs}>
          {t('conflict.theirs')}
        </Button>
        <Button variant="light" onClick={onKeepMine}>
          {t('conflict.mine')}
        </Button>
      </div>
    </ErrorBanner>
  )
}
