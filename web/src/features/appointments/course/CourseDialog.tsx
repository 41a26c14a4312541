import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgendaDoctor } from '../../../blocks/agenda-grid/parts/agenda-event.ts'
import { LeaveQuestion } from '../../../blocks/form/LeaveQuestion.tsx'
import { WideDialog } from '../../../ui/WideDialog.tsx'
import type { AgendaPlace } from '../agenda/appointments.cache.ts'
import type { AppointmentFormValues } from '../form/appointment-form-values.ts'
import { type CourseQuestion, SeriesStep } from '../series/step/SeriesStep.tsx'
import { CourseCover } from './CourseCover.tsx'
import { CourseForm } from './CourseForm.tsx'
import { courseInputOf, coverBy, uncovered } from './course-values.ts'
import { PlannedNotice } from './PlannedNotice.tsx'
import { mayRepeat, type PlannedAlready } from './planned-visits.ts'

export interface CourseDialogProps {
  place: AgendaPlace
  doctors: readonly AgendaDoctor[]
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
  const { place, doctors, caseId, caseName, packages, planned, initial, onSaved, onClose } = props
  const { t } = useTranslation(['course', 'calendar', 'series'])
  // The package that is taken from first, until somebody chooses; null: none is to keep sessions.
  const [chosen, setChosen] = useState<number | null>()
  const sold = chosen === undefined ? packages[0] : packages.find(({ id }) => id === chosen)
  const [looked, setLooked] = useState<AppointmentFormValues>()
  const [keepsFirst, setKeepsFirst] = useState(false)
  const [asksDiscard, setAsksDiscard] = useState(false)
  const [asksMore, setAsksMore] = useState(mayRepeat(planned))
  const isDirty = useRef(false)
  const keepDirty = useCallback((dirty: boolean) => {
    isDirty.current = dirty
  }, [])
  const close = () => (isDirty.current || looked ? setAsksDiscard(true) : onClose())
  return (
    <>
      <WideDialog
        onClose={close}
        title={t('title', { case: caseName })}
        size={looked ? 720 : 560}
        closeLabel={t('calendar:close')}
      >
        {looked ? null : (
          <PlannedNotice planned={planned} onMore={asksMore ? () => setAsksMore(false) : undefined} />
        )}
        {asksMore ? null : (
          <CourseForm
            place={place}
            doctors={doctors}
            initial={initial}
            packages={packages}
            sold={sold}
            onSold={(id) => setChosen(id ?? null)}
            onPreview={(values) => {
              setKeepsFirst(false)
              setLooked(values)
            }}
            onCancel={close}
            onDirty={keepDirty}
            hidden={looked !== undefined}
          />
        )}
        {looked ? (
          <SeriesStep
            place={place}
            doctors={doctors}
            wish={{ kind: 'book', input: courseInputOf(looked, place.time, { caseId, sold, keepsFirst }) }}
            backLabel={t('series:back.form')}
            onThis={onClose}
            onSaved={onSaved}
            onBack={() => setLooked(undefined)}
            onConflict={() => setLooked(undefined)}
            {...(sold ? { course: questionOf(sold, keepsFirst, setKeepsFirst) } : {})}
          />
        ) : null}
      </WideDialog>
      {asksDiscard ? (
        <LeaveQuestion
          text={t('calendar:discard.text')}
          onLeave={onClose}
          onStay={() => setAsksDiscard(false)}
        />
      ) : null}
    </>
  )
}
