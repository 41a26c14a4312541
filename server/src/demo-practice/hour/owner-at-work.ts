import type { PracticeConfigurations } from '@ulna/contract/practices/practices.configurations'
import type { Call, PracticeActor } from '../../platform/sessions/actor.ts'
import { practiceTimezone } from '../plan/calendar.ts'
import { owner } from '../plan/staff.ts'
import { at, type Team } from '../plan/team.ts'

/** The owner at work, without a session: nothing of a request is answered again. */
export const ownerAtWork = (
  { practiceId, owner: userId, doctorIds }: Team,
  call: Call,
  configurations: PracticeConfigurations,
): PracticeActor => ({
  kind: 'member',
  call: { ...call, idempotent: null },
  userId,
  sessionId: 0,
  practiceKeyId: null,
  language: 'es',
  email: owner.email,
  fresh: true,
  handedOver: null,
  practiceId,
  doctorId: at(doctorIds, 0),
  role: owner.role,
  clinical: owner.clinical,
  timezone: practiceTimezone,
  configurations,
})
