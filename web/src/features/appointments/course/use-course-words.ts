import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../../i18n/dates/use-dates.ts'

/** What a package of a course is called, and how it stands. */
export const useCourseWords = () => {
  const { t } = useTranslation('course')
  const dates = useDates()
  const counts = (used: number, kept: number, free: number): string =>
    [
      t('package.used', { count: used }),
      t('package.kept', { count: kept }),
      t('package.free', { count: free }),
    ].join(', ')
  return {
    title: ({ description, numSessions }: SessionPackage): string =>
      description ?? t('package.sessions', { count: numSessions }),
    /** How many of its sessions are used, kept for visits and free, and until when. */
    balance: (sold: SessionPackage): string => {
      const text = counts(sold.usedSessions, sold.reservedSessions, sessionsLeft(sold))
      return sold.expiresOn === null
        ? text
        : t('package.until', { balance: text, day: dates.day(sold.expiresOn) })
    },
    /** The same once so many more are kept. */
    balanceWith: (sold: SessionPackage, more: number): string =>
      counts(sold.usedSessions, sold.reservedSessions + more, sessionsLeft(sold) - more),
    day: dates.day,
  }
}
