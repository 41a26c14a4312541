import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { appointmentStates } from '../../../../blocks/agenda-grid/parts/card-words.ts'
import { useAgendaObstacle } from '../../../../features/appointments/agenda/use-agenda-permission.ts'
import { useDates } from '../../../../i18n/dates/use-dates.ts'
import { hintClass } from '../../../../ui/base/Hint.tsx'
import { type AppointmentState, appointmentState, StatusIcon } from '../../../../ui/pills/StatusPill.tsx'
import styles from './VisitCard.module.css'

export interface VisitStatesProps {
  appointment: Appointment
  onState: (state: AppointmentState) => void
}

/** The states of a visit, one touch each; why one cannot be chosen stands below, once. */
export const VisitStates = ({ appointment, onState }: VisitStatesProps) => {
  const { t } = useTranslation(['agendaViews', 'calendar', 'error'])
  const dates = useDates()
  const reason = useAgendaObstacle()(appointment.doctorId)
  const isLaterDay = dates.localDay(appointment.start) > dates.today()
  const current = appointmentState(appointment)
  const isRefused = (state: AppointmentState): boolean =>
    state !== current && (reason !== undefined || (state === 'attended' && isLaterDay))
  const why = reason ?? (isLaterDay ? t('error:appointment_of_later_day') : undefined)
  const whyId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that act at once are no fields
    <div role="group" aria-label={t('card.status')} className={styles.states}>
      {appointmentStates.map((state) => (
        <button
          key={state}
          type="button"
          className={styles.state}
          data-state={state}
          aria-pressed={state === current}
          aria-disabled={isRefused(state) || undefined}
          aria-describedby={isRefused(state) ? whyId : undefined}
          onClick={() => isRefused(state) || onState(state)}
        >
          <StatusIcon state={state} size={18} />
          {t(`calendar:status.${state}`)}
        </button>
      ))}
      {why === undefined ? null : (
        <p id={whyId} className={hintClass}>
          {why}
        </p>
      )}
    </div>
  )
}
