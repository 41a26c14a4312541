import { identityEndpoints } from '@ulna/contract/accounts/accounts.identity'
import { implement, type Route } from '../../../platform/http/route.ts'
import type { AccountDependencies } from '../accounts.dependencies.ts'
import { loginWithIdentity, registerWithIdentity } from './accounts.identity.service.ts'
import { unlinkIdentity } from './accounts.identity.unlink.service.ts'

export const identityRoutes = (deps: AccountDependencies): Route[] =>
  implement(identityEndpoints, {
    firebaseLogin: ({ actor, body }) => loginWithIdentity(deps, actor, body),
    firebaseRegister: ({ actor, body }) => registerWithIdentity(deps, actor, body),
    firebaseUnlink: ({ actor }) => unlinkIdentity(deps.db, actor),
  })
