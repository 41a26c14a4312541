import { useIsFetching } from '@tanstack/react-query'
import type { RecordRow } from '@ulna/contract/records/records'
import type { PrintScope } from '@ulna/contract/records/records.print'
import { Suspense } from 'react'
import { PatientFilePrint } from '../../../features/records/print/PatientFilePrint.tsx'
import type { PatientFile } from '../../../features/records/records.queries.ts'
import { useRecordWords } from '../../../features/records/use-record-words.ts'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { usePatientSearch } from './list/use-patient-search.ts'

const PrintedFiles = lazyPart(() => import('../../../features/files/PrintedFiles.tsx'), 'PrintedFiles', [
  'files',
])

/** A file, a case or a record on paper, with the files that belong to it, in place of the file itself. */
export const PrintPages = ({ patientFile, scope }: { patientFile: PatientFile; scope: PrintScope }) => {
  const { search, go } = usePatientSearch()
  const words = useRecordWords(patientFile.records, patientFile.recordClasses)
  const loading = useIsFetching({ queryKey: ['file-bytes'] })
  const filesOf = (record: RecordRow) => {
    const files = patientFile.files.filter(({ recordId }) => recordId === record.id)
    return (
      files.length > 0 && (
        <Suspense>
          <PrintedFiles record={record} files={files} />
        </Suspense>
      )
    )
  }
  return (
    <PatientFilePrint
      patientFile={patientFile}
      words={words}
      scope={scope}
      recordId={scope === 'case' ? search.case : search.record}
      filesOf={filesOf}
      isLoading={loading > 0}
      onClose={() => go({ case: search.case, record: search.record })}
    />
  )
}
