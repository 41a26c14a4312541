import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../../api/forms/use-server-form.ts'
import type { AgendaPractitioner } from '../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { FormDialog, type FormStep } from '../../../blocks/form/FormDialog.tsx'
import type { AgendaPlace } from '../agenda/appointments.cache.ts'
import { useAgendaObstacle } from '../agenda/use-agenda-permission.ts'
import type { AppointmentFormValues } from '../form/appointment-form-values.ts'
import { useFormFaults } from '../form/use-form-faults.ts'
import { type CourseQuestion, SeriesStep } from '../series/step/SeriesStep.tsx'
import { CourseCover } from './CourseCover.tsx'
import { CourseFields } from './CourseFields.tsx'
import { type CourseValues, courseInputOf, coverBy, uncovered } from './course-values.ts'
import { PlannedNotice } from './PlannedNotice.tsx'
import { mayRepeat, type PlannedAlready } from './planned-visits.ts'

export interface CourseDialogProps {
  place: AgendaPlace
  practitioners: readonly AgendaPractitioner[]
  caseId: number
  caseName: string
  /** The packages of the patient that have sessions to keep. */
  packages: readonly SessionPackage[]
  /** Visits that are booked to come already. */
  planned: PlannedAlready
  initial: AppointmentFormValues
  onSaved: () => void
  onClose: () => void
}

const questionOf = (
  sold: SessionPackage,
  keepsFirst: boolean,
  onKeepsFirst: (keepsFirst: boolean) => void,
): CourseQuestion => ({
  notice: (days, showsMissing) => <CourseCover {...{ sold, days, keepsFirst, onKeepsFirst, showsMissing }} />,
  isAnswered: (days) => keepsFirst || uncovered(coverBy(sold, days)) === 0,
})

/** Plans the visits of a case: a form, then every date with its clashes and what the package keeps, then one click. */
export const CourseDialog = (props: CourseDialogProps) => {
  const { place, practitioners, caseId, caseName, packages, planned, initial, onSaved, onClose } = props
  const { t } = useTranslation(['course', 'calendar', 'series'])
  const obstacleTo = useAgendaObstacle()
  const faultsOf = useFormFaults()
  // The package that is taken from first, until somebody chooses.
  const [start] = useState((): CourseValues => ({ ...initial, packageId: String(packages[0]?.id ?? '') }))
  const [looked, setLooked] = useState<CourseValues>()
  const [keepsFirst, setKeepsFirst] = useState(false)
  const [asksMore, setAsksMore] = useState(mayRepeat(planned))
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
  /** Saved or given up: the page may go on before this is drawn again. */
  const isOver = useRef(false)
  const forget = () => {
    isOver.current = true
    frame.onForget()
  }
  const sold = packages.find(({ id }) => String(id) === values.packageId)
  const title = t('title', { case: caseName })
  const leaveDates = () => setLooked(undefined)
  const plan = () => {
    setAsksMore(false)
    requestAnimationFrame(() => frame.form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus())
  }
  const datesStep = (chosen: CourseValues): FormStep => ({
    title,
    size: 720,
    content: (
      <SeriesStep
        place={place}
        practitioners={practitioners}
        wish={{ kind: 'book', input: courseInputOf(chosen, place.time, { caseId, sold, keepsFirst }) }}
        backLabel={t('series:back.form')}
        onThis={onClose}
        onSaved={() => {
          forget()
          onSaved()
        }}
        onBack={leaveDates}
        onConflict={leaveDates}
        {...(sold ? { course: questionOf(sold, keepsFirst, setKeepsFirst) } : {})}
      />
    ),
  })
  const askStep = { title, content: <PlannedNotice planned={planned} onMore={plan} /> }
  return (
    <FormDialog
      frame={{
        ...frame,
        onForget: forget,
        // What was decided about the dates would be lost too.
        holdsUnsaved: () => !isOver.current && (looked !== undefined || frame.holdsUnsaved()),
      }}
      title={title}
      size={560}
      saveLabel={t('form.preview')}
      reason={obstacleTo(Number(values.doctorId))}
      step={asksMore ? askStep : looked && datesStep(looked)}
      onClose={onClose}
    >
      {asksMore ? null : (
        <>
          <PlannedNotice planned={planned} />
          <CourseFields {...{ form, packages, sold, place, practitioners }} />
        </>
      )}
    </FormDialog>
  )
}
