import type { PracticeConfigurations } from '@ulna/contract/practices.configurations'
import type { PracticeActor } from '../../platform/actor.ts'
import { invalidField } from '../../platform/app-error.ts'
import { accessObstacle } from '../../platform/practice-access.rules.ts'

const ruleOf = {
  ip_rejected: 'networks',
  schedule_rejected: 'hours',
  practice_domain_rejected: 'mailDomains',
} as const

/** Refuses rules that would keep out whoever saves them, as they are and where they are now (decisions.md §3). */
export const mustAdmitSaver = (
  actor: PracticeActor,
  { access }: PracticeConfigurations,
  timezone: string,
): void => {
  const { role, email, call } = actor
  const obstacle = accessObstacle(access, { ip: call.ip, role, email, timezone, now: new Date() })
  if (!obstacle) return
  const rule = ruleOf[obstacle]
  const field = rule === 'hours' ? `hours.${role}` : rule
  throw invalidField(`configurations.access.${field}`, 'access_excludes_you')
}
