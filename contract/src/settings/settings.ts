import * as z from 'zod/mini'
import { sessionPayload, username } from '../accounts/accounts.ts'
import { timeFormats } from '../clock-text.ts'
import { contactInput, email, pictureInput } from '../contact-fields.ts'
import { endpoint } from '../http/endpoint.ts'
import { knownVersion } from '../http/page.ts'
import { limits, name, optionalLine, text } from '../http/text.ts'
import { languages } from '../languages.ts'
import { permissions } from '../permissions.ts'
import { licenceNumberInput } from '../practices/licence-number.ts'
import { accessRules, practiceConfigurations } from '../practices/practices.configurations.ts'
import { practice, timezone } from '../practices/practices.ts'

const userChange = z.object({
  /** Another user name or address needs a fresh proof of identity; an address counts once its link is opened. */
  username: z.optional(username),
  email: z.optional(email),
  language: z.optional(z.enum(languages)),
  timeFormat: z.optional(z.enum(timeFormats)),
  version: z.optional(knownVersion),
})

const practitionerChange = z.object({
  firstName: z.optional(name(limits.name)),
  lastName: z.optional(name(limits.name)),
  ...contactInput,
  licenceNumber: licenceNumberInput,
  /** 1 to 4: which practitioner colour of the theme is theirs. */
  color: z.optional(z.int().check(z.minimum(1), z.maximum(4))),
  bookable: z.optional(z.boolean()),
  version: z.optional(knownVersion),
})

export const ownSettingsInput = z.object({
  user: z.optional(userChange),
  doctor: z.optional(practitionerChange),
})
export type OwnSettingsInput = z.output<typeof ownSettingsInput>

/** Groups that are absent stay as they are. */
const configurationsChange = z.object({
  records: z.optional(practiceConfigurations.shape.records),
  agenda: z.optional(practiceConfigurations.shape.agenda),
  packages: z.optional(practiceConfigurations.shape.packages),
  receipts: z.optional(practiceConfigurations.shape.receipts),
  retention: z.optional(practiceConfigurations.shape.retention),
  access: z.optional(accessRules),
  firstSteps: z.optional(practiceConfigurations.shape.firstSteps),
})

export const practiceSettingsInput = z.object({
  name: z.optional(name(limits.name)),
  code: optionalLine(40),
  slogan: optionalLine(limits.title),
  description: z.optional(z.nullable(text(limits.note))),
  timezone: z.optional(timezone),
  locale: z.optional(z.enum(languages)),
  /** The logo is removed by null. */
  logo: z.optional(z.nullable(pictureInput)),
  configurations: z.optional(configurationsChange),
  version: z.optional(knownVersion),
})
export type PracticeSettingsInput = z.output<typeof practiceSettingsInput>

/** Largest picture (10 MiB) as base64, and the rest. */
const bodyWithPicture = 15 * 1024 * 1024

export const settingsEndpoints = {
  updateOwn: endpoint({
    method: 'PUT',
    path: '/settings/user',
    summary: 'The caller’s account and professional profile; answers as /auth/me',
    access: permissions.changeOwnProfile,
    audit: 'account.changed',
    body: ownSettingsInput,
    returns: sessionPayload,
    metadata: z.object({ pendingEmail: z.nullable(z.string()) }),
    errors: ['version_conflict', 'user_already_registered', 'reauth_required', 'rate_limited'],
  }),
  updatePractice: endpoint({
    method: 'PUT',
    path: '/settings/practice',
    summary:
      'Name, logo, language, time zone, texts and configurations of the current practice; access rules are changed by owners, with a fresh proof of identity',
    access: permissions.changePractice,
    audit: 'practice.update',
    body: practiceSettingsInput,
    returns: practice,
    bodyLimit: bodyWithPicture,
    errors: [
      'version_conflict',
      'image_invalid',
      'access_excludes_you',
      'access_excludes_owner',
      'owner_role_required',
      'reauth_required',
    ],
  }),
}
