import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import { zonedTime } from '../../../blocks/agenda-grid/parts/zoned-time.ts'
import { useChangeState } from '../../../features/appointments/use-change-state.ts'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'

/** What comes next for a visit, by what has become of it. */
const next: Readonly<Partial<Record<Appointment['status'], 'arrived' | 'attended'>>> = {
  booked: 'arrived',
  arrived: 'attended',
}

/** The next state of a visit with one touch; it can be taken back in the message that says it. */
export const VisitStep = ({ visit }: { visit: Appointment }) => {
  const { t } = useTranslation('dashboard')
  const { authPractice, authDoctor } = usePracticeSession()
  const others = usePermission('writeOthersAgenda')
  const change = useChangeState({ practiceId: authPractice.id, time: zonedTime(authPractice.timezone) })
  const state = next[visit.status]
  if (state === undefined || visit.patientId === null) return null
  const label = t(`state.${state}`)
  return (
    <ReasonedButton
      variant="light"
      size="sm"
      reason={visit.doctorId === authDoctor?.id ? undefined : others.reason}
      aria-label={t('stepFor', { name: visit.patientName ?? '', state: label })}
      onClick={() => change(visit, state)}
    >
      {label}
    </ReasonedButton>
  )
}
