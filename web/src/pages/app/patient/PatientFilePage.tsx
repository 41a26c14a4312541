import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { PatientFile } from './PatientFile.tsx'
import { PatientFileMissing } from './PatientFileState.tsx'

const PatientListPage = lazyPart(() => import('./list/PatientListPage.tsx'), 'PatientListPage')

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
