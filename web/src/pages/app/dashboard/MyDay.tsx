import { Button } from '@mantine/core'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { DayScope, Today, VisitFacts } from '@ulna/contract/today/today'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../api/session/session.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { DaySheetButton } from '../../../features/day-sheets/DaySheetButton.tsx'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { EmptyState } from '../../../ui/base/EmptyState.tsx'
import { LinkButton } from '../../../ui/base/LinkButton.tsx'
import { ThreadNode } from '../../../ui/base/ThreadNode.tsx'
import { PlusIcon } from '../../../ui/icons/shared-icons.tsx'
import { HistoryIcon } from '../../../ui/icons/viewer-icons.tsx'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { type DayThread, dayThread } from './day-thread.ts'
import styles from './MyDay.module.css'
import { NowCard } from './NowCard.tsx'
import { useNow } from './use-now.ts'
import { useToday } from './use-today.ts'
import { VisitRow } from './VisitRow.tsx'

/** What the rows of a day share. */
interface Day {
  readonly scope: DayScope
  readonly facts: ReadonlyMap<number, VisitFacts>
}

const dayOf = ({ scope, visits }: Today): Day => ({
  scope,
  facts: new Map(visits.map((one) => [one.appointmentId, one])),
})

/** On phones visits that are over fold away, so that the action is on the first screen. */
const PastVisits = ({ visits, day }: { visits: readonly Appointment[]; day: Day }) => {
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
        <VisitRow
          key={visit.id}
          visit={visit}
          facts={day.facts.get(visit.id)}
          scope={day.scope}
          isPast
          className={unfolded ? undefined : styles.notPhone}
        />
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

const Thread = ({ thread, day, now }: { thread: DayThread; day: Day; now: number | null }) => (
  <>
    <ol className={classNames(styles.day, styles.first)}>
      <PastVisits visits={thread.past} day={day} />
    </ol>
    {now !== null && <NowRule now={now} isLast={!thread.onTurn && thread.coming.length === 0} />}
    {thread.onTurn && <NowCard visit={thread.onTurn} facts={day.facts.get(thread.onTurn.id)} />}
    <ol className={classNames(styles.day, styles.last)}>
      {thread.coming.map((visit) => (
        <VisitRow key={visit.id} visit={visit} facts={day.facts.get(visit.id)} scope={day.scope} />
      ))}
    </ol>
  </>
)

const EmptyDay = ({ isToday }: { isToday: boolean }) => {
  const { t } = useTranslation('dashboard')
  const book = (
    <LinkButton to="/app/calendar" search={{ new: true }} variant="light" leftSection={<PlusIcon />}>
      {t('newAppointment')}
    </LinkButton>
  )
  return (
    <EmptyState level={3} title={t(isToday ? 'emptyDay.title' : 'emptyDay.otherDay')} actions={book}>
      {t('emptyDay.text')}
    </EmptyState>
  )
}

const DayContent = () => {
  const { t } = useTranslation(['dashboard', 'common'])
  const { textOf } = useErrorText()
  const now = useNow()
  const dates = useDates()
  const { data: today, error } = useToday()
  if (error && !today)
    return (
      <EmptyState plain level={3} title={t('common:couldNotLoad')}>
        {textOf(error)}
      </EmptyState>
    )
  if (!today) return <SkeletonRows rows={5} label={t('common:loading')} />
  const isToday = today.day === dates.today()
  if (today.events.length === 0) return <EmptyDay isToday={isToday} />
  const thread = dayThread(today.events, now, today.scope)
  return <Thread thread={thread} day={dayOf(today)} now={isToday ? now : null} />
}

/** Whose day it is, and which one where it is not today. */
const useDayTitle = (): string => {
  const { t } = useTranslation('dashboard')
  const dates = useDates()
  const { data: today } = useToday()
  const whose = t(today?.scope === 'practice' ? 'practiceDay' : 'myDay')
  if (!today || today.day === dates.today()) return whose
  return `${whose} · ${dates.weekday(today.day)} ${dates.day(today.day)}`
}

/** The ways to the other day and to the agenda. */
const DayLinks = () => {
  const { t } = useTranslation('dashboard')
  const { clinical } = usePracticeSession()
  const dates = useDates()
  const { data: today, show } = useToday()
  const other = today?.scope === 'practice' ? 'own' : 'practice'
  return (
    <span className={styles.links}>
      {today && today.day !== dates.today() && (
        <Button variant="subtle" onClick={() => show({ day: dates.today() })}>
          {t('showToday')}
        </Button>
      )}
      {today && clinical && (
        <Button variant="subtle" onClick={() => show({ scope: other })}>
          {t(`show.${other}`)}
        </Button>
      )}
      <LinkButton to="/app/calendar" variant="subtle" className={styles.toCalendar ?? ''}>
        {t('openCalendar')}
      </LinkButton>
    </span>
  )
}

/** A day on the thread: one's own, or that of everybody in the practice. */
export const MyDay = () => (
  <Card title={useDayTitle()} action={<DayLinks />}>
    <DayContent />
    <div className={styles.foot}>
      <DaySheetButton />
    </div>
  </Card>
)
