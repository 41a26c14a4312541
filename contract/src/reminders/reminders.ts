import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { linkToken } from '../http/link-token.ts'
import { idPath } from '../http/page.ts'
import { permissions } from '../permissions.ts'

export const mailKinds = ['reminder', 'confirmation'] as const
export type MailKind = (typeof mailKinds)[number]

/** `planned` is a reminder whose time has not come; `failed` is tried again until the appointment begins. */
export const mailStatuses = ['planned', 'queued', 'sent', 'failed', 'skipped'] as const
export type MailStatus = (typeof mailStatuses)[number]

/** Why a mail was not sent, or not yet. */
export const mailReasons = [
  /** Cancelled or deleted before the mail went out. */
  'cancelled',
  /** The appointment had another time, or another patient, by then. */
  'moved',
  /** Booked so late that a reminder says nothing new, or begun before the mail could go out. */
  'too_late',
  /** A confirmation says the same: for a reminder one of the last hour, for a confirmation a later one. */
  'just_confirmed',
  'no_address',
  'opted_out',
  /** The practice is about to be deleted. */
  'practice_closing',
  /** The mail server did not take it. */
  'not_handed_over',
] as const
export type MailReason = (typeof mailReasons)[number]

/** What became of one mail about an appointment. */
export const appointmentMessage = z.object({
  kind: z.enum(mailKinds),
  /** The start that is told. */
  start: z.string(),
  dueAt: z.string(),
  status: z.enum(mailStatuses),
  reason: z.nullable(z.enum(mailReasons)),
  sentAt: z.nullable(z.string()),
})
export type AppointmentMessage = z.output<typeof appointmentMessage>

const byLink = {
  access: 'public',
  body: z.object({ token: linkToken }),
  returns: z.object({ mailReminders: z.boolean() }),
  errors: ['invalid_token', 'rate_limited'],
} as const

export const reminderEndpoints = {
  messages: endpoint({
    method: 'GET',
    path: '/appointment/:id/messages',
    summary: 'What became of the mails about an appointment, oldest first; the reminder to come last',
    access: permissions.readAgendas,
    audit: 'appointment.read',
    params: idPath,
    returns: z.array(appointmentMessage),
    metadata: z.object({ total: z.int(), limit: z.int(), offset: z.int() }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/appointment/:id/confirmation',
    summary: 'Mails the patient of an appointment when and where it is, with an .ics file',
    access: permissions.writeOwnAgenda,
    audit: 'appointment.confirmation_mail',
    params: idPath,
    returns: appointmentMessage,
    status: 201,
    errors: [
      'assistant_role_required',
      'appointment_not_ahead',
      'patient_without_email',
      'patient_opted_out',
      'rate_limited',
    ],
  }),
  optOut: endpoint({
    method: 'POST',
    path: '/reminder/optOut',
    summary: 'No more mails about appointments to the patient of a link in such a mail; may be repeated',
    audit: 'reminder.opt_out',
    ...byLink,
  }),
  optIn: endpoint({
    method: 'POST',
    path: '/reminder/optIn',
    summary: 'Mails about appointments again, by the same link; may be repeated',
    audit: 'reminder.opt_in',
    ...byLink,
  }),
}
