import { useQueryClient } from '@tanstack/react-query'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import { currencyOfZone } from '../../../blocks/money/currencies.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Optional } from '../../../ui/Optional.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'

const IssueDialog = lazyPart(() => import('../../../features/receipts/IssueDialog.tsx'), 'IssueDialog', [
  'receipts',
  'patient',
  'record',
])

/** The receipt of a visit that nobody paid yet. */
export const VisitCharge = ({ visit }: { visit: Appointment }) => {
  const { t } = useTranslation('dashboard')
  const client = useQueryClient()
  const dates = useDates()
  const { authPractice, authDoctor } = usePracticeSession()
  const mayIssue = usePermission('issueReceipts')
  const isOwn = visit.doctorId === authDoctor?.id
  const [isOpen, setOpen] = useState(false)
  const { patientId, patientName } = visit
  if (patientId === null) return null
  const close = (): void => {
    setOpen(false)
    void client.invalidateQueries({ queryKey: ['appointments', 'today'] })
  }
  return (
    <>
      <ReasonedButton
        variant="light"
        size="sm"
        reason={isOwn ? undefined : mayIssue.reason}
        aria-label={t('chargeTo', { name: patientName ?? '' })}
        onClick={() => setOpen(true)}
      >
        {t('charge')}
      </ReasonedButton>
      <Optional>
        {isOpen && (
          <IssueDialog
            occasion={{
              patient: { id: patientId, name: patientName ?? '' },
              packageId: null,
              visit: { id: visit.id, minutes: (Date.parse(visit.end) - Date.parse(visit.start)) / 60_000 },
              description: t('sessionOf', { date: dates.instantDay(visit.start) }),
              price: null,
              currency: currencyOfZone(authPractice.timezone),
            }}
            onClose={close}
          />
        )}
      </Optional>
    </>
  )
}
