import { Button, TextInput } from '@mantine/core'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import { limits } from '@ulna/contract/http/text'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppointmentWords } from '../parts/use-appointment-words.ts'
import styles from './AppointmentBanners.module.css'

const Banner = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div className={styles.banner}>
    <p role="alert">
      <strong>{title}</strong> {text}
    </p>
    {children ? <div>{children}</div> : null}
  </div>
)

/** Why two are booked at once: asked before it is done, and kept with the appointment. */
export const useOverlapReason = () => {
  const { t } = useTranslation('calendar')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  return {
    /** The reason; undefined, and said so at the field, while there is none. */
    take: (): string | undefined => {
      setMissing(reason.trim() === '')
      return reason.trim() || undefined
    },
    field: {
      label: t('overlap.reason'),
      description: t('overlap.reasonHint'),
      value: reason,
      onChange: (event: { currentTarget: { value: string } }) => {
        setReason(event.currentTarget.value)
        setMissing(false)
      },
      error: isMissing ? t('overlap.needsReason') : undefined,
      maxLength: limits.title,
      autoComplete: 'off',
    },
  }
}

/** Another appointment stands at that time; booking beside it is a decision of its own, with a reason. */
export const OverlapBanner = ({
  other,
  pending,
  onBook,
}: {
  other: Appointment
  pending: boolean
  onBook: (reason: string) => void
}) => {
  const { t } = useTranslation('calendar')
  const words = useAppointmentWords()(other)
  const reason = useOverlapReason()
  const book = () => {
    const given = reason.take()
    if (given !== undefined) onBook(given)
  }
  return (
    <Banner title={t('overlap.title', words)} text={t('overlap.text', words)}>
      <TextInput
        {...reason.field}
        className={styles.reason ?? ''}
        // Enter here books anyway: it must not send the form once more, which would be refused again.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          book()
        }}
      />
      <Button variant="default" loading={pending} onClick={book}>
        {t('overlap.bookAnyway')}
      </Button>
    </Banner>
  )
}

export interface ConflictBannerProps {
  theirs: Appointment
  pending: boolean
  onMine: () => void
  onTheirs: () => void
}

/** A colleague changed it meanwhile; what was typed stays. */
export const ConflictBanner = ({ theirs, pending, onMine, onTheirs }: ConflictBannerProps) => {
  const { t } = useTranslation('calendar')
  const words = useAppointmentWords()(theirs)
  return (
    <Banner title={t('conflict.title')} text={t('conflict.text', words)}>
      <Button variant="default" onClick={onTheirs}>
        {t('conflict.theirs')}
      </Button>
      <Button variant="light" loading={pending} onClick={onMine}>
        {t('conflict.mine')}
      </Button>
    </Banner>
  )
}

/** It could not be saved for another reason. */
export const ProblemBanner = ({ text }: { text: string }) => {
  const { t } = useTranslation('calendar')
  return <Banner title={t('failed.title')} text={text} />
}

/** Why it stands beside another one, as somebody gave it when it was booked. */
export const OverlapNote = ({ reason }: { reason: string }) => {
  const { t } = useTranslation('calendar')
  return <p className={styles.note}>{t('overlap.booked', { reason })}</p>
}
