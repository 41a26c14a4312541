import type { SecurityOverview } from '@ulna/contract/accounts/accounts.security'
import { AppError } from '../../platform/app-error.ts'
import type { SignedInActor } from '../../platform/sessions/actor.ts'
import { type Database, lookUp } from '../../platform/use-case.ts'
import { findSignInMeans } from './accounts.security.repository.ts'
import { findPendingEmail } from './recovery/accounts.links.repository.ts'
import { findPasskeys } from './second-factor/accounts.passkeys.repository.ts'

/** How the caller signs in. */
export const readSecurity = (db: Database, actor: SignedInActor): Promise<SecurityOverview> =>
  lookUp(db, actor, async (tx) => {
    const [means, passkeys, pendingEmail] = await Promise.all([
      findSignInMeans(tx, actor.userId),
      findPasskeys(tx, actor.userId),
      findPendingEmail(tx, actor.userId),
    ])
    if (!means) throw new AppError('session_invalid')
    return { ...means, passkeys, pendingEmail }
  })
