import { auditEndpoints } from '@ulna/contract/audit/audit.trail'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { exportTrail, readOpenings, readTrail } from './audit.service.ts'

export const auditRoutes = ({ db, rateLimits }: { db: Database; rateLimits: RateLimits }): Route[] =>
  implement(auditEndpoints, {
    list: ({ actor, query }) => readTrail(db, actor, query),
    exportTrail: ({ actor, query }) => exportTrail(db, rateLimits, actor, query),
    patientOpenings: ({ actor, path, query }) => readOpenings(db, actor, path.id, query),
  })
