import { Link } from '@tanstack/react-router'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../api/session/session.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { classNames } from '../../../ui/base/class-names.ts'
import { type NodeShape, ThreadNode } from '../../../ui/base/ThreadNode.tsx'
import { PlayIcon } from '../../../ui/icons/record-icons.tsx'
import { appointmentState, StatusPill } from '../../../ui/pills/StatusPill.tsx'
import styles from './MyDay.module.css'

const shapes: Readonly<Record<Appointment['status'], NodeShape>> = {
  booked: 'planned',
  arrived: 'planned',
  attended: 'done',
  no_show: 'void',
  cancelled: 'void',
}

const VisitName = ({ visit }: { visit: Appointment }) => {
  const { t } = useTranslation('dashboard')
  if (visit.patientId === null) return visit.title ?? t('block')
  return (
    <Link
      to="/app/patient/$patientId"
      params={{ patientId: String(visit.patientId) }}
      className={styles.nameLink}
    >
      {visit.patientName}
    </Link>
  )
}

const StartLink = ({ visit }: { visit: Appointment }) => {
  const { t } = useTranslation('dashboard')
  const { clinical } = usePracticeSession()
  if (visit.patientId === null || !clinical || shapes[visit.status] !== 'planned') return null
  return (
    <Link
      to="/app/patient/$patientId"
      params={{ patientId: String(visit.patientId) }}
      search={{ write: 'followup' }}
      className={styles.start}
      aria-label={t('startWith', { name: visit.patientName ?? '' })}
    >
      <PlayIcon />
    </Link>
  )
}

export interface VisitRowProps {
  visit: Appointment
  isPast?: boolean
  className?: string | undefined
}

/** One visit on the thread: time, node, who and why, status in words, one-tap start. */
export const VisitRow = ({ visit, isPast = false, className }: VisitRowProps) => {
  const { t } = useTranslation('common')
  const { time } = useDates()
  const state = appointmentState(visit)
  return (
    <li className={classNames(styles.row, isPast ? styles.past : styles.future, className)}>
      <span className={styles.time}>{time(visit.start)}</span>
      <ThreadNode shape={shapes[visit.status]} />
      <div className={styles.who}>
        <div className={styles.name}>
          <VisitName visit={visit} />
        </div>
        {visit.patientId !== null && visit.title && <div className={styles.detail}>{visit.title}</div>}
      </div>
      <span className={styles.end}>
        <StatusPill state={state} label={t(`appointmentState.${state}`)} />
        <StartLink visit={visit} />
      </span>
    </li>
  )
}
