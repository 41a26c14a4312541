import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChargeObstacle } from '../../../features/today/use-charge-obstacle.ts'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Optional } from '../../../ui/Optional.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'

const ChargeDialog = lazyPart(() => import('../../../features/receipts/ChargeDialog.tsx'), 'ChargeDialog', [
  'receipts',
  'patient',
  'record',
])

/** The receipt of a visit that nobody paid yet. */
export const VisitCharge = ({ visit }: { visit: Appointment }) => {
  const { t } = useTranslation('dashboard')
  const reason = useChargeObstacle(visit)
  const [isOpen, setOpen] = useState(false)
  const { patientId, patientName } = visit
  if (patientId === null) return null
  return (
    <>
      <ReasonedButton
        variant="light"
        size="sm"
        reason={reason}
        aria-label={t('chargeTo', { name: patientName ?? '' })}
        onClick={() => setOpen(true)}
      >
        {t('charge')}
      </ReasonedButton>
      <Optional>
        {isOpen && <ChargeDialog visit={{ ...visit, patientId }} onClose={() => setOpen(false)} />}
      </Optional>
    </>
  )
}
