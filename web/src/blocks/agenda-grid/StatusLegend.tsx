import { useTranslation } from 'react-i18next'
import { Sheet } from '../../ui/Sheet.tsx'
import { type AppointmentState, StatusPill } from '../../ui/StatusPill.tsx'
import css from './StatusLegend.module.css'

/** The six states an appointment is shown in, in the order they are reached. */
export const appointmentStates: readonly AppointmentState[] = [
  'booked',
  'confirmed',
  'arrived',
  'attended',
  'no_show',
  'cancelled',
]

/** What the icons on the cards mean. */
export const StatusLegend = () => {
  const { t } = useTranslation('calendar')
  return (
    <Sheet className={css.sheet} aria-label={t('statuses')}>
      <b className={css.title}>{t('statuses')}</b>
      <ul className={css.list}>
        {appointmentStates.map((state) => (
          <li key={state}>
            <StatusPill state={state} label={t(`status.${state}`)} />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
