import { Link } from '@tanstack/react-router'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { DayScope, VisitFacts } from '@ulna/contract/today/today'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../api/session/session.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { classNames } from '../../../ui/base/class-names.ts'
import { type NodeShape, ThreadNode } from '../../../ui/base/ThreadNode.tsx'
import { PlayIcon } from '../../../ui/icons/record-icons.tsx'
import { appointmentState, StatusPill } from '../../../ui/pills/StatusPill.tsx'
import styles from './MyDay.module.css'
import { VisitCharge } from './VisitCharge.tsx'
import { VisitStep } from './VisitStep.tsx'

const shapes: Readonly<Record<Appointment['status'], NodeShape>> = {
  booked: 'planned',
  arrived: 'planned',
  attended: 'done',
  no_show: 'void',
  cancelled: 'void',
}

const shapeOf = ({ status }: Appointment, facts: VisitFacts | undefined): NodeShape =>
  status === 'attended' && facts?.unsigned ? 'open' : shapes[status]

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
      title={t('start')}
    >
      <PlayIcon />
      <span className={styles.startWord}>{t('startShort')}</span>
    </Link>
  )
}

/** What a visit is about, in one line: its case, else what was booked, the session, with whom. */
export const useVisitWords = () => {
  const { t } = useTranslation('dashboard')
  return (visit: Appointment, facts: VisitFacts | undefined, scope: DayScope): readonly string[] => {
    const about = facts?.caseName ?? (visit.patientId === null ? null : visit.title)
    const number = facts?.sessionNumber ?? null
    return [
      about,
      number !== null && t('session', { number }),
      scope === 'practice' && visit.doctorName,
    ].filter((words) => typeof words === 'string' && words !== '') as string[]
  }
}

export interface VisitRowProps {
  visit: Appointment
  facts: VisitFacts | undefined
  scope: DayScope
  isPast?: boolean
  className?: string | undefined
}

/** One visit on the thread: time, node, who and why, status in words, and what is next for it. */
export const VisitRow = ({ visit, facts, scope, isPast = false, className }: VisitRowProps) => {
  const { t } = useTranslation('dashboard')
  const dates = useDates()
  const wordsOf = useVisitWords()
  const state = appointmentState(visit)
  // Nobody comes today for a visit of tomorrow.
  const isLater = dates.localDay(visit.start) > dates.today()
  const words = wordsOf(visit, facts, scope).join(' · ')
  const isOpen = shapeOf(visit, facts) === 'open'
  return (
    <li className={classNames(styles.row, isPast ? styles.past : styles.future, className)}>
      <span className={styles.time}>{dates.time(visit.start)}</span>
      <ThreadNode shape={shapeOf(visit, facts)} />
      <div className={styles.who}>
        <div className={styles.name}>
          <VisitName visit={visit} />
        </div>
        {(words || isOpen) && (
          <div className={styles.detail}>
            {words}
            {isOpen && (
              <strong className={styles.unsigned}>
                {words && ' · '}
                {t('notSigned')}
              </strong>
            )}
          </div>
        )}
      </div>
      <span className={styles.end}>
        <StatusPill state={state} label={t(`state.${state}`)} />
        {facts?.toPay && <VisitCharge visit={visit} />}
        {!isLater && (scope === 'practice' ? <VisitStep visit={visit} /> : <StartLink visit={visit} />)}
      </span>
    </li>
  )
}
