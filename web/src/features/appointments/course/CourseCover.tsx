import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { useTranslation } from 'react-i18next'
import type { CalendarDay } from '../../../blocks/agenda-grid/parts/calendar-day.ts'
import { CheckboxField } from '../../../ui/base/CheckboxField.tsx'
import styles from './Course.module.css'
import { coverBy, uncovered } from './course-values.ts'
import { useCourseWords } from './use-course-words.ts'

export interface CourseCoverProps {
  sold: SessionPackage
  /** The days of the dates that would be booked, in order. */
  days: readonly CalendarDay[]
  /** Dates without a session are wanted all the same. */
  keepsFirst: boolean
  onKeepsFirst: (keepsFirst: boolean) => void
  showsMissing: boolean
}

/** What the package keeps of the dates; where that is not all of them, why, and whether they are booked all the same. */
export const CourseCover = ({ sold, days, keepsFirst, onKeepsFirst, showsMissing }: CourseCoverProps) => {
  const { t } = useTranslation('course')
  const words = useCourseWords()
  const cover = coverBy(sold, days)
  const without = uncovered(cover)
  const isMissing = showsMissing && without > 0 && !keepsFirst
  return (
    <section className={styles.cover} aria-label={t('cover.label')} data-missing={isMissing || undefined}>
      <p role="status">
        <b>{words.title(sold)}.</b> {t('cover.kept', { count: cover.kept })}{' '}
        {t('cover.after', { balance: words.balanceWith(sold, cover.kept) })}
      </p>
      {cover.short > 0 ? <p className={styles.warn}>{t('cover.short', { count: cover.short })}</p> : null}
      {cover.late > 0 && sold.expiresOn !== null ? (
        <p className={styles.warn}>
          {t('cover.late', { count: cover.late, day: words.day(sold.expiresOn) })}
        </p>
      ) : null}
      {isMissing ? (
        <p role="alert" className={styles.missing}>
          {t('cover.missing')}
        </p>
      ) : null}
      {without > 0 ? (
        <CheckboxField
          label={t('cover.bookAll', { count: without })}
          checked={keepsFirst}
          onChange={(event) => onKeepsFirst(event.currentTarget.checked)}
        />
      ) : null}
    </section>
  )
}
