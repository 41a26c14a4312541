import { usePermission } from '../../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../../api/session/session.ts'

/** Why this person may not write somebody's agenda, in words; undefined for what they may. The own is everybody's. */
export const useAgendaObstacle = (): ((doctorId: number) => string | undefined) => {
  const { authDoctor } = usePracticeSession()
  const { reason } = usePermission('writeOthersAgenda')
  return (doctorId) => (doctorId === authDoctor?.id ? undefined : reason)
}
