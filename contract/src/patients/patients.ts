import * as z from 'zod/mini'
import { contactFields, contactInput, pictureInput } from '../contact-fields.ts'
import { calendarDay } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, idPath, knownVersion, pageMetadata, pageQuery, searchText } from '../http/page.ts'
import { limits, line, name, optionalLine, text } from '../http/text.ts'
import { languages } from '../languages.ts'
import { permissions } from '../permissions.ts'

export const profileImage = z.object({ thumbUrl: z.string(), hiResUrl: z.string(), rawUrl: z.string() })

export const patient = z.object({
  id,
  uid: z.string(),
  version: z.int(),
  practiceId: id,
  firstName: z.string(),
  lastName: z.string(),
  /** File number, unique in the practice. */
  fileId: z.string(),
  ...contactFields,
  /** Language of mails to the patient; null means that of the practice. */
  language: z.nullable(z.enum(languages)),
  /** Whether the patient wants mails about appointments; they may say so themselves by a link in each. */
  mailReminders: z.boolean(),
  note: z.nullable(z.string()),
  /** Free text shown on the head of the file. Null for members without clinical access. */
  clinicSummary: z.nullable(z.string()),
  /** Instant of the newest case or follow-up that is not void. */
  lastControl: z.nullable(z.string()),
  unlocked: z.boolean(),
  /** When an unlocked file locks itself again; null of a locked one. */
  unlockedUntil: z.nullable(z.string()),
  lastUnlockedDate: z.nullable(z.string()),
  lastLockedDate: z.nullable(z.string()),
  profileImgData: z.nullable(profileImage),
  /** Since when the file is archived, and why; null of one that is not. */
  archivedAt: z.nullable(z.string()),
  archiveReason: z.nullable(z.string()),
  /** Files that became part of this one, under the ids and numbers they had. */
  otherFiles: z.array(z.object({ id, fileId: z.string() })),
  createdAt: z.string(),
  updatedAt: z.nullable(z.string()),
})
export type Patient = z.output<typeof patient>

const patientFields = {
  fileId: optionalLine(40),
  ...contactInput,
  language: z.optional(z.nullable(z.enum(languages))),
  mailReminders: z.optional(z.boolean()),
  note: z.optional(z.nullable(text(limits.note))),
  clinicSummary: z.optional(z.nullable(text(limits.note))),
  /** A picture as base64 data URL; the server keeps 128 px and 1024 px versions without metadata. */
  profileImg: z.optional(pictureInput),
}

export const patientInput = z.object({ firstName: name(), lastName: name(), ...patientFields })
export type PatientInput = z.output<typeof patientInput>

export const patientChange = z.object({
  firstName: z.optional(name()),
  lastName: z.optional(name()),
  ...patientFields,
  /** True unlocks, false locks; unlocking needs a reason and the rank of an admin. */
  unlocked: z.optional(z.boolean()),
  reason: z.optional(line(limits.title)),
  version: z.optional(knownVersion),
})
export type PatientChange = z.output<typeof patientChange>

/** One row of a list: what reception may see. */
export const patientRow = z.object({
  id,
  uid: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fileId: z.string(),
  ...contactFields,
  unlocked: z.boolean(),
  archived: z.boolean(),
  lastControl: z.nullable(z.string()),
  profileImgData: z.nullable(profileImage),
})
export type PatientRow = z.output<typeof patientRow>

export const nameParam = z.object({ name: searchText })

export const patientEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/patient',
    summary:
      'Patients of the practice by name, paged; `q` searches name, e-mail and social id, from four digits on phone and mobile too; `only=archived`: those alone, which no other list has',
    access: permissions.readPatients,
    audit: 'patient.list',
    query: z.extend(pageQuery, { q: z.optional(searchText), only: z.optional(z.enum(['archived'])) }),
    returns: z.array(patientRow),
    metadata: pageMetadata,
  }),
  findLatestByUser: endpoint({
    method: 'GET',
    path: '/patient/findLatestByUser',
    summary: 'At most 9 patients with a control, newest control first',
    access: permissions.readPatients,
    audit: 'patient.list',
    returns: z.array(patientRow),
    metadata: pageMetadata,
  }),
  findByName: endpoint({
    method: 'GET',
    path: '/patient/findByName/:name',
    summary:
      'Patients whose name, e-mail or social id contains the text, without regard to case and accents; four digits or more also look at phone and mobile',
    access: permissions.readPatients,
    audit: 'patient.search',
    params: nameParam,
    query: pageQuery,
    returns: z.array(patientRow),
    metadata: pageMetadata,
  }),
  findDuplicates: endpoint({
    method: 'GET',
    path: '/patient/findDuplicates',
    summary:
      'Patients that may be the same person, archived ones too: same social id, or same name and birth date',
    access: permissions.readPatients,
    audit: 'patient.duplicates_checked',
    query: z.object({
      firstName: z.optional(searchText),
      lastName: z.optional(searchText),
      birthDate: z.optional(calendarDay),
      socialId: z.optional(searchText),
      exceptId: z.optional(idPath.shape.id),
    }),
    returns: z.array(patientRow),
    metadata: pageMetadata,
  }),
  read: endpoint({
    method: 'GET',
    path: '/patient/:id',
    summary: 'One patient',
    access: permissions.readPatients,
    audit: 'patient.read',
    params: idPath,
    returns: patient,
  }),
  vcard: endpoint({
    method: 'GET',
    path: '/patient/:id/vcard',
    summary: 'Contact data of a patient as a vCard 4.0 (RFC 6350), for an address book',
    access: permissions.readPatients,
    audit: 'patient.vcard',
    params: idPath,
    answers: ['text/vcard'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/patient',
    summary: 'Registers a patient',
    access: permissions.writePatients,
    audit: 'patient.create',
    body: patientInput,
    bodyLimit: 15_000_000,
    returns: patient,
    status: 201,
    errors: ['already_exists', 'image_invalid'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/patient/:id',
    summary: 'Changes contact data, picture or lock state',
    access: permissions.writePatients,
    audit: 'patient.update',
    params: idPath,
    body: patientChange,
    bodyLimit: 15_000_000,
    returns: patient,
    errors: [
      'version_conflict',
      'already_exists',
      'admin_role_required',
      'image_invalid',
      'patient_archived',
    ],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/patient/:id',
    summary: 'Deletes a patient that has no records and no appointments',
    access: permissions.deletePatient,
    audit: 'patient.delete',
    params: idPath,
    returns: z.object({ id }),
    errors: ['patient_has_records', 'patient_archived', 'patient_on_hold'],
  }),
  profileImage: endpoint({
    method: 'GET',
    path: '/patient/:id/profileImage/:size',
    summary: 'The profile picture as WebP',
    access: permissions.readPatients,
    audit: 'patient.image_read',
    params: z.object({ id: idPath.shape.id, size: z.enum(['thumb', 'hires']) }),
    answers: ['image/webp'],
    errors: ['file_not_found'],
  }),
}
