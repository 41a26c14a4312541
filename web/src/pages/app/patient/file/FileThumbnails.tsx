import type { RecordFile, RecordRow } from '@ulna/contract/records/records'
import { RecordThumbnails } from '../../../../features/files/RecordThumbnails.tsx'
import type { PatientFile } from '../../../../features/records/records.queries.ts'
import type { RecordWords } from '../../../../features/records/use-record-words.ts'
import { photosOf } from '../list/patient-photos.ts'

export interface FileThumbnailsProps {
  file: PatientFile
  record: RecordRow
  files: readonly RecordFile[]
  words: RecordWords
}

/** The small pictures of one record of the time line. */
export const FileThumbnails = ({ file, record, files, words }: FileThumbnailsProps) => (
  <RecordThumbnails
    title={words.title(record)}
    files={files}
    patient={file.patient}
    photos={() => photosOf(file, words)}
  />
)
