import { todayEndpoints } from '@ulna/contract/today/today'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { readToday, readVisit } from './today.service.ts'

export const todayRoutes = ({ db, classes }: { db: Database; classes: RecordClasses }): Route[] =>
  implement(todayEndpoints, {
    read: ({ actor, query }) => readToday(db, actor, classes, query),
    visit: ({ actor, path }) => readVisit(db, actor, path.id),
  })
