import * as z from 'zod/mini'
import { dayOrInstant, instant } from './http/dates.ts'
import { endpoint } from './http/endpoint.ts'
import { id, idParam, idPath, knownVersion, pageMetadata } from './http/page.ts'
import { limits, text } from './http/text.ts'
import { permissions } from './permissions.ts'

export const appointmentStatuses = ['booked', 'arrived', 'attended', 'no_show', 'cancelled'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

export const repeatFrequencies = ['day', 'week', 'month', 'year'] as const

/** Repeat rule of a series (decisions.md §9). Series arrive with their own issue; the shape is fixed now. */
export const repeatRule = z.object({
  repeat: z.boolean(),
  freq: z.enum(repeatFrequencies),
  interval: z.int().check(z.minimum(1), z.maximum(99)),
  byWeekday: z.optional(z.array(z.int().check(z.minimum(1), z.maximum(7)))),
  count: z.optional(z.int().check(z.minimum(1), z.maximum(400))),
})

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
  /** Id of the series parent; null for a single appointment. */
  parent: z.nullable(id),
  every: z.nullable(repeatRule),
  until: z.nullable(z.string()),
  allowOverlap: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.nullable(z.string()),
})
export type Appointment = z.output<typeof appointment>

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
}

export const appointmentInput = z.object({ doctorId: id, start: instant, end: instant, ...fields })
export type AppointmentInput = z.output<typeof appointmentInput>

export const appointmentChange = z.object({
  doctorId: z.optional(id),
  start: z.optional(instant),
  end: z.optional(instant),
  ...fields,
  version: z.optional(knownVersion),
})
export type AppointmentChange = z.output<typeof appointmentChange>

const calendarAnswer = z.array(z.object({ events: z.array(appointment) }))
const range = { start: dayOrInstant, end: dayOrInstant }

/** Today in one answer: own appointments of the day, and patients with an open case and no next visit. */
export const today = z.object({
  day: z.string(),
  events: z.array(appointment),
  unsigned: z.array(
    z.object({
      recordId: id,
      patientId: id,
      patientName: z.string(),
      type: z.string(),
      subtype: z.nullable(z.string()),
      sessionNumber: z.nullable(z.int()),
      date: z.string(),
      /** Until when the author may still change it. */
      editableUntil: z.string(),
    }),
  ),
  withoutNextVisit: z.array(
    z.object({
      patientId: id,
      patientName: z.string(),
      caseId: id,
      caseName: z.nullable(z.string()),
      lastControl: z.nullable(z.string()),
    }),
  ),
})
export type Today = z.output<typeof today>

export const appointmentEndpoints = {
  findByPractice: endpoint({
    method: 'GET',
    path: '/calendar/appointments/:practiceId/:start/:end',
    summary: 'The appointments of the practice that touch [start, end), by start',
    access: permissions.readAgendas,
    audit: 'appointment.list',
    params: z.object({ practiceId: idParam, ...range }),
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
  today: endpoint({
    method: 'GET',
    path: '/calendar/today',
    summary: 'The caller’s day: appointments, unsigned records, open cases without a next visit',
    access: permissions.readAgendas,
    audit: 'appointment.list',
    returns: today,
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
    summary: 'Books an appointment',
    access: permissions.writeOwnAgenda,
    audit: 'appointment.create',
    body: appointmentInput,
    returns: appointment,
    status: 201,
    errors: ['appointment_overlap', 'assistant_role_required'],
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
    errors: ['appointment_overlap', 'assistant_role_required', 'version_conflict'],
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
}
