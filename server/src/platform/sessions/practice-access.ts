import type { PracticeConfigurations } from '@ulna/contract/practices/practices.configurations'
import type { Role } from '@ulna/contract/roles'
import { AppError } from '../app-error.ts'
import type { Call } from './actor.ts'
import { accessObstacle } from './practice-access.rules.ts'

/** A practice, as far as its access rules go. */
export interface RuledPlace {
  readonly configurations: PracticeConfigurations
  readonly timezone: string
}

/** Somebody who wants in, from where. */
export interface Entrant {
  readonly call: Call
  readonly role: Role
  readonly email: string
}

/** Refuses with the key of the access rule of a practice that keeps a member out now (product-decisions.md §3). */
export const requirePracticeAccess = ({ configurations, timezone }: RuledPlace, entrant: Entrant): void => {
  const { call, role, email } = entrant
  const situation = { ip: call.ip, role, email, timezone, now: new Date() }
  const obstacle = accessObstacle(configurations.access, situation)
  if (obstacle) throw new AppError(obstacle)
}
