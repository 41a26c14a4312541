import * as z from 'zod/mini'
import { appointment } from '../appointments/appointments.ts'
import { calendarDay } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, idPath } from '../http/page.ts'
import { permissions } from '../permissions.ts'
import { sessionPackage } from '../session-packages/session-packages.answer.ts'

/** Whose day it is: the caller's, or that of everybody in the practice. */
export const dayScopes = ['own', 'practice'] as const
export type DayScope = (typeof dayScopes)[number]

/** What a visit is, besides what the agenda says of it. */
export const visitFacts = z.object({
  appointmentId: id,
  /** The case it belongs to; null for members without clinical access, and where the patient has none. */
  caseName: z.nullable(z.string()),
  /** Number of the follow-up that was written on its day, else the one that the next follow-up of the case gets. */
  sessionNumber: z.nullable(z.int()),
  /** A follow-up of the caller's, written on its day and not signed yet. */
  unsigned: z.boolean(),
  /** The package it counts on; where it counts on none, the oldest active one with a session left. */
  package: z.nullable(
    z.object({ packageId: id, numSessions: z.int(), usedSessions: z.int(), reservedSessions: z.int() }),
  ),
  /** It was attended, counts on no package, and no receipt of it, or of that day for the patient, stands. */
  toPay: z.boolean(),
})
export type VisitFacts = z.output<typeof visitFacts>

/** The day in one answer. What is the caller's own work stays theirs, whosever day is shown. */
export const today = z.object({
  /** The day that is shown, on the practice's clock: today, and once its work is over the next one with a visit. */
  day: z.string(),
  scope: z.enum(dayScopes),
  /** By start. */
  events: z.array(appointment),
  /** One of each visit that has a patient. */
  visits: z.array(visitFacts),
  unsigned: z.array(
    z.object({
      recordId: id,
      patientId: id,
      patientName: z.string(),
      type: z.string(),
      subtype: z.nullable(z.string()),
      /** Its own name, and that of its form in the caller's language. */
      name: z.nullable(z.string()),
      className: z.string(),
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
  /** Packages about to end, the most pressing first: those of the caller's patients on their own day, else all. */
  endingPackages: z.array(sessionPackage),
})
export type Today = z.output<typeof today>

export const todayEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/calendar/today',
    summary:
      'The day: appointments and what they stand for, own unsigned records, open cases without a next visit, packages about to end',
    access: permissions.readAgendas,
    audit: 'appointment.list',
    query: z.object({
      /** Whose day; that of the caller when they can be booked, else of the practice. */
      scope: z.optional(z.enum(dayScopes)),
      /** Which day; the one to look at now when it is absent. */
      day: z.optional(calendarDay),
    }),
    returns: today,
  }),
  visit: endpoint({
    method: 'GET',
    path: '/calendar/visit/:id',
    operationId: 'calendarVisit',
    summary:
      'What one appointment stands for: case, session, package, whether it is to be paid; null without a patient',
    access: permissions.readAgendas,
    audit: 'appointment.read',
    params: idPath,
    returns: z.nullable(visitFacts),
  }),
}
