import { absenceEndpoints, scheduleEndpoints } from '@ulna/contract/schedules/schedules'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { changeAbsence, enterAbsence, listAbsences, removeAbsence } from './schedules.absences.service.ts'
import { findFreeSlots } from './schedules.free.service.ts'
import { changeSchedule, listSchedules } from './schedules.service.ts'

export const scheduleRoutes = ({ db }: { db: Database }): Route[] => [
  ...implement(scheduleEndpoints, {
    list: ({ actor }) => listSchedules(db, actor),
    update: ({ actor, path, body }) => changeSchedule(db, actor, path.doctorId, body),
    free: ({ actor, path, query }) => findFreeSlots(db, actor, path, query),
  }),
  ...implement(absenceEndpoints, {
    list: ({ actor, path }) => listAbsences(db, actor, path),
    create: ({ actor, body }) => enterAbsence(db, actor, body),
    update: ({ actor, path, body }) => changeAbsence(db, actor, path.id, body),
    remove: ({ actor, path }) => removeAbsence(db, actor, path.id),
  }),
]
