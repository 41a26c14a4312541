import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { AppointmentMessage } from '@ulna/contract/reminders/reminders'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../../i18n/dates/use-dates.ts'

/** What became of a mail, in words. */
export const useMessageWords = ({ start }: Pick<Appointment, 'start'>) => {
  const { t } = useTranslation('appointment')
  const dates = useDates()
  const when = (instant: string) => ({ day: dates.instantDay(instant), time: dates.time(instant) })

  return {
    /** `Recordatorio: previsto el 12/feb/2027, 10:00`. */
    state: ({ kind, status, dueAt, sentAt }: AppointmentMessage): string =>
      t(`messages.status.${status}`, { kind: t(`messages.kind.${kind}`), ...when(sentAt ?? dueAt) }),
    /** Why not, and which time it told of where that is another by now. */
    details: (message: AppointmentMessage): string[] => [
      ...(message.reason === null ? [] : [t(`messages.reason.${message.reason}`)]),
      ...(Date.parse(message.start) === Date.parse(start)
        ? []
        : [t('messages.otherTime', when(message.start))]),
    ],
  }
}
