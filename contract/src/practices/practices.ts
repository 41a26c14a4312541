import * as z from 'zod/mini'
import { contactFields } from '../contact-fields.ts'
import { isTimeZone } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, idParam, idPath } from '../http/page.ts'
import { limits, name } from '../http/text.ts'
import { languages } from '../languages.ts'
import { accessErrors, permissions } from '../permissions.ts'
import { roles } from '../roles.ts'
import { practiceConfigurations } from './practices.configurations.ts'

export const timezone = z.string().check(z.refine<string>(isTimeZone, { params: { key: 'field_option' } }))

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
  /** Instant since which it is closed and only read, as it is to be deleted; null for every other. */
  closingAt: z.nullable(z.string()),
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
export const practitioner = z.object({
  id,
  ownerId: id,
  practiceId: id,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  /** Under which they are registered to practise, in the country of this practice. */
  licenceNumber: z.nullable(z.string()),
  /** 1 to 4: which practitioner colour of the theme is theirs. */
  color: z.int(),
  /** True while the person is a clinical member whose agenda can be booked. */
  bookable: z.boolean(),
  version: z.int(),
  ...contactFields,
  createdAt: z.string(),
  updatedAt: z.nullable(z.string()),
})
export type Practitioner = z.output<typeof practitioner>

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
    access: permissions.readPractitioners,
    audit: null,
    returns: z.array(practitioner),
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
    errors: [...accessErrors],
  }),
  logo: endpoint({
    method: 'GET',
    path: '/practice/:id/logo/:key',
    summary: 'The logo of a practice as WebP; whoever has seen the link may fetch it, as mails show it too',
    access: 'public',
    audit: null,
    params: z.object({ id: idParam, key: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,64}$/)) }),
    answers: ['image/webp'],
    errors: ['file_not_found'],
  }),
  leave: endpoint({
    method: 'POST',
    path: '/practice/leave',
    summary: 'Ends the caller’s own membership of the current practice; the last owner cannot',
    access: permissions.leavePractice,
    audit: 'practice.leave',
    returns: z.object({ id }),
    errors: ['last_owner'],
  }),
}
