import { practiceEndpoints } from '@ulna/contract/practices/practices'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { Answer, implement, type Route } from '../../platform/http/route.ts'
import type { LinkTokens } from '../../platform/sessions/link-tokens.ts'
import type { Database } from '../../platform/use-case.ts'
import { invitationRoutes } from './invitations/practices.invitations.routes.ts'
import { memberRoutes } from './members/practices.members.routes.ts'
import { leavePractice } from './members/practices.members.service.ts'
import { readLogo } from './practices.logo.ts'
import {
  createPractice,
  listOwnPractices,
  listPractitioners,
  setCurrentPractice,
} from './practices.service.ts'
import { practiceSettingsRoutes } from './practices.settings.routes.ts'

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

/** Practices, their settings, members and invitations. */
export const practiceRoutes = (dependencies: PracticeDependencies): Route[] => [
  ...ownRoutes(dependencies),
  ...practiceSettingsRoutes(dependencies),
  ...memberRoutes(dependencies),
  ...invitationRoutes(dependencies),
]
