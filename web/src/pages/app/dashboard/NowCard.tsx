import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../api/session/session.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { LinkButton } from '../../../ui/base/LinkButton.tsx'
import { PlayIcon } from '../../../ui/icons/record-icons.tsx'
import { appointmentState, StatusPill } from '../../../ui/pills/StatusPill.tsx'
import { Avatar, colorOf } from '../../../ui/shell/Avatar.tsx'
import styles from './NowCard.module.css'

/** The patient on turn, where the now-line crosses the thread, with the one action of the moment. */
export const NowCard = ({ visit }: { visit: Appointment }) => {
  const { t } = useTranslation(['dashboard', 'common'])
  const { clinical } = usePracticeSession()
  const { time } = useDates()
  const name = visit.patientName ?? visit.title ?? t('block')
  const state = appointmentState(visit)
  const span = t('fromTo', { from: time(visit.start), to: time(visit.end) })
  const detail = visit.patientId !== null && visit.title ? `${span} · ${visit.title}` : span
  return (
    <div className={styles.card}>
      <Avatar name={name} size={64} color={visit.patientId === null ? undefined : colorOf(visit.patientId)} />
      <div className={styles.words}>
        <div className={styles.head}>
          <span className={styles.name}>{name}</span>
          <StatusPill state={state} label={t(`common:appointmentState.${state}`)} />
        </div>
        <div className={styles.detail}>{detail}</div>
        {visit.note && <div className={styles.note}>{visit.note}</div>}
      </div>
      {visit.patientId !== null && (
        <LinkButton
          className={styles.action ?? ''}
          to="/app/patient/$patientId"
          params={{ patientId: String(visit.patientId) }}
          search={clinical ? { write: 'followup' } : {}}
          size="lg"
          leftSection={clinical ? <PlayIcon /> : null}
        >
          {t(clinical ? 'start' : 'openFile')}
        </LinkButton>
      )}
    </div>
  )
}
