import { moneyText } from '@ulna/contract/receipts/receipts.amounts'
import type { PackageMovement } from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { digitsOf, minorUnits } from '@ulna/contract/session-packages/session-packages.currency'
import { sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import type { PackageForm, PackageFormValues } from './package-values.ts'

/** Causes that are said in one way when a session is taken and in another when it comes back. */
const twoSided = new Set(['visit_cancelled_late', 'by_hand', 'package_cancelled'])

/** A price as money of the reader's language; null where none was agreed on. */
const priceText = ({ packageData: { price, currency } }: SessionPackage, language: string): string | null => {
  const minor = price === null || currency === null ? null : minorUnits(price, currency)
  return minor === null || currency === null
    ? null
    : moneyText(minor, { currency, digits: digitsOf(currency) }, language)
}

/** What packages and their movements are called. */
export const usePackageWords = () => {
  const { t } = useTranslation('sessionPackage')
  const dates = useDates()

  const record = (subtype: string | null, number: number | null): string =>
    subtype === 'follow_up' && number !== null ? t('record.followUp', { number }) : t('record.case')

  const movement = ({ cause, kind, recordSubtype, sessionNumber }: PackageMovement): string => {
    const what = record(recordSubtype, sessionNumber)
    const side = kind === 'returned' || kind === 'released' ? 'given' : 'taken'
    return t(twoSided.has(cause) ? `movement.${cause}.${side}` : `movement.${cause}`, { what })
  }

  const left = (sold: SessionPackage): string => {
    const count = sessionsLeft(sold)
    const kept = sold.reservedSessions
    return [t('left', { count }), ...(kept > 0 ? [t('kept', { count: kept })] : [])].join(' ')
  }

  return {
    t,
    dates,
    movement,
    left,
    title: (sold: SessionPackage): string => sold.description ?? t('sessions', { count: sold.numSessions }),
    figure: (sold: SessionPackage): string => `${sold.usedSessions}/${sold.numSessions}`,
    price: (sold: SessionPackage): string | null => priceText(sold, dates.language),
    change: ({ sessions }: Pick<PackageMovement, 'sessions'>): string =>
      sessions === 0 ? '0' : `${sessions > 0 ? '+' : '−'}${Math.abs(sessions)}`,
  }
}

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
    label: t(`form.${name === 'doctorId' ? 'practitioner' : name}`),
    now: words[name] ?? '',
  }))
  const isCancelled = theirs.status === 'cancelled' && stored?.status !== 'cancelled'
  const status = { label: t('form.status'), now: t('status.cancelled') }
  return { by: 'colleague' as const, changes: isCancelled ? [status, ...changes] : changes }
}
