import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { EmptyState } from '../../../ui/base/EmptyState.tsx'
import { LinkButton } from '../../../ui/base/LinkButton.tsx'
import { ThreadNode } from '../../../ui/base/ThreadNode.tsx'
import { HistoryIcon } from '../../../ui/icons/viewer-icons.tsx'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { type DayThread, dayThread } from './day-thread.ts'
import styles from './MyDay.module.css'
import { NowCard } from './NowCard.tsx'
import { todayQuery } from './today.queries.ts'
import { useNow } from './use-now.ts'
import { VisitRow } from './VisitRow.tsx'

/** On phones visits that are over fold away, so that the action is on the first screen. */
const PastVisits = ({ visits }: { visits: readonly Appointment[] }) => {
  const { t } = useTranslation('dashboard')
  const [unfolded, setUnfolded] = useState(false)
  if (visits.length === 0) return null
  return (
    <>
      {!unfolded && (
        <li className={classNames(styles.row, styles.past, styles.onlyPhone)}>
          <span />
          <ThreadNode shape="plain" Icon={HistoryIcon} />
          <button type="button" className={styles.unfold} onClick={() => setUnfolded(true)}>
            {t('earlier', { count: visits.length })}
          </button>
        </li>
      )}
      {visits.map((visit) => (
        <VisitRow key={visit.id} visit={visit} isPast className={unfolded ? undefined : styles.notPhone} />
      ))}
    </>
  )
}

const NowRule = ({ now, isLast }: { now: number; isLast: boolean }) => {
  const { t } = useTranslation('dashboard')
  const time = useDates().time(new Date(now))
  return (
    <div className={classNames(styles.nowRule, isLast && styles.lastRule)}>
      <span className={styles.nowChip}>
        <VisuallyHidden>{t('now')} </VisuallyHidden>
        {time}
      </span>
      <span className={styles.cross} aria-hidden="true" />
      <span className={styles.line} aria-hidden="true" />
    </div>
  )
}

const Thread = ({ thread, now }: { thread: DayThread; now: number }) => (
  <>
    <ol className={classNames(styles.day, styles.first)}>
      <PastVisits visits={thread.past} />
    </ol>
    <NowRule now={now} isLast={!thread.onTurn && thread.coming.length === 0} />
    {thread.onTurn && <NowCard visit={thread.onTurn} />}
    <ol className={classNames(styles.day, styles.last)}>
      {thread.coming.map((visit) => (
        <VisitRow key={visit.id} visit={visit} />
      ))}
    </ol>
  </>
)

const DayContent = () => {
  const { t } = useTranslation(['dashboard', 'common'])
  const { textOf } = useErrorText()
  const now = useNow()
  const { data: today, error } = useQuery(todayQuery)
  if (error && !today)
    return (
      <EmptyState plain level={3} title={t('common:couldNotLoad')}>
        {textOf(error)}
      </EmptyState>
    )
  if (!today) return <SkeletonRows rows={5} label={t('common:loading')} />
  if (today.events.length > 0) return <Thread thread={dayThread(today.events, now)} now={now} />
  const book = (
    <LinkButton to="/app/calendar" search={{ new: true }}>
      {t('newAppointment')}
    </LinkButton>
  )
  return (
    <EmptyState level={3} title={t('emptyDay.title')} actions={book}>
      {t('emptyDay.text')}
    </EmptyState>
  )
}

export const MyDay = () => {
  const { t } = useTranslation('dashboard')
  const toCalendar = (
    <LinkButton to="/app/calendar" variant="subtle">
      {t('openCalendar')}
    </LinkButton>
  )
  return (
    <Card title={t('myDay')} action={toCalendar}>
      <DayContent />
    </Card>
  )
}
