import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { useRef, useState } from 'react'
import { useServerForm } from '../../../api/forms/use-server-form.ts'
import type { AppointmentFormValues } from '../form/appointment-form-values.ts'
import { useFormFaults } from '../form/use-form-faults.ts'
import type { CourseValues } from './course-values.ts'

export interface CourseFormOptions {
  initial: AppointmentFormValues
  /** The packages of the patient that have sessions to keep. */
  packages: readonly SessionPackage[]
  onSaved: () => void
}

/** The form of a course, and what of it is being looked at date by date. */
export const useCourseForm = ({ initial, packages, onSaved }: CourseFormOptions) => {
  const faultsOf = useFormFaults()
  // The package that is taken from first, until somebody chooses.
  const [start] = useState((): CourseValues => ({ ...initial, packageId: String(packages[0]?.id ?? '') }))
  const [looked, setLooked] = useState<CourseValues>()
  const [keepsFirst, setKeepsFirst] = useState(false)
  /** Saved or given up: the page may go on before this is drawn again. */
  const isOver = useRef(false)
  const form = useServerForm({
    stored: undefined,
    startOf: () => start,
    faultsOf,
    // Every date is looked at before anything is booked, and booked from there.
    save: ({ values }) => {
      setKeepsFirst(false)
      setLooked(values)
      return undefined
    },
    onSaved,
  })
  const { frame, values } = form
  const onForget = () => {
    isOver.current = true
    frame.onForget()
  }
  return {
    form,
    frame: {
      ...frame,
      onForget,
      // What was decided about the dates would be lost too.
      holdsUnsaved: () => !isOver.current && (looked !== undefined || frame.holdsUnsaved()),
    },
    sold: packages.find(({ id }) => String(id) === values.packageId),
    looked,
    leaveDates: () => setLooked(undefined),
    keepsFirst,
    setKeepsFirst,
    saved: () => {
      onForget()
      onSaved()
    },
  }
}
