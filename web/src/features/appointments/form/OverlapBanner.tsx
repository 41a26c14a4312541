import { Button } from '@mantine/core'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import { limits } from '@ulna/contract/http/text'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField, type TextFieldProps } from '../../../ui/base/TextField.tsx'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import { useAppointmentWords } from '../parts/use-appointment-words.ts'
import styles from './AppointmentForm.module.css'

/** Why two are booked at once: asked before it is done, and kept with the appointment. Enter is enough. */
export const useOverlapReason = (onGiven: (reason: string) => void) => {
  const { t } = useTranslation('calendar')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const give = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() !== '') onGiven(reason.trim())
  }
  const field: TextFieldProps = {
    label: t('overlap.reason'),
    hint: t('overlap.reasonHint'),
    className: styles.reason,
    value: reason,
    onChange: ({ currentTarget }) => {
      setReason(currentTarget.value)
      setMissing(false)
    },
    // In the form of an appointment, Enter must not send it once more: that would be refused again.
    onKeyDown: (event) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      give()
    },
    error: isMissing ? t('overlap.needsReason') : undefined,
    maxLength: limits.title,
    autoComplete: 'off',
  }
  return { field, give }
}

export interface OverlapBannerProps {
  other: Appointment
  pending: boolean
  onBook: (reason: string) => void
}

/** Another appointment stands at that time; booking beside it is a decision of its own, with a reason. */
export const OverlapBanner = ({ other, pending, onBook }: OverlapBannerProps) => {
  const { t } = useTranslation('calendar')
  const words = useAppointmentWords()(other)
  const { field, give } = useOverlapReason(onBook)
  return (
    <ErrorBanner
      title={t('overlap.title', words)}
      action={
        <Button variant="default" loading={pending} onClick={give}>
          {t('overlap.bookAnyway')}
        </Button>
      }
    >
      <p>{t('overlap.text', words)}</p>
      <TextField {...field} />
    </ErrorBanner>
  )
}
