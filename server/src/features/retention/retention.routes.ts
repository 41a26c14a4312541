import { retentionEndpoints } from '@ulna/contract/retention/retention'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { liftHold, listDueFiles, listHolds, placeHold } from './retention.service.ts'

export const retentionRoutes = ({ db }: { db: Database }): Route[] =>
  implement(retentionEndpoints, {
    due: ({ actor, query }) => listDueFiles(db, actor, query),
    holds: ({ actor, path }) => listHolds(db, actor, path.patientId),
    hold: ({ actor, path, body }) => placeHold(db, actor, path.patientId, body.reason),
    lift: ({ actor, path, body }) => liftHold(db, actor, path.id, body.reason),
  })
