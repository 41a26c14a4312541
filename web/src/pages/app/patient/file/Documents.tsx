import { useQuery } from '@tanstack/react-query'
import { builtInClasses } from '@ulna/contract/record-class/record-class'
import type { RecordRow } from '@ulna/contract/records/records'
import { FileIntake } from '../../../../features/files/upload/FileIntake.tsx'
import { classOf } from '../../../../features/records/editor-target.ts'
import { currentClass } from '../../../../features/records/patient-file-words.ts'
import { type PatientFile, recordClassesQuery } from '../../../../features/records/records.queries.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'

const AddDocumentDialog = lazyPart(
  () => import('../../../../features/files/upload/AddDocumentDialog.tsx'),
  'AddDocumentDialog',
)

/** A document that is being added. */
export interface Adding {
  /** The one that goes on; undefined until the first file has made it. */
  readonly record: RecordRow | undefined
  readonly files: readonly File[]
}

export interface DocumentsProps {
  patientFile: PatientFile
  adding: Adding | undefined
  onAdding: (adding: Adding | undefined) => void
  onSaved: (record: RecordRow) => void
}

const AddDocument = ({ patientFile, adding, onAdding, onSaved }: DocumentsProps & { adding: Adding }) => {
  const classes = useQuery(recordClassesQuery)
  const record = patientFile.records.find(({ id }) => id === adding.record?.id) ?? adding.record
  const current = currentClass(classes.data ?? [], builtInClasses.document)
  return (
    <AddDocumentDialog
      patientId={patientFile.patient.id}
      recordClass={(record && classOf(record, patientFile.recordClasses)) ?? current}
      record={record}
      files={patientFile.files.filter(({ recordId }) => recordId === record?.id)}
      given={adding.files}
      onCreated={(created) => onAdding({ ...adding, record: created })}
      onSaved={(saved) => {
        onAdding(undefined)
        onSaved(saved)
      }}
      onClose={() => onAdding(undefined)}
    />
  )
}

/** Takes what is dropped or pasted anywhere on a file, and adds it as a document. */
export const Documents = (props: DocumentsProps) => {
  const { patientFile, adding, onAdding } = props
  const { firstName, lastName } = patientFile.patient
  return (
    <>
      <FileIntake
        patientName={`${firstName} ${lastName}`}
        onFiles={(files) => onAdding({ record: adding?.record, files })}
      />
      <Optional>{adding && <AddDocument {...props} adding={adding} />}</Optional>
    </>
  )
}
