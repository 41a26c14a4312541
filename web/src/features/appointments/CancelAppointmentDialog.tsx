import type { Appointment } from '@ulna/contract/appointments/appointments'
import { limits } from '@ulna/contract/http/text'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../blocks/form/ReasonDialog.tsx'
import { serverNow } from '../../i18n/server-clock.ts'
import { calloutClass } from '../../ui/base/callout.ts'
import { isLateCancellation } from './appointment-states.ts'
import styles from './CancelAppointmentDialog.module.css'
import { useAppointmentWords } from './parts/use-appointment-words.ts'

export interface CancelAppointmentDialogProps {
  appointment: Appointment
  /** A cancellation fewer hours before the start counts as late. */
  lateCancelHours: number
  onCancel: (reason: string | null) => void
  onClose: () => void
}

/** Asks why an appointment is cancelled, and says when it counts as late. The reason may be left out. */
export const CancelAppointmentDialog = (props: CancelAppointmentDialogProps) => {
  const { appointment, lateCancelHours, onCancel, onClose } = props
  const { t } = useTranslation(['agendaViews', 'calendar'])
  const words = useAppointmentWords()(appointment)
  const isLate = isLateCancellation(appointment, serverNow(), lateCancelHours)
  return (
    <ReasonDialog
      title={t('cancelling.title')}
      label={t('calendar:form.cancelReason')}
      confirmLabel={t('cancelling.confirm')}
      cancelLabel={t('cancelling.keep')}
      shortest={0}
      longest={limits.title}
      pending={false}
      onConfirm={(reason) => onCancel(reason || null)}
      onClose={onClose}
    >
      <p className={styles.text}>{t('cancelling.text', words)}</p>
      {isLate ? (
        <p className={calloutClass('warn', styles.late)}>
          {t('cancelling.late', { count: lateCancelHours })}
        </p>
      ) : null}
    </ReasonDialog>
  )
}
