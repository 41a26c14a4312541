import { memberEndpoints } from '@ulna/contract/practices/practices.members'
import type { RateLimits } from '../../../platform/http/rate-limits.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import type { Database } from '../../../platform/use-case.ts'
import {
  invitePeople,
  resendInvitation,
  withdrawInvitation,
} from '../invitations/practices.invite.service.ts'
import { changeMember, listMembers, removeMember, searchUsers } from './practices.members.service.ts'

export const memberRoutes = ({ db, rateLimits }: { db: Database; rateLimits: RateLimits }): Route[] =>
  implement(memberEndpoints, {
    searchUsers: ({ actor, query }) => searchUsers(db, rateLimits, actor, query.q),
    list: ({ actor }) => listMembers(db, actor),
    invite: ({ actor, body }) => invitePeople(db, rateLimits, actor, body.users),
    change: ({ actor, path, body }) => changeMember(db, actor, path.id, body),
    remove: ({ actor, path }) => removeMember(db, actor, path.id),
    resendInvitation: ({ actor, path }) => resendInvitation(db, rateLimits, actor, path.id),
    withdrawInvitation: ({ actor, path }) => withdrawInvitation(db, actor, path.id),
  })
