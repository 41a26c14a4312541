import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgendaPractitioner } from '../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { FormDialog } from '../../../blocks/form/FormDialog.tsx'
import type { AgendaPlace } from '../agenda/appointments.cache.ts'
import { useAgendaObstacle } from '../agenda/use-agenda-permission.ts'
import { type CourseQuestion, SeriesStep } from '../series/step/SeriesStep.tsx'
import { CourseCover } from './CourseCover.tsx'
import { CourseFields } from './CourseFields.tsx'
import { courseInputOf, coverBy, uncovered } from './course-values.ts'
import { PlannedNotice } from './PlannedNotice.tsx'
import { mayRepeat, type PlannedAlready } from './planned-visits.ts'
import { type CourseFormOptions, useCourseForm } from './use-course-form.ts'

export interface CourseDialogProps extends CourseFormOptions {
  place: AgendaPlace
  practitioners: readonly AgendaPractitioner[]
  caseId: number
  caseName: string
  /** Visits that are booked to come already. */
  planned: PlannedAlready
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
  const { place, practitioners, caseId, caseName, packages, planned, onClose } = props
  const { t } = useTranslation(['course', 'calendar', 'series'])
  const obstacleTo = useAgendaObstacle()
  const [asksMore, setAsksMore] = useState(mayRepeat(planned))
  const course = useCourseForm(props)
  const { form, frame, sold, looked, leaveDates, keepsFirst, setKeepsFirst } = course
  const title = t('title', { case: caseName })
  const plan = () => {
    setAsksMore(false)
    requestAnimationFrame(() => frame.form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus())
  }
  const datesStep = looked && {
    title,
    size: 720,
    content: (
      <SeriesStep
        {...{ place, practitioners }}
        wish={{ kind: 'book', input: courseInputOf(looked, place.time, { caseId, sold, keepsFirst }) }}
        backLabel={t('series:back.form')}
        onThis={onClose}
        onSaved={course.saved}
        onBack={leaveDates}
        onConflict={leaveDates}
        {...(sold ? { course: questionOf(sold, keepsFirst, setKeepsFirst) } : {})}
      />
    ),
  }
  const askStep = { title, content: <PlannedNotice planned={planned} onMore={plan} /> }
  return (
    <FormDialog
      frame={frame}
      title={title}
      size={560}
      saveLabel={t('form.preview')}
      reason={obstacleTo(Number(form.values.doctorId))}
      step={asksMore ? askStep : datesStep}
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
