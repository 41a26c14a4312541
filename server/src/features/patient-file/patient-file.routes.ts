import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { openPatientFile } from './patient-file.service.ts'

export const patientFileRoutes = ({ db }: { db: Database }): Route[] =>
  implement(patientFileEndpoints, {
    open: ({ actor, path, query }) => openPatientFile(db, actor, path.id, query.utcOffset),
  })
