import { waitListEndpoints } from '@ulna/contract/wait-list/wait-list'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { addWaiting, changeWaiting, listFitting, listWaiting, withdrawWaiting } from './wait-list.service.ts'

export const waitListRoutes = ({ db }: { db: Database }): Route[] =>
  implement(waitListEndpoints, {
    list: ({ actor, query }) => listWaiting(db, actor, query),
    fitting: ({ actor, path, query }) => listFitting(db, actor, { ...path, ...query }),
    create: ({ actor, body }) => addWaiting(db, actor, body),
    update: ({ actor, path, body }) => changeWaiting(db, actor, path.id, body),
    withdraw: ({ actor, path }) => withdrawWaiting(db, actor, path.id),
  })
