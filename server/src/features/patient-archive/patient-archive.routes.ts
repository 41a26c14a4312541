import { patientArchiveEndpoints } from '@ulna/contract/patient-archive/patient-archive'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { archivePatient, bringPatientBack, readLooseEnds } from './patient-archive.service.ts'

export const patientArchiveRoutes = ({ db }: { db: Database }): Route[] =>
  implement(patientArchiveEndpoints, {
    looseEnds: ({ actor, path }) => readLooseEnds(db, actor, path.id),
    archive: ({ actor, path, body }) => archivePatient(db, actor, path.id, body),
    bringBack: ({ actor, path }) => bringPatientBack(db, actor, path.id),
  })
