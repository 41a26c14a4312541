import { useQuery } from '@tanstack/react-query'
import type { Schedule } from '@ulna/contract/schedules/schedules'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { schedulesQuery } from './parts/schedules.queries.ts'
import styles from './ScheduleDialog.module.css'

export interface HoursSectionProps {
  practiceId: number
  /** Id of the practitioner; give each a section of their own (`key`). */
  who: string
  /** The form over the hours as they were when it was opened. */
  children: (schedule: Schedule) => ReactNode
}

/**
 * The place of the form of somebody's hours. Once the form is there it stays, with what is typed: also when a later read
 * fails, and when the agenda of whoever it is can no longer be booked.
 */
export const HoursSection = ({ practiceId, who, children }: HoursSectionProps) => {
  const { t } = useTranslation('schedules')
  const { data, error, refetch } = useQuery(schedulesQuery(practiceId))
  const found = data?.find(({ doctorId }) => String(doctorId) === who)
  const [schedule, setSchedule] = useState(found)
  if (found && !schedule) setSchedule(found)
  if (!schedule && error)
    return <LoadFailed error={error} title={t('failed.load')} onRetry={() => void refetch()} />
  if (!schedule) return <SkeletonRows rows={3} label={t('loading')} />
  return (
    <section className={styles.section} aria-label={t('hours.title')}>
      <h3>{t('hours.title')}</h3>
      {children(schedule)}
    </section>
  )
}
