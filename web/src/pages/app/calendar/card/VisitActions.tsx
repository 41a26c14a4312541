import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../../../api/session/session.ts'
import { useAgendaObstacle } from '../../../../features/appointments/agenda/use-agenda-permission.ts'
import { canStart } from '../../../../features/appointments/visit-start.ts'
import { useChargeObstacle } from '../../../../features/today/use-charge-obstacle.ts'
import { LinkButton } from '../../../../ui/base/LinkButton.tsx'
import { PlayIcon } from '../../../../ui/icons/record-icons.tsx'
import { ReasonedButton } from '../../../../ui/ReasonedButton.tsx'
import styles from './VisitCard.module.css'

/** A visit that has a patient. */
export type PatientVisit = Appointment & { patientId: number }

export interface VisitActionsProps {
  visit: PatientVisit
  /** It was attended, and nobody paid: taking the money is what comes next. */
  toPay: boolean
  onCharge: (visit: PatientVisit) => void
  onBookNext: (visit: PatientVisit) => void
  /** Puts the patient on the wait list. */
  onWait: (visit: PatientVisit) => void
}

const StartLink = ({ patientId }: PatientVisit) => {
  const { t } = useTranslation('agendaViews')
  return (
    <LinkButton
      className={styles.first ?? ''}
      fullWidth
      to="/app/patient/$patientId"
      params={{ patientId: String(patientId) }}
      search={{ write: 'followup' }}
      leftSection={<PlayIcon size={18} />}
    >
      {t('card.start')}
    </LinkButton>
  )
}

/** What can be done with a visit: what comes next for it stands first. */
export const VisitActions = (props: VisitActionsProps) => {
  const { visit, toPay, onCharge, onBookNext, onWait } = props
  const { t } = useTranslation(['agendaViews', 'calendar', 'dashboard'])
  const { clinical } = usePracticeSession()
  const waiting = usePermission('writeWaitList')
  const obstacle = useAgendaObstacle()
  return (
    <div className={styles.actions}>
      {clinical && canStart(visit) ? <StartLink {...visit} /> : null}
      <ReasonedButton
        className={toPay ? styles.first : undefined}
        fullWidth
        variant={toPay ? 'filled' : 'default'}
        size={toPay ? 'md' : 'sm'}
        reason={useChargeObstacle(visit)}
        onClick={() => onCharge(visit)}
      >
        {t('dashboard:charge')}
      </ReasonedButton>
      <LinkButton
        to="/app/patient/$patientId"
        params={{ patientId: String(visit.patientId) }}
        variant="default"
        size="sm"
        fullWidth
      >
        {t('calendar:form.openFile')}
      </LinkButton>
      <ReasonedButton
        variant="default"
        fullWidth
        reason={obstacle(visit.doctorId)}
        size="sm"
        onClick={() => onBookNext(visit)}
      >
        {t('card.bookNext')}
      </ReasonedButton>
      <ReasonedButton
        variant="default"
        fullWidth
        reason={waiting.reason}
        size="sm"
        onClick={() => onWait(visit)}
      >
        {t('card.wait')}
      </ReasonedButton>
    </div>
  )
}
