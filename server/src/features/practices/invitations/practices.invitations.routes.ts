import { invitationEndpoints } from '@ulna/contract/practices/practices.members'
import type { RateLimits } from '../../../platform/http/rate-limits.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import type { LinkTokens } from '../../../platform/sessions/link-tokens.ts'
import type { Database } from '../../../platform/use-case.ts'
import {
  acceptLink,
  acceptOwn,
  declineOwn,
  listOwnOffers,
  readOffer,
} from './practices.invitations.service.ts'

export const invitationRoutes = ({
  db,
  links,
  rateLimits,
}: {
  db: Database
  links: LinkTokens
  rateLimits: RateLimits
}): Route[] =>
  implement(invitationEndpoints, {
    offer: ({ actor, path }) => readOffer({ db, links, rateLimits }, actor, path.token),
    acceptLink: ({ actor, body }) => acceptLink(db, actor, links, body.token),
    own: ({ actor }) => listOwnOffers(db, actor),
    accept: ({ actor, path }) => acceptOwn(db, actor, path.id),
    decline: ({ actor, path }) => declineOwn(db, actor, path.id),
  })
