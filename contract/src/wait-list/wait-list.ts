import * as z from 'zod/mini'
import { calendarDay, instant } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, idParam, idPath, knownVersion, pageMetadata, pageQuery } from '../http/page.ts'
import { limits, text } from '../http/text.ts'
import { permissions } from '../permissions.ts'
import { appointmentLengths, endOfPeriod, timeOfDay } from '../practices/practices.configurations.ts'

/** A wish waits until it is booked or withdrawn. */
export const waitingStatuses = ['waiting', 'booked', 'withdrawn'] as const
export type WaitingStatus = (typeof waitingStatuses)[number]

/** A patient who would come earlier, or when a time falls free. Days and times are those of the practice's clock. */
export const waitingPatient = z.object({
  id,
  version: z.int(),
  patientId: id,
  patientName: z.string(),
  /** Where the patient can be called, the mobile number first. */
  patientPhone: z.nullable(z.string()),
  /** Null: any practitioner will do. */
  doctorId: z.nullable(id),
  doctorName: z.nullable(z.string()),
  /** How long the appointment is to be. */
  minutes: z.int(),
  /** ISO 8601 days of the week, Monday is 1; none: any day. */
  weekdays: z.array(z.int()),
  /** The appointment lies within these times of day, `HH:mm`; null: any. The end may be `24:00`. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** First and last day that will do, both included; null: any. */
  earliest: z.nullable(z.string()),
  latest: z.nullable(z.string()),
  note: z.nullable(z.string()),
  status: z.enum(waitingStatuses),
  createdAt: z.string(),
})
export type WaitingPatient = z.output<typeof waitingPatient>

const weekday = z.int().check(z.minimum(1), z.maximum(7))
const minutes = z.int().check(z.minimum(appointmentLengths.least), z.maximum(appointmentLengths.most))

const wishes = {
  doctorId: z.optional(z.nullable(id)),
  weekdays: z.optional(z.array(weekday).check(z.maxLength(7))),
  from: z.optional(z.nullable(timeOfDay)),
  to: z.optional(z.nullable(endOfPeriod)),
  earliest: z.optional(z.nullable(calendarDay)),
  latest: z.optional(z.nullable(calendarDay)),
  note: z.optional(z.nullable(text(limits.note))),
}

export const waitingPatientInput = z.object({ patientId: id, minutes, ...wishes })
export type WaitingPatientInput = z.output<typeof waitingPatientInput>

export const waitingPatientChange = z.object({
  minutes: z.optional(minutes),
  ...wishes,
  status: z.optional(z.enum(waitingStatuses)),
  version: z.optional(knownVersion),
})
export type WaitingPatientChange = z.output<typeof waitingPatientChange>

/** At most so many are proposed for one time that fell free. */
export const mostFitting = 50

export const waitListEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/waitlist',
    summary: 'Patients who wait for an earlier or a freed time, who has waited longest first',
    access: permissions.readAgendas,
    audit: 'wait_list.list',
    query: pageQuery,
    returns: z.array(waitingPatient),
    metadata: pageMetadata,
  }),
  fitting: endpoint({
    method: 'GET',
    path: '/waitlist/fitting/:start/:end',
    summary: `At most ${mostFitting} waiting patients for whom [start, end) would do, who has waited longest first`,
    access: permissions.readAgendas,
    audit: 'wait_list.list',
    params: z.object({ start: instant, end: instant }),
    /** Whose time it is; without one only the wishes for time are looked at. */
    query: z.object({ doctorId: z.optional(idParam) }),
    returns: z.array(waitingPatient),
    metadata: pageMetadata,
  }),
  create: endpoint({
    method: 'POST',
    path: '/waitlist',
    summary: 'Puts a patient on the wait list',
    access: permissions.writeWaitList,
    audit: 'wait_list.create',
    body: waitingPatientInput,
    returns: waitingPatient,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/waitlist/:id',
    summary: 'Changes what a waiting patient wishes, or says that it was booked',
    access: permissions.writeWaitList,
    audit: 'wait_list.update',
    params: idPath,
    body: waitingPatientChange,
    returns: waitingPatient,
    errors: ['version_conflict'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/waitlist/:id',
    summary: 'Takes a patient off the wait list',
    access: permissions.writeWaitList,
    audit: 'wait_list.withdraw',
    params: idPath,
    returns: z.object({ id }),
  }),
}
