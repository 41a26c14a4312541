import type { AuditAction } from '@ulna/contract/audit-actions'

/** Reads that open a file. */
export const openings: readonly AuditAction[] = [
  'patient.read',
  'patient.file_opened',
  'patient.glanced',
  'patient.vcard',
  'patient.merge_compared',
  'draft.read',
  'record.read',
  'record.list',
  'record.print',
  'paper.read',
  'file.list',
  'file.read',
  'signature.read',
  'consent.list',
]

/** What somebody read of a practice by the trail, in numbers. */
export interface ReadCounts {
  /** Files that were opened: patients, each once. */
  readonly filesInHour: number
  readonly filesInDay: number
  /** Patients on pages of the list in a day, each page once. */
  readonly listed: number
}

/**
 * More than care takes (reliability I13; docs/decisions/0073-mass-reading.md): a full day of one practitioner is about
 * sixty files, the desk of twenty practitioners opens a visit's file about 240 times, and nobody turns twenty pages of a list.
 */
const most: ReadCounts = { filesInHour: 150, filesInDay: 400, listed: 1000 }

/** Hours in which owners are not told of the same person again. */
export const quietHours = 12

/** Whether somebody reads more than care takes. */
export const isMassReading = (counts: ReadCounts): boolean =>
  counts.filesInHour >= most.filesInHour ||
  counts.filesInDay >= most.filesInDay ||
  counts.listed >= most.listed
