import { isDeepStrictEqual } from 'node:util'
import type { AccessRules, PracticeConfigurations } from '@ulna/contract/practices/practices.configurations'
import { invalidField } from '../../platform/app-error.ts'
import { requirePermission } from '../../platform/sessions/access.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { accessObstacle, isMailDomainAllowed } from '../../platform/sessions/practice-access.rules.ts'

/**
 * Refuses access rules that change by whoever may not change them: a wrong one keeps anybody out, owners too, and only
 * they could put it right. Rules that are sent back as they are stay as they are.
 */
export const mayChangeRules = (
  actor: PracticeActor,
  stored: PracticeConfigurations,
  given: AccessRules | undefined,
): void => {
  if (given === undefined || isDeepStrictEqual(given, stored.access)) return
  requirePermission(actor, 'changeAccessRules')
}

const ruleOf = {
  ip_rejected: 'networks',
  schedule_rejected: 'hours',
  practice_domain_rejected: 'mailDomains',
} as const

/**
 * Refuses mail domains that would keep an owner out: nobody but them could put it right. Where an owner will be when they
 * sign in nobody knows, so networks cannot be held against them.
 */
export const mustAdmitOwners = (emails: readonly string[], { access }: PracticeConfigurations): void => {
  if (emails.every((email) => isMailDomainAllowed(access, email))) return
  throw invalidField('configurations.access.mailDomains', 'access_excludes_owner')
}

/** Refuses rules that would keep out whoever saves them, as they are and where they are now (product-decisions.md §3). */
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
