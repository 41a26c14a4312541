import { practiceDeletionEndpoints } from '@ulna/contract/practice-deletions/practice-deletions'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import {
  askDeletion,
  listOwnDeletions,
  proveArrival,
  readCertificate,
  readStand,
  takeDeletionBack,
} from './practice-deletions.service.ts'

export const practiceDeletionRoutes = ({ db }: { readonly db: Database }): Route[] =>
  implement(practiceDeletionEndpoints, {
    stand: ({ actor }) => readStand({ db }, actor),
    ask: ({ actor, body }) => askDeletion({ db }, actor, body),
    takeBack: ({ actor }) => takeDeletionBack({ db }, actor),
    arrival: ({ actor, body }) => proveArrival({ db }, actor, body),
    mine: ({ actor }) => listOwnDeletions(db, actor),
    certificate: ({ actor, path }) => readCertificate(db, actor, path.id),
  })
