import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { glanceAtPatient, openPatientFile } from './patient-file.service.ts'

export const patientFileRoutes = ({ db, classes }: { db: Database; classes: RecordClasses }): Route[] =>
  implement(patientFileEndpoints, {
    glance: ({ actor, path }) => glanceAtPatient(db, actor, classes, path.id),
    open: ({ actor, path, query }) => openPatientFile(db, actor, path.id, query.utcOffset),
  })
