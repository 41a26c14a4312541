import { patientEndpoints } from '@ulna/contract/patients/patients'
import type { FileStore } from '../../platform/files/file-store.ts'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import {
  deletePatient,
  listLatestPatients,
  listLikePatients,
  listPatients,
  readPatient,
  readProfileImage,
  registerPatient,
  searchPatientsByName,
  updatePatient,
} from './patients.service.ts'
import { readVcard } from './patients.vcard.service.ts'

export const patientRoutes = ({ db, files }: { db: Database; files: FileStore }): Route[] =>
  implement(patientEndpoints, {
    list: ({ actor, query }) => listPatients(db, actor, query),
    findLatestByUser: ({ actor }) => listLatestPatients(db, actor),
    findByName: ({ actor, path, query }) => searchPatientsByName(db, actor, path.name, query),
    findDuplicates: ({ actor, query }) => listLikePatients(db, actor, query),
    vcard: ({ actor, path }) => readVcard(db, actor, path.id),
    read: ({ actor, path }) => readPatient(db, actor, path.id),
    create: ({ actor, body }) => registerPatient(db, files, actor, body),
    update: ({ actor, path, body }) => updatePatient(db, files, actor, { id: path.id, input: body }),
    remove: ({ actor, path }) => deletePatient(db, actor, path.id),
    profileImage: ({ actor, path }) => readProfileImage(db, files, actor, { id: path.id, size: path.size }),
  })
