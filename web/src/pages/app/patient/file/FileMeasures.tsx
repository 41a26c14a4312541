import type { PatientFile } from '../../../../features/records/records.queries.ts'
import type { RecordWords } from '../../../../features/records/use-record-words.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import type { PatientSearch } from '../list/patient-search.ts'

const MeasuresDialog = lazyPart(
  () => import('../../../../features/records/measures/MeasuresDialog.tsx'),
  'MeasuresDialog',
  ['evolution', 'measures', 'bodyChart'],
)

export interface FileMeasuresProps {
  file: PatientFile
  words: RecordWords
  /** Only they read what was measured. */
  clinical: boolean
  search: PatientSearch
  go: (search: PatientSearch) => void
}

/** `open` where there may be something to see: for whom may read what was measured, and of more than one record. */
export const measuresOpener = (file: PatientFile, clinical: boolean, open: () => void) =>
  clinical && file.records.length > 1 ? open : undefined

/** What was measured over time, over the file, while the address asks for it. */
export const FileMeasures = ({ file, words, clinical, search, go }: FileMeasuresProps) => {
  if (!clinical || !search.measures) return null
  return (
    <Optional>
      <MeasuresDialog
        file={file}
        words={words}
        caseId={search.case}
        onClose={() => go({ ...search, measures: undefined })}
      />
    </Optional>
  )
}
