import { appointmentEndpoints } from '@ulna/contract/appointments'
import { implement, type Route } from '../../platform/route.ts'
import type { Database } from '../../platform/use-case.ts'
import {
  bookAppointment,
  changeAppointment,
  deleteAppointment,
  listDoctorEvents,
  listPracticeEvents,
  readAppointment,
} from './appointments.service.ts'
import { readToday } from './appointments.today.service.ts'

export const appointmentRoutes = ({ db }: { db: Database }): Route[] =>
  implement(appointmentEndpoints, {
    findByPractice: ({ actor, path }) => listPracticeEvents(db, actor, path.practiceId, path),
    findByDoctor: ({ actor, path }) => listDoctorEvents(db, actor, path.doctorId, path),
    today: ({ actor }) => readToday(db, actor),
    read: ({ actor, path }) => readAppointment(db, actor, path.id),
    create: ({ actor, body }) => bookAppointment(db, actor, body),
    update: ({ actor, path, body }) => changeAppointment(db, actor, path.id, body),
    remove: ({ actor, path }) => deleteAppointment(db, actor, path.id),
  })
