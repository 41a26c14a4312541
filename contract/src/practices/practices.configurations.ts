import * as z from 'zod/mini'
import { limits, line } from '../http/text.ts'
import { longestRetention, retentionRules } from '../retention/retention.rules.ts'
import { roles } from '../roles.ts'
import { lateCancellations } from '../session-packages/session-packages.states.ts'

// What is no time is told once: whether it comes before another is not asked.
const time = (pattern: RegExp) => z.string().check(z.regex(pattern, { abort: true }))

/** A time on the practice's clock, `HH:mm`. */
export const timeOfDay = time(/^([01]\d|2[0-3]):[0-5]\d$/)
/** The end of a period may be midnight. */
export const endOfPeriod = time(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)

/** An address range of IPv4 or IPv6 in CIDR notation (RFC 4632, RFC 4291); a single address is a range of one. */
const network = z.string().check(
  z.trim(),
  z.maxLength(49),
  z.refine<string>(
    (text) =>
      [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()].some((schema) => z.safeParse(schema, text).success),
    { params: { key: 'field_network' } },
  ),
)

/** The part of an e-mail address after the @. */
const mailDomain = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(253),
  z.refine<string>((text) => /^(?=.{4,253}$)([a-z0-9]+(-+[a-z0-9]+)*\.)+[a-z]{2,}$/.test(text), {
    params: { key: 'field_mail_domain' },
  }),
)

/** Some hours of a weekday on the practice's clock. */
export const weeklyPeriod = z
  .object({
    /** ISO 8601 day of the week: 1 is Monday. */
    weekday: z.int().check(z.minimum(1), z.maximum(7)),
    from: timeOfDay,
    to: endOfPeriod,
  })
  .check(z.refine(({ from, to }) => from < to, { path: ['to'], params: { key: 'field_range' } }))
export type AccessPeriod = z.output<typeof weeklyPeriod>

/** Null: at any time. */
const weeklyHours = z._default(z.nullable(z.array(weeklyPeriod).check(z.maxLength(100))), null)

/** Roles that hours may bind; an owner is never locked out by them (product-decisions.md §3). */
export const rolesWithHours = roles.filter((role) => role !== 'owner')
export type RoleWithHours = Exclude<(typeof roles)[number], 'owner'>

export const accessRules = z.object({
  /** Where members may work from; empty: anywhere. Otherwise ip_rejected. */
  networks: z._default(z.array(network).check(z.maxLength(100)), []),
  /** When, in the practice's time zone. Otherwise schedule_rejected. */
  hours: z._default(z.object({ practitioner: weeklyHours, assistant: weeklyHours, admin: weeklyHours }), {
    practitioner: null,
    assistant: null,
    admin: null,
  }),
  /** Where members' addresses must be; empty: anywhere. Otherwise practice_domain_rejected. */
  mailDomains: z._default(z.array(mailDomain).check(z.maxLength(50)), []),
})
export type AccessRules = z.output<typeof accessRules>

/** How long an appointment may be by default, and a free slot that is looked for, in minutes. */
export const appointmentLengths = { least: 5, most: 480 } as const

const between = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most))

const emptyLine = z._default(z.nullable(line(limits.title)), null)

/** What stands on receipts of the practice besides its name. */
export const receiptRules = z.object({
  /** Name as it is registered; the practice's name where it is not said. */
  issuerName: emptyLine,
  taxId: emptyLine,
  address: emptyLine,
  /** Stands before the year in the series of the numbers: `A2026`. */
  series: z._default(z.string().check(z.regex(/^[A-Z0-9]{0,6}$/)), ''),
})
export type ReceiptRules = z.output<typeof receiptRules>

/** How long files are kept (decision 0053). Until a practice chooses, no file is ever due. */
export const retentionChoice = z
  .object({
    rule: z._default(z.enum(retentionRules), 'never'),
    /** Full years, of the rule `own` alone. */
    years: z._default(z.nullable(between(0, longestRetention)), null),
  })
  .check(
    z.refine(({ rule, years }) => rule !== 'own' || years !== null, {
      path: ['years'],
      params: { key: 'field_required' },
    }),
  )

/** What a practice may configure in this version; keys that are absent have the defaults of product-decisions.md. */
export const practiceConfigurations = z.object({
  records: z.object({
    /** Hours in which an author may change an own unsigned record of a locked file. */
    editWindowHours: z._default(z.number().check(z.minimum(0), z.maximum(8760)), 24),
    /** Hours after which an unlocked file locks itself again. */
    relockHours: z._default(z.number().check(z.minimum(0.01), z.maximum(8760)), 8),
  }),
  agenda: z
    .object({
      /** First and last hour of a working day, Monday to Friday, of whoever has no hours of their own; local time. */
      dayStartsAt: z._default(timeOfDay, '07:00'),
      dayEndsAt: z._default(timeOfDay, '19:00'),
      /** How long an appointment is unless somebody says otherwise. */
      appointmentMinutes: z._default(between(appointmentLengths.least, appointmentLengths.most), 60),
      /** A cancellation fewer hours before the appointment counts as late. */
      lateCancelHours: z._default(between(0, 720), 24),
      /** Whether a patient gets a mail when an appointment is booked or moved. */
      confirmationMails: z._default(z.boolean(), false),
      /** Hours before the appointment at which a patient is reminded by mail; null: never. */
      reminderHours: z._default(z.nullable(between(1, 336)), null),
      /** Whether the sheets of the next day are made each evening (decision 0070). */
      eveningSheets: z._default(z.boolean(), false),
    })
    .check(
      z.refine(({ dayStartsAt, dayEndsAt }) => dayStartsAt < dayEndsAt, {
        path: ['dayEndsAt'],
        params: { key: 'field_range' },
      }),
    ),
  packages: z.object({
    /** Whether a visit that is cancelled late loses its prepaid session or gives it back. */
    lateCancellation: z._default(z.enum(lateCancellations), 'return'),
  }),
  receipts: receiptRules,
  retention: retentionChoice,
  access: accessRules,
  firstSteps: z.object({
    /** Whether the first steps of a new practice were put away. */
    dismissed: z._default(z.boolean(), false),
  }),
})
export type PracticeConfigurations = z.output<typeof practiceConfigurations>
