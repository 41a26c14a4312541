import * as z from 'zod/mini'
import { isTimeZone } from './http/dates.ts'
import { endpoint } from './http/endpoint.ts'
import { id, idPath } from './http/page.ts'
import { limits, name } from './http/text.ts'
import { languages } from './record-class.ts'
import { roles } from './roles.ts'

export const timezone = z.string().check(z.refine<string>(isTimeZone, { params: { key: 'field_option' } }))

/** What a practice may configure in this version; keys that are absent have the defaults of decisions.md. */
export const practiceConfigurations = z.object({
  records: z.object({
    /** Hours in which an author may change an own unsigned record of a locked file. */
    editWindowHours: z._default(z.number().check(z.minimum(0), z.maximum(8760)), 24),
    /** Hours after which an unlocked file locks itself again. */
    relockHours: z._default(z.number().check(z.minimum(0.01), z.maximum(8760)), 8),
  }),
  agenda: z.object({
    /** First and last hour of a working day, for shading; local time. */
    dayStartsAt: z._default(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)), '07:00'),
    dayEndsAt: z._default(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)), '19:00'),
  }),
})
export type PracticeConfigurations = z.output<typeof practiceConfigurations>

export const defaultConfigurations: PracticeConfigurations = {
  records: { editWindowHours: 24, relockHours: 8 },
  agenda: { dayStartsAt: '07:00', dayEndsAt: '19:00' },
}

export const practice = z.object({
  id,
  uid: z.string(),
  version: z.int(),
  code: z.nullable(z.string()),
  name: z.string(),
  slogan: z.nullable(z.string()),
  description: z.nullable(z.string()),
  timezone: z.string(),
  locale: z.string(),
  logoUrl: z.nullable(z.string()),
  logoFd: z.nullable(z.string()),
  configurations: practiceConfigurations,
  createdAt: z.string(),
  updatedAt: z.nullable(z.string()),
})
export type Practice = z.output<typeof practice>

/** A practice in the list of those the caller belongs to. */
export const practiceMembership = z.object({
  id,
  uid: z.string(),
  name: z.string(),
  timezone: z.string(),
  locale: z.string(),
  logoUrl: z.nullable(z.string()),
  role: z.enum(roles),
  clinical: z.boolean(),
  current: z.boolean(),
})
export type PracticeMembership = z.output<typeof practiceMembership>

/** A practitioner of the practice, as the agenda shows them. */
export const doctor = z.object({
  id,
  ownerId: id,
  practiceId: id,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  /** 1 to 4: which practitioner colour of the theme is theirs. */
  color: z.int(),
  /** True while the person is a clinical member whose agenda can be booked. */
  bookable: z.boolean(),
  birthDate: z.nullable(z.string()),
  socialId: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  email: z.nullable(z.string()),
  address: z.nullable(z.string()),
})
export type Doctor = z.output<typeof doctor>

export const practiceInput = z.object({
  name: name(limits.name),
  timezone: z.optional(timezone),
  locale: z.optional(z.enum(languages)),
})

export const practiceEndpoints = {
  findAllByCurrentUser: endpoint({
    method: 'GET',
    path: '/practice/findAllByCurrentUser',
    summary: 'The practices the caller belongs to, by name',
    access: 'signed-in',
    audit: null,
    returns: z.array(practiceMembership),
    metadata: z.object({ total: z.int(), limit: z.int(), offset: z.int() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/practice',
    summary: 'Creates a practice whose owner is the caller, and chooses it',
    access: 'signed-in',
    audit: 'practice.create',
    body: practiceInput,
    returns: practiceMembership,
    status: 201,
  }),
  doctors: endpoint({
    method: 'GET',
    path: '/practice/doctors',
    summary: 'The practitioners of the current practice, by name',
    access: { rank: 'practitioner' },
    audit: null,
    returns: z.array(doctor),
    metadata: z.object({ total: z.int(), limit: z.int(), offset: z.int() }),
  }),
  setCurrent: endpoint({
    method: 'POST',
    path: '/auth/setCurrentPractice/:id',
    summary: 'Chooses the practice this session works in',
    access: 'signed-in',
    audit: 'account.practice_chosen',
    params: idPath,
    returns: practiceMembership,
  }),
}
