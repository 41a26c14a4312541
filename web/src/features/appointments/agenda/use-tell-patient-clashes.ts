import type { Clash } from '@ulna/contract/appointments/appointments.series'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../../api/http/messages.ts'
import { useAppointmentWords } from '../parts/use-appointment-words.ts'

/** Says that the patient is expected somewhere else at that time; nothing was refused. */
export const useTellPatientClashes = () => {
  const { t } = useTranslation('calendar')
  const wordsOf = useAppointmentWords()
  return (clashes: readonly Clash[]): void => {
    for (const clash of clashes) queueInfo(t('result.patientClash', wordsOf(clash)))
  }
}
