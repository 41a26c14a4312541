import type { PrintScope } from '@ulna/contract/records/records.print'
import { Suspense } from 'react'
import type { PatientFile } from '../../../features/records/records.queries.ts'
import { useRecordWords } from '../../../features/records/use-record-words.ts'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { usePatientSearch } from './list/use-patient-search.ts'

const PrintPages = lazyPart(() => import('./PrintPages.tsx'), 'PrintPages', ['print', 'history'])

/** The pages of a file, of a case or of a record, in place of the file itself. */
export const PrintPanel = ({ file, scope }: { file: PatientFile; scope: PrintScope }) => {
  const { search, go } = usePatientSearch()
  const words = useRecordWords(file.records, file.recordClasses)
  return (
    <Suspense>
      <PrintPages
        file={file}
        words={words}
        scope={scope}
        recordId={scope === 'case' ? search.case : search.record}
        onClose={() => go({ case: search.case, record: search.record })}
      />
    </Suspense>
  )
}
