import type { Appointment } from '@ulna/contract/appointments/appointments'
import { limits } from '@ulna/contract/http/text'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../i18n/server-clock.ts'
import { TextField } from '../../ui/base/TextField.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
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
export const CancelAppointmentDialog = ({
  appointment,
  lateCancelHours,
  onCancel,
  onClose,
}: CancelAppointmentDialogProps) => {
  const { t } = useTranslation(['agendaViews', 'calendar'])
  const words = useAppointmentWords()(appointment)
  const [reason, setReason] = useState('')
  const cancel = () => onCancel(reason.trim() === '' ? null : reason.trim())
  const isLate = isLateCancellation(appointment, serverNow(), lateCancelHours)
  return (
    <ConfirmDialog
      opened
      title={t('cancelling.title')}
      confirmLabel={t('cancelling.confirm')}
      cancelLabel={t('cancelling.keep')}
      closeLabel={t('calendar:close')}
      onConfirm={cancel}
      onCancel={onClose}
    >
      <p className={styles.text}>{t('cancelling.text', words)}</p>
      {isLate ? <p className={styles.late}>{t('cancelling.late', { count: lateCancelHours })}</p> : null}
      {/* Enter in the field is enough. */}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          cancel()
        }}
      >
        <TextField
          label={t('calendar:form.cancelReason')}
          value={reason}
          maxLength={limits.title}
          autoComplete="off"
          data-autofocus=""
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </form>
    </ConfirmDialog>
  )
}
