import { useQueryClient } from '@tanstack/react-query'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session/session.ts'
import { currencyOfZone } from '../../blocks/money/currencies.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { IssueDialog } from './IssueDialog.tsx'

export interface ChargeDialogProps {
  /** A visit that has a patient. */
  visit: Appointment & { patientId: number }
  onClose: () => void
}

/** The receipt of a visit. */
export const ChargeDialog = ({ visit, onClose }: ChargeDialogProps) => {
  const { t } = useTranslation('receipts')
  const client = useQueryClient()
  const dates = useDates()
  const { authPractice } = usePracticeSession()
  const { id, patientId, patientName, start, end } = visit
  return (
    <IssueDialog
      occasion={{
        patient: { id: patientId, name: patientName ?? '' },
        packageId: null,
        visit: { id, minutes: (Date.parse(end) - Date.parse(start)) / 60_000 },
        description: t('form.sessionOf', { date: dates.instantDay(start) }),
        price: null,
        currency: currencyOfZone(authPractice.timezone),
      }}
      onClose={() => {
        onClose()
        void client.invalidateQueries({ queryKey: ['appointments', 'today'] })
      }}
    />
  )
}
