import type { SessionPayload } from '@ulna/contract/accounts/accounts'
import type { Language } from '@ulna/contract/record-class/record-class'
import { systemEndpoints } from '@ulna/contract/system/system'
import { AppError } from '../../platform/app-error.ts'
import type { Pool } from '../../platform/database/database.ts'
import { type Answer, implement, type Route } from '../../platform/http/route.ts'
import type { AnonymousActor } from '../../platform/sessions/actor.ts'
import type { TokenMetadata } from '../accounts/accounts.service.ts'
import { readInstallation, readiness } from './installation.service.ts'

/** Whatever keeps the database from answering, the caller is told to come back; the log has the cause. */
const refuseUntilReady = (cause: unknown): never => {
  throw Object.assign(new AppError('service_unavailable', { retryAfter: 2 }), { cause })
}

/** How the owner of a demo that was just loaded signs in again. */
export interface DemoMetadata extends TokenMetadata {
  readonly username: string
  readonly password: string
}

export const installationRoutes = ({
  pool,
  version,
  defaultLanguage,
  restoreFault,
  isStopping,
  loadDemo,
}: {
  pool: Pool
  version: string
  defaultLanguage: Language
  restoreFault: string | null
  /** A process that is about to stop still answers, and says that nothing new is to be sent to it. */
  isStopping: () => boolean
  /** Fills an installation that nobody uses yet with the demo practice, and signs its owner in. */
  loadDemo: (actor: AnonymousActor) => Promise<Answer<SessionPayload, DemoMetadata>>
}): Route[] => {
  const checkReady = readiness(pool)
  return implement(systemEndpoints, {
    live: async () => ({ status: isStopping() ? ('stopping' as const) : ('live' as const) }),
    ready: async () => {
      await checkReady().catch(refuseUntilReady)
      // Asked last: it may have begun to stop while the database was waited for.
      if (isStopping()) throw new AppError('service_unavailable', { retryAfter: 2 })
      return { status: 'ready' as const }
    },
    version: async () => ({ version }),
    installation: async () => {
      const told = await readInstallation(pool.queries, defaultLanguage)
      // It names places of the machine: whoever installs it is told, and nobody once it is in use.
      return { ...told, restoreFault: told.fresh ? restoreFault : null }
    },
    loadDemo: ({ actor }) => loadDemo(actor),
  })
}
