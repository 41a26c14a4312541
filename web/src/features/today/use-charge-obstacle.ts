import type { Appointment } from '@ulna/contract/appointments/appointments'
import { usePermission } from '../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../api/session/session.ts'

/** Why the person may not take the money of a visit; undefined when they may: the desk all, practitioners their own. */
export const useChargeObstacle = ({ doctorId }: Pick<Appointment, 'doctorId'>): string | undefined => {
  const { authDoctor } = usePracticeSession()
  const mayIssue = usePermission('issueReceipts')
  return doctorId === authDoctor?.id ? undefined : mayIssue.reason
}
