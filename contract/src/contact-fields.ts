import * as z from 'zod/mini'
import { calendarDay } from './http/dates.ts'
import { limits, optionalLine } from './http/text.ts'

export const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())

/** Contact fields of specification §3, shared by doctors, patients and records. */
export const contactFields = {
  birthDate: z.nullable(z.string()),
  socialId: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  email: z.nullable(z.string()),
  address: z.nullable(z.string()),
}

const emptyIsNull = z.pipe(
  z.literal(''),
  z.transform(() => null),
)
const optionalDay = z.optional(z.nullable(z.union([calendarDay, emptyIsNull])))
const optionalEmail = z.optional(
  z.nullable(z.union([z.string().check(z.trim(), z.maxLength(254), z.email()), emptyIsNull])),
)

/** The same as they are written: absent leaves as it is, empty and null clear. */
export const contactInput = {
  birthDate: optionalDay,
  socialId: optionalLine(limits.name),
  phone: optionalLine(40),
  mobile: optionalLine(40),
  email: optionalEmail,
  address: optionalLine(limits.title),
}

/** A picture as base64 data URL: JPEG, PNG or WebP. */
export const pictureInput = z.object({
  data: z
    .string()
    .check(z.maxLength(14_000_000), z.regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/)),
  fileName: z.optional(z.string().check(z.maxLength(255))),
  contentType: z.optional(z.string().check(z.maxLength(100))),
})
