import { Button } from '@mantine/core'
import type { Appointment } from '@ulna/contract/appointments'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './AppointmentBanners.module.css'
import { useAppointmentWords } from './use-appointment-words.ts'

const Banner = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div className={css.banner} role="alert">
    <p>
      <strong>{title}</strong> {text}
    </p>
    {children ? <div>{children}</div> : null}
  </div>
)

/** Another appointment stands at that time; booking beside it is a decision of its own. */
export const OverlapBanner = ({
  other,
  pending,
  onBook,
}: {
  other: Appointment
  pending: boolean
  onBook: () => void
}) => {
  const { t } = useTranslation('calendar')
  const words = useAppointmentWords()(other)
  return (
    <Banner title={t('overlap.title', words)} text={t('overlap.text', words)}>
      <Button variant="default" loading={pending} onClick={onBook}>
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
