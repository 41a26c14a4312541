import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../../i18n/dates/use-dates.ts'

/** Where and when an appointment is, in words for sentences. */
export const useAppointmentWords = () => {
  const { t } = useTranslation('calendar')
  const dates = useDates()
  return (appointment: Pick<Appointment, 'start' | 'end' | 'doctorName' | 'patientName' | 'title'>) => ({
    day: dates.instantDay(appointment.start),
    start: dates.time(appointment.start),
    end: dates.time(appointment.end),
    practitioner: appointment.doctorName,
    name: appointment.patientName ?? appointment.title ?? t('event.untitled'),
  })
}
