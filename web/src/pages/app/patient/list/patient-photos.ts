import type { PhotoChoice } from '../../../../features/files/upload/photo-choice.ts'
import type { PatientFile } from '../../../../features/records/records.queries.ts'
import type { RecordWords } from '../../../../features/records/use-record-words.ts'

/** All photos of the patient that are ready, each with the record it belongs to; those of void ones are left out. */
export const photosOf = ({ files, records }: PatientFile, words: RecordWords): PhotoChoice[] => {
  const owners = new Map(records.map((record) => [record.id, record]))
  return files.flatMap((file) => {
    const owner = owners.get(file.recordId)
    const isShown = file.kind === 'image' && file.state === 'ready' && owner?.voidedAt === null
    return owner && isShown ? [{ file, title: words.title(owner), day: words.day(owner) }] : []
  })
}
