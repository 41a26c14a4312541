import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { id, idParam, idPath, knownVersion, pageMetadata } from '../http/page.ts'
import { limits, line } from '../http/text.ts'
import { patient } from '../patients/patients.ts'
import { permissions } from '../permissions.ts'
import { recordData, recordRow } from '../records/records.ts'

/** Of each, one of the two files' stays: that of the file that stays, or of the other. */
export const chosenFields = [
  'firstName',
  'lastName',
  'birthDate',
  'socialId',
  'phone',
  'mobile',
  'email',
  'address',
  'language',
  'mailReminders',
  'profileImgData',
] as const
/** Texts that may stay both, one below the other. */
export const joinedFields = ['note', 'clinicSummary'] as const
export const mergedFields = [...chosenFields, ...joinedFields] as const
export type MergedField = (typeof mergedFields)[number]
export const fieldChoices = ['kept', 'other', 'both'] as const
export type FieldChoice = (typeof fieldChoices)[number]

const chosen = z.optional(z.enum(['kept', 'other']))
const joined = z.optional(z.enum(fieldChoices))

/** Which of both stays; what is not named stays as the file that stays has it. */
export const fieldChoice = z.object({
  firstName: chosen,
  lastName: chosen,
  birthDate: chosen,
  socialId: chosen,
  phone: chosen,
  mobile: chosen,
  email: chosen,
  address: chosen,
  language: chosen,
  mailReminders: chosen,
  profileImgData: chosen,
  note: joined,
  clinicSummary: joined,
})
export type FieldChoices = z.output<typeof fieldChoice>

/** What a file holds, by kind; what follows and what stays sealed alike. */
export const heldKinds = [
  'records',
  'files',
  'visits',
  'visitsToCome',
  'packages',
  'waiting',
  'receipts',
  'papers',
  'holds',
] as const
export type HeldKind = (typeof heldKinds)[number]

/** At most so many visits at the same time are listed. */
export const mostClashes = 20

/** One of the two files that are looked at. */
export const comparedFile = z.object({
  patient,
  /** Diagnoses, newest first. */
  cases: z.array(recordRow),
  /** The medical history that counts. */
  history: z.nullable(recordRow),
})
export type ComparedFile = z.output<typeof comparedFile>

export const mergeComparison = z.object({
  kept: comparedFile,
  other: comparedFile,
  held: z.array(z.object({ kind: z.enum(heldKinds), kept: z.int(), other: z.int() })),
  /** When a visit to come of each falls on the same time, the soonest first. */
  clashes: z.array(z.object({ start: z.string() })),
  /** Whether each file is open to be merged: a locked one has to be unlocked first. */
  locked: z.object({ kept: z.boolean(), other: z.boolean() }),
})
export type MergeComparison = z.output<typeof mergeComparison>

export const mergeInput = z.object({
  otherId: id,
  /** Why both are one person. */
  reason: line(limits.title),
  fields: z.optional(fieldChoice),
  /** The medical history that counts from now on; asked for where both files have one. */
  history: z.optional(z.object({ recordClassId: line(limits.name), data: recordData })),
  version: z.optional(knownVersion),
  otherVersion: z.optional(knownVersion),
})
export type MergeInput = z.output<typeof mergeInput>

/** What keeps a merge from being undone: it was signed, withdrawn, issued or handed out in the file since. */
export const sealedKinds = [
  'signatures',
  'withdrawals',
  'papers',
  'receipts',
  'copies',
  'handOvers',
  'erasures',
] as const
export type SealedKind = (typeof sealedKinds)[number]

/** A merge that stands. */
export const fileMerge = z.object({
  id,
  /** The file that became part of this one. */
  other: z.object({ id, fileId: z.string(), fullName: z.string() }),
  mergedAt: z.string(),
  mergedBy: z.string(),
  reason: z.string(),
  /** Whether it is the last one of the file: they are undone in their order, the last one first. */
  last: z.boolean(),
  sealed: z.array(z.object({ kind: z.enum(sealedKinds), count: z.int() })),
  /** What was written since and stays with this file when it is undone. */
  stays: z.object({ records: z.int(), visits: z.int(), packages: z.int(), history: z.boolean() }),
})
export type FileMerge = z.output<typeof fileMerge>

export const patientMergeEndpoints = {
  compare: endpoint({
    method: 'GET',
    path: '/patient/:id/merge/with/:otherId',
    summary:
      'Two files side by side, before they become one: what each says and holds, and what is in the way',
    access: permissions.mergePatients,
    audit: 'patient.merge_compared',
    params: z.object({ id: idParam, otherId: idParam }),
    returns: mergeComparison,
  }),
  list: endpoint({
    method: 'GET',
    path: '/patient/:id/merge',
    summary: 'Which files became part of this one, newest first, and whether that can be undone',
    access: permissions.mergePatients,
    audit: 'patient.merges_read',
    params: idPath,
    returns: z.array(fileMerge),
    metadata: pageMetadata,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/patient/:id/merge',
    summary:
      'Makes two files one: what is neither signed nor issued follows into this one, the other becomes an alias of it. Both are unlocked and open',
    access: permissions.mergePatients,
    audit: 'patient.merge',
    params: idPath,
    body: mergeInput,
    returns: patient,
    errors: ['version_conflict', 'patient_locked', 'patient_merged', 'patient_archived'],
  }),
  undo: endpoint({
    method: 'DELETE',
    path: '/patient/:id/merge/:mergeId',
    summary:
      'Takes the last merge back: exactly what followed goes back, with what hangs on it by now. Refused once something was signed or issued',
    access: permissions.mergePatients,
    audit: 'patient.unmerge',
    params: z.object({ id: idParam, mergeId: idParam }),
    returns: patient,
    errors: ['merge_sealed', 'merge_not_last'],
  }),
}
