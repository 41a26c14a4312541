import { practiceKeyEndpoints } from '@ulna/contract/practice-keys/practice-keys'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { listKeys, makeKey, revokeKey } from './practice-keys.service.ts'

export const practiceKeyRoutes = ({ db }: { db: Database }): Route[] =>
  implement(practiceKeyEndpoints, {
    list: ({ actor }) => listKeys(db, actor),
    create: ({ actor, body }) => makeKey(db, actor, body),
    revoke: ({ actor, path }) => revokeKey(db, actor, path.id),
  })
