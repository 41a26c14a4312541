import * as z from 'zod/mini'
import { writtenDayOrInstant } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, idParam, idPath, knownVersion, pageMetadata } from '../http/page.ts'
import { fileName, line } from '../http/text.ts'
import { permissions } from '../permissions.ts'
import {
  documentSubtypes,
  editErrors,
  type RecordFile,
  recordData,
  recordFile,
  recordRow,
} from '../records/records.ts'

/** What may be uploaded: everything else is refused, whatever its name says (promises.md F1). */
export const fileTypes = {
  'image/jpeg': { extension: 'jpg', kind: 'image' },
  'image/png': { extension: 'png', kind: 'image' },
  'image/webp': { extension: 'webp', kind: 'image' },
  'image/heic': { extension: 'heic', kind: 'image' },
  'application/pdf': { extension: 'pdf', kind: 'pdf' },
  'application/dicom': { extension: 'dcm', kind: 'dicom' },
} as const
export type FileType = keyof typeof fileTypes
/** What a file may be handed out as; its smaller pictures are WebP. */
const storedTypes = Object.keys(fileTypes) as FileType[]
export type FileKind = RecordFile['kind']
export type FileState = RecordFile['state']

/** Bytes: of one file, of one part of an upload (the last one may be smaller), and files of one record. */
export const fileLimits = {
  bytes: 200 * 1024 * 1024,
  partBytes: 5 * 1024 * 1024,
  perRecord: 20,
  name: 255,
} as const

/**
 * `thumb`: at most 320 px, `screen`: at most 2048 px, both WebP and only of pictures; `original`: what was uploaded,
 * without metadata. Of DICOM, which stays as it came, `screen` is what it is unpacked to where no browser reads it.
 */
export const fileVariants = ['thumb', 'screen', 'original'] as const
export type FileVariant = (typeof fileVariants)[number]

/** A file with links to its bytes: each good for five minutes, and only for whoever asked (specification §3). */
export const uploadedFile = z.object({
  ...recordFile.shape,
  /** Links are null until the file is ready. */
  rawUrl: z.nullable(z.string()),
  thumbUrl: z.nullable(z.string()),
  screenUrl: z.nullable(z.string()),
  linksUntil: z.nullable(z.string()),
})
export type UploadedFile = z.output<typeof uploadedFile>

/** An upload goes in parts, in any order, each as often as it takes; it ends with `complete` or after 24 h. */
export const upload = z.object({
  id,
  recordId: id,
  fileName: z.string(),
  contentType: z.string(),
  size: z.int(),
  partSize: z.int(),
  /** Numbers of the parts that have arrived, from 1. */
  received: z.array(z.int()),
  /**
   * Where the missing parts go when the file store takes them itself: signed links for `PUT`, good for 15 minutes. Null:
   * they go to `PUT /upload/:id/part/:part`.
   */
  direct: z.nullable(z.array(z.object({ part: z.int(), url: z.string() }))),
  expiresAt: z.string(),
})
export type Upload = z.output<typeof upload>

/** Whether files can be stored: there is no room, or the store cannot be reached or written. */
export const storageStates = ['ready', 'full', 'away'] as const
export type StorageState = (typeof storageStates)[number]

const variantPath = z.object({ id: idParam, variant: z.enum(fileVariants) })

export const fileEndpoints = {
  uploadDocument: endpoint({
    method: 'POST',
    path: '/record/uploadDocument/:id',
    summary: 'Adds a file to a document, as multipart/form-data with the field `document`',
    access: permissions.writeRecords,
    audit: 'file.upload',
    params: idPath,
    upload: 'multipart',
    bodyLimit: fileLimits.bytes,
    returns: uploadedFile,
    status: 201,
    errors: [
      ...editErrors,
      'patient_record_not_match',
      'file_type_unsupported',
      'file_damaged',
      'file_infected',
      'storage_full',
      'quota_reached',
    ],
  }),
  changeSubtype: endpoint({
    method: 'PUT',
    path: '/record/document/:id/subtype/:subtype',
    summary: 'Says what a document is; a temporary one is completed by it and stays',
    access: permissions.writeRecords,
    audit: 'record.update',
    params: z.object({ id: idParam, subtype: z.enum(documentSubtypes) }),
    body: z.optional(
      z.object({
        date: z.optional(writtenDayOrInstant),
        data: z.optional(recordData),
        version: z.optional(knownVersion),
      }),
    ),
    returns: recordRow,
    errors: ['version_conflict', ...editErrors, 'patient_record_not_match'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/record/:id/files',
    summary: 'The files of a record, with links, in the order they came',
    access: permissions.readRecords,
    audit: 'file.list',
    params: idPath,
    returns: z.array(uploadedFile),
    metadata: pageMetadata,
  }),
  startUpload: endpoint({
    method: 'POST',
    path: '/record/:id/upload',
    summary: 'Begins an upload that can be taken up again',
    access: permissions.writeRecords,
    audit: 'upload.start',
    params: idPath,
    body: z.object({
      fileName: fileName(fileLimits.name),
      contentType: line(100),
      /** Bytes of the whole file. */
      size: z.int().check(z.minimum(1)),
    }),
    returns: upload,
    status: 201,
    errors: [
      ...editErrors,
      'patient_record_not_match',
      'file_type_unsupported',
      'payload_too_large',
      'quota_reached',
    ],
  }),
  readUpload: endpoint({
    method: 'GET',
    path: '/upload/:id',
    summary: 'What of an upload has arrived; where the rest goes',
    access: permissions.writeRecords,
    audit: 'upload.read',
    params: idPath,
    returns: upload,
  }),
  putPart: endpoint({
    method: 'PUT',
    path: '/upload/:id/part/:part',
    summary: 'One part of an upload, as application/octet-stream',
    access: permissions.writeRecords,
    audit: 'upload.part',
    params: z.object({ id: idParam, part: idParam }),
    upload: 'bytes',
    bodyLimit: fileLimits.partBytes,
    returns: upload,
    errors: ['storage_full'],
  }),
  completeUpload: endpoint({
    method: 'POST',
    path: '/upload/:id/complete',
    summary: 'Ends an upload whose parts are all there: the file belongs to the record',
    access: permissions.writeRecords,
    audit: 'file.upload',
    params: idPath,
    returns: uploadedFile,
    status: 201,
    errors: [
      'upload_incomplete',
      ...editErrors,
      'file_type_unsupported',
      'file_damaged',
      'file_infected',
      'storage_full',
      'quota_reached',
    ],
  }),
  abortUpload: endpoint({
    method: 'DELETE',
    path: '/upload/:id',
    summary: 'Gives an upload up and removes what had arrived',
    access: permissions.writeRecords,
    audit: 'upload.abort',
    params: idPath,
    returns: z.object({ id }),
  }),
  readLink: endpoint({
    method: 'GET',
    path: '/file/link/:token',
    summary: 'The bytes a link leads to, for whoever asked for the link and within five minutes',
    access: permissions.readRecords,
    audit: 'file.read',
    params: z.object({ token: z.string().check(z.maxLength(1000)) }),
    answers: storedTypes,
    errors: ['file_not_found'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/file/:id',
    summary: 'One file with links to its bytes',
    access: permissions.readRecords,
    audit: 'file.read',
    params: idPath,
    returns: uploadedFile,
  }),
  readBytes: endpoint({
    method: 'GET',
    path: '/file/:id/:variant',
    summary: 'The bytes of a file',
    access: permissions.readRecords,
    audit: 'file.read',
    params: variantPath,
    answers: storedTypes,
    errors: ['file_not_found'],
  }),
  storage: endpoint({
    method: 'GET',
    path: '/storage',
    summary: 'Whether files can be stored now; the owner is told when they cannot',
    access: permissions.readStorage,
    audit: null,
    returns: z.object({ state: z.enum(storageStates) }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/file/:id',
    summary:
      'Takes a file out of a record that may still be changed; its bytes stay as long as the record does',
    access: permissions.writeRecords,
    audit: 'file.remove',
    params: idPath,
    returns: z.object({ id }),
    errors: editErrors,
  }),
}
