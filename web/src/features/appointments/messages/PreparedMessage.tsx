import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../api/session/session.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { isLanguage } from '../../../i18n/page-settings.ts'
import { rowClass } from '../../../ui/base/Row.tsx'
import { stackClass } from '../../../ui/base/stack.ts'
import type { AgendaPlace } from '../agenda/appointments.cache.ts'
import styles from './AppointmentMessages.module.css'
import { type Addressee, addresseeQuery } from './messages.queries.ts'
import { messageLinks, whenInWords } from './prepared-message.ts'

interface PreparedProps {
  place: AgendaPlace
  appointment: Appointment
}

interface LinksProps extends PreparedProps {
  practice: string
  language: Addressee['language']
  mobile: string
}

const Links = ({ place, appointment, practice, language, mobile }: LinksProps) => {
  const { t } = useTranslation('appointment')
  const { zone } = place.time
  const text = t('prepared.text', { lng: language, practice, ...whenInWords(appointment, zone, language) })
  const { whatsapp, sms } = messageLinks(mobile, text, zone)
  const whom = { name: appointment.patientName ?? '', mobile }
  return (
    <div className={stackClass(8)}>
      <p className={styles.quiet}>{t('prepared.hint', whom)}</p>
      <blockquote className={styles.text} lang={language}>
        {text}
      </blockquote>
      <div className={rowClass}>
        {whatsapp ? (
          // The address holds the patient's number: no analytics may be told of it.
          <Button
            component="a"
            variant="light"
            href={whatsapp}
            target="_blank"
            rel="noopener noreferrer"
            data-private=""
          >
            {t('prepared.whatsapp')}
          </Button>
        ) : null}
        <Button component="a" variant="light" href={sms} data-private="">
          {t('prepared.sms')}
        </Button>
      </div>
      {whatsapp ? null : <p className={styles.quiet}>{t('prepared.needsCountry')}</p>}
    </div>
  )
}

/** A message to the patient's mobile, written in their language, for the phone's own programs to send. */
export const PreparedMessage = ({ place, appointment }: PreparedProps) => {
  const { t } = useTranslation('appointment')
  const { textOf } = useErrorText()
  const { authPractice } = usePracticeSession()
  const usual = isLanguage(authPractice.locale) ? authPractice.locale : 'es'
  const { data, error } = useQuery(addresseeQuery(place.practiceId, appointment.patientId ?? 0, usual))
  if (error)
    return (
      <p className={styles.problem} role="alert">
        {textOf(error)}
      </p>
    )
  if (!data) return <p role="status">{t('prepared.loading')}</p>
  const { mobile, language } = data
  if (mobile === null || mobile.trim() === '')
    return (
      <p className={styles.quiet} role="status">
        {t('prepared.noMobile')}
      </p>
    )
  return <Links {...{ place, appointment, language, mobile }} practice={authPractice.name} />
}
