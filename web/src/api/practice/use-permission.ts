import type { ErrorKey } from '@ulna/contract/errors'
import { obstacleTo, type Permission } from '@ulna/contract/permissions'
import { useTranslation } from 'react-i18next'
import { type SessionState, useSession } from '../session/session.ts'

export interface PermissionAnswer {
  readonly allowed: boolean
  /** Why not, in words; undefined when it is allowed. */
  readonly reason: string | undefined
}

/** Why the signed-in person lacks a permission in the practice they work in, or null. */
export const obstacleFor = (
  permission: Permission,
  { practiceRole, clinical }: Pick<SessionState, 'practiceRole' | 'clinical'>,
): ErrorKey | null =>
  practiceRole === null ? 'practice_required' : obstacleTo(permission, { role: practiceRole, clinical })

/** Whether the signed-in person may do something, by the one table of the contract. */
export const usePermission = (permission: Permission): PermissionAnswer => {
  const { t } = useTranslation('error')
  const obstacle = obstacleFor(permission, useSession())
  return { allowed: obstacle === null, reason: obstacle === null ? undefined : t(obstacle) }
}
