import { ConsentsDialog } from '../../../../features/patient-consents/ConsentsDialog.tsx'
import type { PatientFile } from '../../../../features/records/records.queries.ts'
import type { RecordWords } from '../../../../features/records/use-record-words.ts'
import type { PatientSearch } from '../list/patient-search.ts'

export interface FileConsentsProps {
  file: PatientFile
  words: RecordWords
  search: PatientSearch
  go: (search: PatientSearch) => void
  /** Any form there is may be written. */
  onWrite: () => void
}

/** The consents of the file, over it while the address asks for them. */
export const FileConsents = ({ file, words, search, go, onWrite }: FileConsentsProps) => {
  const { patient, records } = file
  const back = { ...search, consents: undefined }
  return (
    <ConsentsDialog
      patientId={patient.id}
      patientName={`${patient.firstName} ${patient.lastName}`}
      titleOf={({ recordId, recordClassId }) => {
        const record = records.find(({ id }) => id === recordId)
        return record ? words.title(record) : recordClassId
      }}
      onOpen={(record) => go({ record })}
      onWrite={() => {
        go(back)
        onWrite()
      }}
      onClose={() => go(back)}
    />
  )
}
