import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { calloutClass } from '../../../ui/base/callout.ts'
import { rowClass } from '../../../ui/base/Row.tsx'
import { stackClass } from '../../../ui/base/stack.ts'
import { MailIcon } from '../../../ui/icons/shared-icons.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import type { AgendaPlace } from '../agenda/appointments.cache.ts'
import { useAgendaObstacle } from '../agenda/use-agenda-permission.ts'
import styles from './AppointmentMessages.module.css'
import { messagesQuery, useSendConfirmation } from './messages.queries.ts'
import { PreparedMessage } from './PreparedMessage.tsx'
import { useMessageWords } from './use-message-words.ts'

export interface AppointmentMessagesProps {
  place: AgendaPlace
  /** The stored one, not the form: that is what a message tells. */
  appointment: Appointment
  /** Something was typed that is not saved yet. */
  isChanged: boolean
}

type StateProps = Pick<AppointmentMessagesProps, 'place' | 'appointment'>

const State = ({ place, appointment }: StateProps) => {
  const { t } = useTranslation('appointment')
  const { textOf } = useErrorText()
  const words = useMessageWords(appointment)
  const { data, error } = useQuery(messagesQuery(place.practiceId, appointment.id))
  if (!data && error) return <p className={styles.problem}>{textOf(error)}</p>
  if (!data) return <p className={styles.quiet}>{t('messages.loading')}</p>
  if (data.length === 0) return <p className={styles.quiet}>{t('messages.none')}</p>
  return (
    <ul className={styles.list}>
      {data.map((message) => (
        <li key={`${message.kind} ${message.dueAt} ${message.start}`}>
          <MailIcon size={20} />
          <p>
            {words.state(message)}
            {words.details(message).map((detail) => (
              <span key={detail}> · {detail}</span>
            ))}
          </p>
        </li>
      ))}
    </ul>
  )
}

const isAhead = ({ status, start }: Appointment): boolean =>
  status === 'booked' && Date.parse(start) > Date.now()

/** What the patient was told of the appointment, and the ways to tell it now. */
export const AppointmentMessages = ({ place, appointment, isChanged }: AppointmentMessagesProps) => {
  const { t } = useTranslation('appointment')
  const titleId = useId()
  const { textOf } = useErrorText()
  const obstacleTo = useAgendaObstacle()
  const confirm = useSendConfirmation(place.practiceId, appointment.id)
  const [isWriting, setWriting] = useState(false)
  const unsaved = isChanged ? t('messages.saveFirst') : undefined
  const send = () => {
    if (!confirm.isPending) confirm.mutate()
  }
  return (
    <section className={calloutClass('plain', stackClass(8), styles.messages)} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('messages.title')}</h3>
      <div aria-live="polite">
        <State place={place} appointment={appointment} />
      </div>
      <div className={rowClass}>
        <ReasonedButton
          variant="default"
          reason={obstacleTo(appointment.doctorId) ?? unsaved}
          loading={confirm.isPending}
          onClick={send}
        >
          {t('messages.confirm')}
        </ReasonedButton>
        {isAhead(appointment) ? (
          <ReasonedButton
            variant="default"
            reason={unsaved}
            aria-expanded={isWriting}
            onClick={() => setWriting(!isWriting)}
          >
            {t('prepared.open')}
          </ReasonedButton>
        ) : null}
      </div>
      {confirm.error ? (
        <p className={styles.problem} role="alert">
          {textOf(confirm.error)}
        </p>
      ) : null}
      {isWriting && !isChanged ? <PreparedMessage place={place} appointment={appointment} /> : null}
    </section>
  )
}
