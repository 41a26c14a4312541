import { type ReactNode, useState } from 'react'
import type { PatientFile } from '../../../../features/records/records.queries.ts'
import { caseToContinue } from '../../../../features/records/time-line/case-tree.ts'
import type { RecordWords } from '../../../../features/records/use-record-words.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import type { PatientSearch } from '../list/patient-search.ts'

const PlanCourseButton = lazyPart(
  () => import('../../../../features/appointments/course/PlanCourseButton.tsx'),
  'PlanCourseButton',
  ['course'],
)

const CoursePlanning = lazyPart(() => import('./CoursePlanning.tsx'), 'CoursePlanning', [
  'course',
  'calendar',
  'series',
])

/** The open case whose visits would be planned: the one that is chosen, or the one to go on with. */
const caseToPlan = ({ records }: PatientFile, search: PatientSearch) => {
  if (search.case === undefined) return caseToContinue(records)
  return records.find(
    ({ id, caseStatus, voidedAt }) => id === search.case && caseStatus === 'active' && voidedAt === null,
  )
}

/** The button among what can be done in a file, where a case is open. */
export const planButton = (
  file: PatientFile,
  search: PatientSearch,
  className: string | undefined,
  onPress: () => void,
): ReactNode => (
  <Optional>
    {caseToPlan(file, search) && <PlanCourseButton className={className} onPress={onPress} />}
  </Optional>
)

export interface FileCourseProps {
  file: PatientFile
  words: RecordWords
  search: PatientSearch
  go: (search: PatientSearch) => void
}

/** Planning the visits of a case, over the file while the address asks for it; after that they can be taken back here. */
export const FileCourse = ({ file, words, search, go }: FileCourseProps) => {
  const [wasAsked, setAsked] = useState(false)
  if (search.plan && !wasAsked) setAsked(true)
  if (!wasAsked) return null
  return (
    <Optional>
      <CoursePlanning
        patient={file.patient}
        words={words}
        isAsked={search.plan === true}
        planned={caseToPlan(file, search)}
        onClose={() => go({ ...search, plan: undefined })}
      />
    </Optional>
  )
}
