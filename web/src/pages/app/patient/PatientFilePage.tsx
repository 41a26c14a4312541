import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ApiError } from '../../../api/http/api-error.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import { draftsQuery, patientFileQuery } from '../../../features/records/records.queries.ts'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { usePatientSearch } from './list/use-patient-search.ts'
import { OpenPatientFile } from './OpenPatientFile.tsx'
import { PatientFileFailed, PatientFileLoading, PatientFileMissing } from './PatientFileState.tsx'
import { useMergedAway } from './use-merged-away.ts'

const PatientListPage = lazyPart(() => import('./list/PatientListPage.tsx'), 'PatientListPage')
const PrintPages = lazyPart(() => import('./PrintPages.tsx'), 'PrintPages', ['print', 'history'])

/** The file of one patient, or what keeps it from being shown. */
const PatientFile = ({ patientId }: { patientId: number }) => {
  const { clinical } = usePracticeSession()
  const { search } = usePatientSearch()
  const patientFile = useQuery(patientFileQuery(patientId))
  // Asked for together with the file, and anew on every return to it: what was typed before must be there when a form
  // opens, and a list kept from an earlier look does not have it.
  const drafts = useQuery({ ...draftsQuery(patientId), enabled: clinical })

  if (useMergedAway(patientFile.error)) return <PatientFileLoading />
  if (patientFile.error instanceof ApiError && patientFile.error.isMissing) return <PatientFileMissing />
  if (patientFile.data) {
    if (clinical && search.print)
      return (
        <Suspense>
          <PrintPages patientFile={patientFile.data} scope={search.print} />
        </Suspense>
      )
    return (
      <OpenPatientFile
        patientFile={patientFile.data}
        drafts={drafts.data ?? []}
        draftsReady={!clinical || drafts.isFetchedAfterMount || drafts.isError}
      />
    )
  }
  if (patientFile.error) return <PatientFileFailed onRetry={() => void patientFile.refetch()} />
  return <PatientFileLoading />
}

/** `/app/patient/$patientId`. A file is mounted anew for every patient, so that nothing is carried over. */
export const PatientFilePage = () => {
  const { patientId } = useParams({ strict: false })
  if (patientId === 'new') {
    return (
      <Suspense>
        <PatientListPage startsNew />
      </Suspense>
    )
  }
  const id = Number(patientId)
  if (!Number.isSafeInteger(id) || id < 1) return <PatientFileMissing />
  return <PatientFile key={id} patientId={id} />
}
