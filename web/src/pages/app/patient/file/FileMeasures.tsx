import { lazy } from 'react'
import type { PatientFile } from '../../../../features/records/records.queries.ts'
import type { RecordWords } from '../../../../features/records/use-record-words.ts'
import { loadTexts } from '../../../../i18n/i18n.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import type { PatientSearch } from '../list/patient-search.ts'

const MeasuresDialog = lazy(async () => {
  const [module] = await Promise.all([
    import('../../../../features/records/measures/MeasuresDialog.tsx'),
    loadTexts(['evolution', 'measures', 'bodyChart']),
  ])
  return { default: module.MeasuresDialog }
})

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
