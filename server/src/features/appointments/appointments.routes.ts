import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { marksEndpoints } from '@ulna/contract/appointments/appointments.marks'
import { plannedEndpoints } from '@ulna/contract/appointments/appointments.planned'
import { seriesEndpoints } from '@ulna/contract/appointments/appointments.series'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { bookAppointment, changeAppointment, deleteAppointment } from './appointments.booking.service.ts'
import { previewSeries } from './appointments.preview.service.ts'
import {
  listPracticeAppointments,
  listPractitionerAppointments,
  readAppointment,
} from './appointments.service.ts'
import { readPlanned } from './course/appointments.planned.service.ts'
import { readVisitsCalendar } from './course/appointments.visits-calendar.service.ts'
import { readMarks } from './marks/appointments.marks.service.ts'
import { changeSeries } from './series/appointments.series.change.service.ts'
import { deleteSeries } from './series/appointments.series.delete.service.ts'
import { bookSeries } from './series/appointments.series.service.ts'
import { undoChange } from './undo/appointments.undo.service.ts'

export const appointmentRoutes = ({ db }: { db: Database }): Route[] => [
  ...implement(appointmentEndpoints, {
    findByPractice: ({ actor, path: { practiceId, ...range }, query }) =>
      listPracticeAppointments(db, actor, practiceId, { ...range, ...query }),
    findByDoctor: ({ actor, path }) => listPractitionerAppointments(db, actor, path.doctorId, path),
    read: ({ actor, path }) => readAppointment(db, actor, path.id),
    create: ({ actor, body: { every, ...body } }) =>
      every?.repeat ? bookSeries(db, actor, { ...body, every }) : bookAppointment(db, actor, body),
    update: ({ actor, path, body }) => changeAppointment(db, actor, path.id, body),
    remove: ({ actor, path }) => deleteAppointment(db, actor, path.id),
    updateSeries: ({ actor, path, query, body }) =>
      changeSeries(db, actor, { id: path.id, scope: query.scope, input: body }),
    removeSeries: ({ actor, path, query }) => deleteSeries(db, actor, path.id, query.scope),
  }),
  ...implement(seriesEndpoints, {
    preview: ({ actor, body }) => previewSeries(db, actor, body),
    undo: ({ actor, path }) => undoChange(db, actor, path.id),
  }),
  ...implement(plannedEndpoints, {
    planned: ({ actor, path }) => readPlanned(db, actor, path.patientId),
    calendar: ({ actor, path }) => readVisitsCalendar(db, actor, path.patientId),
  }),
  ...implement(marksEndpoints, {
    marks: ({ actor, path }) => readMarks(db, actor, path),
  }),
]
