import * as z from 'zod/mini'
import { instant } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, knownVersion, pageMetadata } from '../http/page.ts'
import { permissions } from '../permissions.ts'
import { recordData } from '../records/records.ts'

/**
 * What a clinician is typing, kept on the server until the record is saved. A draft belongs to one user, one
 * patient and one form; the key names the form: `new:<recordClassId>[:case:<id>]`, `record:<id>` or `addendum:<record id>`.
 * Another text of the same form is a copy beside it, with a name of its own: `record:12:copy:9f86d081`.
 */
export const draftKey = z
  .string()
  .check(
    z.regex(
      /^(new:[a-z][a-z0-9_]{1,63}(:case:[1-9]\d{0,15})?|(record|addendum):[1-9]\d{0,15})(:copy:[0-9a-f]{8})?$/,
    ),
  )

const copyMark = ':copy:'

/** The key of the form that a copy belongs to; of any other draft its own. */
export const formOfDraft = (key: string): string => key.split(copyMark)[0] ?? key

export const isDraftCopy = (key: string): boolean => key.includes(copyMark)

/** Names a copy; `name` is eight hexadecimal digits that no other copy of the form has. */
export const copyKeyOf = (formKey: string, name: string): string => `${formKey}${copyMark}${name}`

export const draftPath = z.object({
  patientId: z.pipe(
    z.pipe(z.string().check(z.regex(/^[1-9]\d{0,15}$/)), z.transform(Number)),
    z.int().check(z.positive()),
  ),
  key: draftKey,
})

export const draft = z.object({
  patientId: id,
  key: z.string(),
  /** Data as typed, not yet validated against the class. */
  data: recordData,
  /** Version of the record the typing started from; null for a new record. */
  baseVersion: z.nullable(z.int()),
  /** Counts the saves; a save with a stale `revision` is refused, so two tabs cannot overwrite each other silently. */
  revision: z.int(),
  updatedAt: z.string(),
  /** User agent of the device it was written on; null for one from before this was kept. */
  device: z.nullable(z.string()),
})
export type Draft = z.output<typeof draft>

export const draftEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/draft/:patientId',
    summary: 'The caller’s drafts for a patient',
    access: permissions.readRecords,
    audit: 'draft.read',
    params: z.object({ patientId: draftPath.shape.patientId }),
    returns: z.array(draft),
    metadata: pageMetadata,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/draft/:patientId/:key',
    summary: 'Keeps what is being typed',
    access: permissions.writeRecords,
    audit: 'draft.save',
    params: draftPath,
    body: z.object({
      data: recordData,
      baseVersion: z.optional(z.nullable(knownVersion)),
      /** The revision this tab saw last; absent when it saw none. */
      revision: z.optional(knownVersion),
      /** Writes over a text that this tab has not seen; that one is kept as a copy. */
      over: z.optional(z.boolean()),
      /** When it was typed, for what reaches the server later; never later than now. */
      writtenAt: z.optional(instant),
    }),
    returns: draft,
    errors: ['version_conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/draft/:patientId/:key',
    summary: 'Throws a draft away',
    access: permissions.writeRecords,
    audit: 'draft.delete',
    params: draftPath,
    returns: z.object({ id: z.string() }),
  }),
}
