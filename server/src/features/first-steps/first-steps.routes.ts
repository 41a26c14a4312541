import { firstStepsEndpoints } from '@ulna/contract/first-steps/first-steps'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { readFirstSteps } from './first-steps.service.ts'

export const firstStepsRoutes = ({ db }: { db: Database }): Route[] =>
  implement(firstStepsEndpoints, { read: ({ actor }) => readFirstSteps(db, actor) })
