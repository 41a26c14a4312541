import type { RecordFile } from '@ulna/contract/records/records'

/** A photo of the patient, with the words that tell it from others. */
export interface PhotoChoice {
  readonly file: RecordFile
  /** Title of the record that the photo belongs to. */
  readonly title: string
  readonly day: string
}
