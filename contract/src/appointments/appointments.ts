import * as z from 'zod/mini'
import { dayOrInstant, instant } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, idParam, idPath, idsParam, knownVersion, pageMetadata } from '../http/page.ts'
import { limits, text } from '../http/text.ts'
import { permissions } from '../permissions.ts'
import { courseInput } from './appointments.course.ts'
import {
  bookingMetadata,
  dateDecisions,
  overlapReason,
  repeatRule,
  scopeQuery,
} from './appointments.series.ts'

export const appointmentStatuses = ['booked', 'arrived', 'attended', 'no_show', 'cancelled'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** One event of the agenda. */
export const appointment = z.object({
  id,
  uid: z.string(),
  version: z.int(),
  doctorId: id,
  doctorName: z.string(),
  patientId: z.nullable(id),
  patientName: z.nullable(z.string()),
  /** Instants in UTC; `end` is exclusive. */
  start: z.string(),
  end: z.string(),
  title: z.nullable(z.string()),
  note: z.nullable(z.string()),
  patientNote: z.nullable(z.string()),
  confirmed: z.boolean(),
  status: z.enum(appointmentStatuses),
  cancelReason: z.nullable(z.string()),
  /** Whether it was cancelled later than the practice allows; null unless cancelled. */
  cancelledLate: z.nullable(z.boolean()),
  /** Id of the series parent; null for a single appointment. */
  parent: z.nullable(id),
  every: z.nullable(repeatRule),
  until: z.nullable(z.string()),
  /** True for an occurrence that was moved by itself. */
  detached: z.boolean(),
  allowOverlap: z.boolean(),
  overlapReason: z.nullable(z.string()),
  /** The system that an import brought it from; null of what was booked here. */
  importedFrom: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.nullable(z.string()),
})
export type Appointment = z.output<typeof appointment>

/** Whether an import brought it when it was over: history of another system, which counts nowhere here. */
export const isBroughtHistory = ({
  importedFrom,
  start,
  createdAt,
}: Pick<Appointment, 'importedFrom' | 'start' | 'createdAt'>): boolean =>
  importedFrom !== null && Date.parse(start) < Date.parse(createdAt)

const note = z.optional(z.nullable(text(limits.note)))
const fields = {
  patientId: z.optional(z.nullable(id)),
  title: z.optional(z.nullable(text(limits.title))),
  note,
  patientNote: note,
  confirmed: z.optional(z.boolean()),
  status: z.optional(z.enum(appointmentStatuses)),
  cancelReason: z.optional(z.nullable(text(limits.title))),
  /** Books although another appointment of the practitioner is at that time. */
  allowOverlap: z.optional(z.boolean()),
  overlapReason,
}

const series = {
  every: z.optional(z.nullable(repeatRule)),
  /** Last day of the series, that day included; an instant counts as the practice's day it lies in. */
  until: z.optional(z.nullable(dayOrInstant)),
  /** What to do on single dates where somebody is in the way. */
  dates: dateDecisions,
}

export const appointmentInput = z.object({
  doctorId: id,
  start: instant,
  end: instant,
  ...fields,
  ...series,
  /** Course that a series belongs to: it is planned from a case. */
  course: z.optional(z.nullable(courseInput)),
})
export type AppointmentInput = z.output<typeof appointmentInput>

export const appointmentChange = z.object({
  doctorId: z.optional(id),
  start: z.optional(instant),
  end: z.optional(instant),
  ...fields,
  version: z.optional(knownVersion),
})
export type AppointmentChange = z.output<typeof appointmentChange>

/** A change of a series; `start` and `end` are those of the occurrence it is asked of and move all it covers alike. */
export const seriesChange = z.extend(appointmentChange, series)
export type SeriesChange = z.output<typeof seriesChange>

const calendarAnswer = z.array(z.object({ events: z.array(appointment) }))
const range = { start: dayOrInstant, end: dayOrInstant }

const changeErrors = [
  'appointment_overlap',
  'appointment_of_later_day',
  'assistant_role_required',
  'version_conflict',
] as const

export const appointmentEndpoints = {
  findByPractice: endpoint({
    method: 'GET',
    path: '/calendar/appointments/:practiceId/:start/:end',
    summary: 'The appointments of the practice that touch [start, end), by start',
    access: permissions.readAgendas,
    audit: 'appointment.list',
    params: z.object({ practiceId: idParam, ...range }),
    /** `ids`: those of them alone, for whoever heard that they changed; what is not answered is not there any more. */
    query: z.object({ ids: z.optional(idsParam) }),
    returns: calendarAnswer,
    metadata: pageMetadata,
  }),
  findByDoctor: endpoint({
    method: 'GET',
    path: '/calendar/appointments/doctor/:doctorId/:start/:end',
    summary: 'The appointments of one practitioner that touch [start, end), by start',
    access: permissions.readAgendas,
    audit: 'appointment.list',
    params: z.object({ doctorId: idParam, ...range }),
    returns: calendarAnswer,
    metadata: pageMetadata,
  }),
  read: endpoint({
    method: 'GET',
    path: '/appointment/:id',
    summary: 'One appointment',
    access: permissions.readAgendas,
    audit: 'appointment.read',
    params: idPath,
    returns: appointment,
  }),
  create: endpoint({
    method: 'POST',
    path: '/appointment',
    summary:
      'Books an appointment, or with `every` a series, whose first occurrence is answered; with `course` planned from a case',
    access: permissions.writeOwnAgenda,
    audit: 'appointment.create',
    body: appointmentInput,
    returns: appointment,
    metadata: bookingMetadata,
    status: 201,
    errors: [
      'appointment_of_later_day',
      'appointment_overlap',
      'assistant_role_required',
      'patient_record_not_match',
      'case_closed',
      'package_too_small',
      'package_ends_before',
      'package_not_active',
    ],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/appointment/:id',
    summary: 'Changes or moves one appointment',
    access: permissions.writeOwnAgenda,
    audit: 'appointment.update',
    params: idPath,
    body: appointmentChange,
    returns: appointment,
    metadata: bookingMetadata,
    errors: changeErrors,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/appointment/:id',
    summary: 'Deletes one appointment',
    access: permissions.writeOwnAgenda,
    audit: 'appointment.delete',
    params: idPath,
    returns: z.object({ id }),
    errors: ['assistant_role_required'],
  }),
  updateSeries: endpoint({
    method: 'PUT',
    path: '/appointment/:id/repeat',
    summary:
      'Changes a whole series, or this occurrence and the following ones; of a single appointment it makes a series',
    access: permissions.writeOwnAgenda,
    audit: 'appointment.series_update',
    params: idPath,
    query: scopeQuery,
    body: seriesChange,
    returns: appointment,
    metadata: bookingMetadata,
    errors: changeErrors,
  }),
  removeSeries: endpoint({
    method: 'DELETE',
    path: '/appointment/repeat/:id',
    summary: 'Deletes a whole series, or this occurrence and the following ones; visits that took place stay',
    access: permissions.writeOwnAgenda,
    audit: 'appointment.series_delete',
    params: idPath,
    query: scopeQuery,
    returns: z.object({ id }),
    metadata: bookingMetadata,
    errors: ['assistant_role_required'],
  }),
}
