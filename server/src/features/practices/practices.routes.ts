import { practiceEndpoints } from '@ulna/contract/practices/practices'
import { invitationEndpoints, memberEndpoints } from '@ulna/contract/practices/practices.members'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { Answer, implement, type Route } from '../../platform/http/route.ts'
import type { LinkTokens } from '../../platform/sessions/link-tokens.ts'
import type { Database } from '../../platform/use-case.ts'
import {
  acceptLink,
  acceptOwn,
  declineOwn,
  listOwnOffers,
  readOffer,
} from './invitations/practices.invitations.service.ts'
import { invitePeople, resendInvitation, withdrawInvitation } from './invitations/practices.invite.service.ts'
import {
  changeMember,
  leavePractice,
  listMembers,
  removeMember,
  searchUsers,
} from './members/practices.members.service.ts'
import { welcomeMember } from './members/practices.welcome.service.ts'
import { readLogo } from './practices.logo.ts'
import {
  createPractice,
  listOwnPractices,
  listPractitioners,
  setCurrentPractice,
} from './practices.service.ts'
import { updatePractice } from './practices.settings.service.ts'

interface PracticeDependencies {
  readonly db: Database
  readonly files: FileStore
  readonly links: LinkTokens
  readonly rateLimits: RateLimits
}

const ownRoutes = ({ db, files }: PracticeDependencies): Route[] =>
  implement(practiceEndpoints, {
    findAllByCurrentUser: async ({ actor }) => {
      const practices = await listOwnPractices(db, actor)
      return new Answer(practices, { total: practices.length, limit: practices.length, offset: 0 })
    },
    create: ({ actor, body }) => createPractice(db, actor, body),
    doctors: ({ actor }) => listPractitioners(db, actor),
    setCurrent: ({ actor, path }) => setCurrentPractice(db, actor, path.id),
    logo: ({ path }) => readLogo(files, path),
    leave: ({ actor }) => leavePractice(db, actor),
  })

const settingsRoutes = ({ db, files }: PracticeDependencies): Route[] =>
  implement(
    { updatePractice: settingsEndpoints.updatePractice },
    { updatePractice: ({ actor, body }) => updatePractice(db, files, actor, body) },
  )

const memberRoutes = ({ db, rateLimits }: PracticeDependencies): Route[] =>
  implement(memberEndpoints, {
    searchUsers: ({ actor, query }) => searchUsers(db, rateLimits, actor, query.q),
    list: ({ actor }) => listMembers(db, actor),
    invite: ({ actor, body }) => invitePeople(db, rateLimits, actor, body.users),
    change: ({ actor, path, body }) => changeMember(db, actor, path.id, body),
    welcome: ({ actor, path }) => welcomeMember(db, rateLimits, actor, path.id),
    remove: ({ actor, path }) => removeMember(db, actor, path.id),
    resendInvitation: ({ actor, path }) => resendInvitation(db, rateLimits, actor, path.id),
    withdrawInvitation: ({ actor, path }) => withdrawInvitation(db, actor, path.id),
  })

const invitationRoutes = ({ db, links, rateLimits }: PracticeDependencies): Route[] =>
  implement(invitationEndpoints, {
    offer: ({ actor, path }) => readOffer({ db, links, rateLimits }, actor, path.token),
    acceptLink: ({ actor, body }) => acceptLink(db, actor, links, body.token),
    own: ({ actor }) => listOwnOffers(db, actor),
    accept: ({ actor, path }) => acceptOwn(db, actor, path.id),
    decline: ({ actor, path }) => declineOwn(db, actor, path.id),
  })

/** Practices, their settings, members and invitations. */
export const practiceRoutes = (dependencies: PracticeDependencies): Route[] => [
  ...ownRoutes(dependencies),
  ...settingsRoutes(dependencies),
  ...memberRoutes(dependencies),
  ...invitationRoutes(dependencies),
]
