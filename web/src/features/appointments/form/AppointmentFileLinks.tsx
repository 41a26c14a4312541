import { useNavigate } from '@tanstack/react-router'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../api/session/session.ts'
import { LinkButton } from '../../../ui/base/LinkButton.tsx'
import { PersonIcon } from '../../../ui/icons/other-icons.tsx'
import { PlayIcon } from '../../../ui/icons/record-icons.tsx'
import { canStart } from '../session-start.ts'
import styles from './AppointmentForm.module.css'

export interface AppointmentFileLinksProps {
  appointment: Appointment
  /** Goes there, once it is sure that nothing typed is lost by it. */
  onLeave: (go: () => void) => void
}

const opensAnother = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => ctrlKey || metaKey || shiftKey

/** From the appointment to the patient's file: to the follow-up of their case for those who write it, or just there. */
export const AppointmentFileLinks = ({ appointment, onLeave }: AppointmentFileLinksProps) => {
  const { t } = useTranslation(['appointment', 'calendar'])
  const navigate = useNavigate()
  const { clinical } = usePracticeSession()
  const file = {
    to: '/app/patient/$patientId',
    params: { patientId: String(appointment.patientId) },
  } as const
  const leaveTo = (search: { write?: 'followup' }) => (event: MouseEvent) => {
    if (opensAnother(event)) return
    event.preventDefault()
    onLeave(() => void navigate({ ...file, search }))
  }
  return (
    <div className={styles.links}>
      {clinical && canStart(appointment) ? (
        <LinkButton
          {...file}
          search={{ write: 'followup' }}
          variant="light"
          leftSection={<PlayIcon size={18} />}
          onClick={leaveTo({ write: 'followup' })}
        >
          {t('start')}
        </LinkButton>
      ) : null}
      <LinkButton {...file} variant="default" leftSection={<PersonIcon size={18} />} onClick={leaveTo({})}>
        {t('calendar:form.openFile')}
      </LinkButton>
    </div>
  )
}
