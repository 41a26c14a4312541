import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../../api/session/session.ts'
import type { AgendaAppointment } from '../../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { canStart } from '../../../../features/appointments/visit-start.ts'
import { PlayIcon } from '../../../../ui/icons/record-icons.tsx'
import styles from '../CalendarPage.module.css'

/** Opens the follow-up of the patient's case: one tap, as on Today. */
const StartLink = ({ appointment }: { appointment: AgendaAppointment }) => {
  const { t } = useTranslation('calendar')
  const { clinical } = usePracticeSession()
  if (!clinical || !canStart(appointment)) return null
  return (
    <Link
      to="/app/patient/$patientId"
      params={{ patientId: String(appointment.patientId) }}
      search={{ write: 'followup' }}
      className={styles.start}
      aria-label={t('startWith', { name: appointment.patientName ?? '' })}
    >
      <PlayIcon />
    </Link>
  )
}

export const startActionOf = (appointment: AgendaAppointment): ReactNode => (
  <StartLink appointment={appointment} />
)
