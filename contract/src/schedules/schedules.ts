import * as z from 'zod/mini'
import { clash } from '../appointments/appointments.series.ts'
import { dayOrInstant, instant } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { countParam, id, idParam, idPath, knownVersion, pageMetadata } from '../http/page.ts'
import { limits, name } from '../http/text.ts'
import { permissions } from '../permissions.ts'
import {
  appointmentLengths,
  endOfPeriod,
  timeOfDay,
  weeklyPeriod,
} from '../practices/practices.configurations.ts'

export type WorkingPeriod = z.output<typeof weeklyPeriod>

/** How many patients a practitioner sees at once, at most. */
export const mostCapacity = 50
/** An absence is at most this long, in days. */
export const longestAbsenceDays = 731
/** Absences are listed for at most this many days. */
export const longestAbsenceRangeDays = 400
/** Free slots are looked for in at most this many days. */
export const longestFreeRangeDays = 62
/** Free slots start on this many minutes of the practice's clock, or when an appointment ends. */
export const freeGridMinutes = 15
/** At most this many of the appointments in an absence are named. */
export const mostNamedAppointments = 200

/**
 * When a practitioner works (FHIR Schedule), on the practice's clock. `hours` null: in the working day of
 * `configurations.agenda`, Monday to Friday (`workingHours` of schedules.rules.ts); an empty list: never.
 */
export const schedule = z.object({
  doctorId: id,
  /** 0 until it is changed for the first time. */
  version: z.int(),
  /** Patients seen at once. */
  capacity: z.int(),
  hours: z.nullable(z.array(weeklyPeriod)),
})
export type Schedule = z.output<typeof schedule>

/** What is absent stays as it is. */
export const scheduleChange = z.object({
  hours: z.optional(z.nullable(z.array(weeklyPeriod).check(z.maxLength(100)))),
  capacity: z.optional(z.int().check(z.minimum(1), z.maximum(mostCapacity))),
  version: z.optional(knownVersion),
})
export type ScheduleChange = z.output<typeof scheduleChange>

/** A time at which a practitioner, or with `doctorId` null the whole practice, sees nobody. */
export const absence = z.object({
  id,
  version: z.int(),
  doctorId: z.nullable(id),
  /** Instants in UTC; `end` is exclusive. */
  start: z.string(),
  end: z.string(),
  title: z.string(),
})
export type Absence = z.output<typeof absence>

/** Every member reads the title: "Vacaciones" says enough. */
const title = name(limits.title)

export const absenceInput = z.object({ doctorId: z.nullable(id), start: instant, end: instant, title })
export type AbsenceInput = z.output<typeof absenceInput>

export const absenceChange = z.object({
  doctorId: z.optional(z.nullable(id)),
  start: z.optional(instant),
  end: z.optional(instant),
  title: z.optional(title),
  version: z.optional(knownVersion),
})
export type AbsenceChange = z.output<typeof absenceChange>

/** The appointments that lie in an absence: nothing is refused or moved, but somebody has to look after them. */
export const absenceMetadata = z.object({
  total: z.int(),
  /** The first `mostNamedAppointments` of them, by start. */
  appointments: z.array(clash),
})
export type AbsenceMetadata = z.output<typeof absenceMetadata>

/** A time that can be booked (FHIR Slot). */
export const freeSlot = z.object({ doctorId: id, start: z.string(), end: z.string() })
export type FreeSlot = z.output<typeof freeSlot>

/** `1,3,5`: Monday, Wednesday, Friday. */
const weekdayList = z.pipe(
  z.string().check(z.maxLength(13), z.regex(/^[1-7](,[1-7])*$/)),
  z.transform((list: string) => list.split(',').map(Number)),
)

export const freeQuery = z
  .object({
    /** One practitioner; without it all who can be booked. */
    doctorId: z.optional(idParam),
    /** How long; without it as long as the practice's appointments are. */
    minutes: z.optional(countParam(appointmentLengths.most, appointmentLengths.least)),
    /** Times of day the slot has to lie between, on the practice's clock. */
    from: z.prefault(timeOfDay, '00:00'),
    to: z.prefault(endOfPeriod, '24:00'),
    weekdays: z.prefault(weekdayList, '1,2,3,4,5,6,7'),
    limit: z.prefault(countParam(200, 1), '20'),
  })
  .check(z.refine(({ from, to }) => from < to, { path: ['to'], params: { key: 'field_range' } }))
export type FreeQuery = z.output<typeof freeQuery>

const range = z.object({ start: dayOrInstant, end: dayOrInstant })

export const scheduleEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/calendar/schedules',
    summary: 'When each practitioner works whose agenda can be booked, by name',
    access: permissions.readAgendas,
    audit: null,
    returns: z.array(schedule),
    metadata: pageMetadata,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/calendar/schedule/:doctorId',
    summary: 'Changes when a practitioner works and how many patients they see at once; moves no appointment',
    access: permissions.writeOwnAgenda,
    audit: 'schedule.update',
    params: z.object({ doctorId: idParam }),
    body: scheduleChange,
    returns: schedule,
    errors: ['assistant_role_required', 'version_conflict'],
  }),
  free: endpoint({
    method: 'GET',
    path: '/calendar/free/:start/:end',
    summary: `Times from now on that can be booked in [start, end), earliest first; at most ${longestFreeRangeDays} days`,
    access: permissions.readAgendas,
    audit: null,
    params: range,
    query: freeQuery,
    returns: z.array(freeSlot),
  }),
}

/** Absences tell of those who work here, as `/practice/doctors` does, and of no patient: reading them leaves no row. */
export const absenceEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/calendar/absences/:start/:end',
    summary: 'The absences that touch [start, end), by start',
    access: permissions.readAgendas,
    audit: null,
    params: range,
    returns: z.array(absence),
    metadata: pageMetadata,
  }),
  create: endpoint({
    method: 'POST',
    path: '/absence',
    summary: 'Enters an absence and says which appointments lie in it; moves none',
    access: permissions.writeOwnAgenda,
    audit: 'absence.create',
    body: absenceInput,
    returns: absence,
    metadata: absenceMetadata,
    status: 201,
    errors: ['assistant_role_required'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/absence/:id',
    summary: 'Changes an absence and says which appointments lie in it; moves none',
    access: permissions.writeOwnAgenda,
    audit: 'absence.update',
    params: idPath,
    body: absenceChange,
    returns: absence,
    metadata: absenceMetadata,
    errors: ['assistant_role_required', 'version_conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/absence/:id',
    summary: 'Removes an absence',
    access: permissions.writeOwnAgenda,
    audit: 'absence.delete',
    params: idPath,
    returns: z.object({ id }),
    errors: ['assistant_role_required'],
  }),
}
