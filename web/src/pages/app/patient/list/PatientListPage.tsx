import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { usePracticeSession } from '../../../../api/session/session.ts'
import { PatientList } from '../../../../features/patients/PatientList.tsx'
import { lazyPart } from '../../../../i18n/lazy-part.ts'

const PatientDialog = lazyPart(
  () => import('../../../../features/patients/PatientDialog.tsx'),
  'PatientDialog',
)

/** The patients of the practice. `?new=true` opens the dialog of a new patient. */
export const PatientListPage = ({ startsNew = false }: { startsNew?: boolean }) => {
  const { clinical } = usePracticeSession()
  const navigate = useNavigate()
  const search: { new?: unknown } = useSearch({ strict: false })
  const isNew = startsNew || search.new === true
  return (
    <>
      <PatientList onNew={() => void navigate({ href: '/app/patient?new=true' })} />
      <Suspense>
        {isNew && (
          <PatientDialog
            clinical={clinical}
            onClose={() => void navigate({ to: '/app/patient', replace: true })}
            onSaved={(patient) =>
              void navigate({ to: '/app/patient/$patientId', params: { patientId: String(patient.id) } })
            }
          />
        )}
      </Suspense>
    </>
  )
}
