import { sessionPackageEndpoints } from '@ulna/contract/session-packages/session-packages'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { changePackage } from './session-packages.change.service.ts'
import { createPackage } from './session-packages.create.service.ts'
import { addRecords, removeRecords } from './session-packages.records.service.ts'
import { listMovements, listPackages, readBoard, readPackage } from './session-packages.service.ts'
import { changeVisit, readVisit } from './session-packages.visits.service.ts'

export const sessionPackageRoutes = ({ db }: { db: Database }): Route[] =>
  implement(sessionPackageEndpoints, {
    list: ({ actor, query }) => listPackages(db, actor, query),
    board: ({ actor }) => readBoard(db, actor),
    read: ({ actor, path }) => readPackage(db, actor, path.id),
    movements: ({ actor, path }) => listMovements(db, actor, path.id),
    create: ({ actor, body }) => createPackage(db, actor, body),
    update: ({ actor, path, body }) => changePackage(db, actor, path.id, body),
    addRecords: ({ actor, path, body }) => addRecords(db, actor, path.id, body.recIds),
    removeRecords: ({ actor, path, body }) => removeRecords(db, actor, path.id, body.recIds),
    visit: ({ actor, path }) => readVisit(db, actor, path.appointmentId),
    changeVisit: ({ actor, path, body }) => changeVisit(db, actor, path.appointmentId, body),
  })
