import { patientMergeEndpoints } from '@ulna/contract/patient-merges/patient-merges'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { compareFiles, listMerges, mergePatients, unmergePatients } from './patient-merges.service.ts'

export const patientMergeRoutes = ({ db, classes }: { db: Database; classes: RecordClasses }): Route[] =>
  implement(patientMergeEndpoints, {
    compare: ({ actor, path }) => compareFiles(db, actor, path),
    list: ({ actor, path }) => listMerges(db, actor, path.id),
    merge: ({ actor, path, body }) => mergePatients(db, classes, actor, path.id, body),
    undo: ({ actor, path }) => unmergePatients(db, actor, path),
  })
