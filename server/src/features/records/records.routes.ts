import { recordEndpoints } from '@ulna/contract/records/records'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import { printEndpoints } from '@ulna/contract/records/records.print'
import { packageRecordEndpoints } from '@ulna/contract/session-packages/session-packages'
import { Answer, implement, type Route } from '../../platform/http/route.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { addAddendum, listAddenda } from './addenda/records.addenda.service.ts'
import { notePrinting } from './printing/records.print.service.ts'
import { changeRecord, voidRecord } from './records.change.service.ts'
import type { Removing } from './records.expiry.service.ts'
import {
  listCaseFollowUps,
  listCases,
  listClasses,
  listPackageRecords,
  listSelectableRecords,
  listVersions,
  readClass,
  readRecord,
} from './records.service.ts'
import { writeRecord } from './records.write.service.ts'

export const recordRoutes = ({
  db,
  goesAlong,
  classes,
}: Removing & { readonly classes: RecordClasses }): Route[] => [
  ...implement(addendumEndpoints, {
    list: ({ actor, path }) => listAddenda(db, actor, path.id),
    create: ({ actor, path, body }) => addAddendum(db, actor, path.id, body.text),
  }),
  ...implement(printEndpoints, {
    print: ({ actor, path, body }) => notePrinting(db, actor, path.patientId, body),
  }),
  ...implement(packageRecordEndpoints, {
    selectable: ({ actor, path }) => listSelectableRecords(db, actor, path.patientId),
    ofPackage: ({ actor, path }) => listPackageRecords(db, actor, path.packageId),
  }),
  ...implement(recordEndpoints, {
    findCases: ({ actor, path }) => listCases(db, actor, path.patientId),
    findCaseFollowUps: ({ actor, path }) => listCaseFollowUps(db, actor, path.caseId),
    versions: ({ actor, path }) => listVersions(db, actor, path.id),
    read: ({ actor, path }) => readRecord(db, actor, path.id),
    create: ({ actor, body }) => writeRecord(db, classes, actor, body),
    update: ({ actor, path, body }) => changeRecord(db, classes, actor, { id: path.id, input: body }),
    remove: ({ actor, path, query, body }) =>
      voidRecord({ db, goesAlong }, actor, path.id, query.reason ?? body?.reason),
    classes: async ({ actor }) => {
      const active = await listClasses(db, actor, classes)
      return new Answer(active, { total: active.length, limit: active.length, offset: 0 })
    },
    readClass: ({ actor, path }) =>
      readClass(db, actor, classes, { classId: path.classId, version: path.version }),
  }),
]
