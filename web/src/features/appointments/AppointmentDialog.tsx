import type { Appointment } from '@ulna/contract/appointments/appointments'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgendaPractitioner } from '../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { FormDialog, type FormStep } from '../../blocks/form/FormDialog.tsx'
import { useLeaveQuestion } from '../../blocks/form/use-leave-question.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import type { AgendaPlace } from './agenda/appointments.cache.ts'
import type { Saved } from './agenda/appointments.queries.ts'
import { useAgendaObstacle } from './agenda/use-agenda-permission.ts'
import { AppointmentFields } from './form/AppointmentFields.tsx'
import type { ChosenPatient } from './form/appointment-form-values.ts'
import { OverlapBanner } from './form/OverlapBanner.tsx'
import { type AppointmentTarget, useAppointmentForm } from './form/use-appointment-form.ts'
import { useAppointmentWords } from './parts/use-appointment-words.ts'
import type { SeriesWish } from './series/series-wish.ts'
import { SeriesStep } from './series/step/SeriesStep.tsx'

/** What a form for a new patient needs, which stands in place of the appointment's meanwhile. */
export interface NewcomerStep {
  /** What was typed to find the patient. */
  typed: string
  backLabel: string
  onSaved: (patient: ChosenPatient) => void
  onBack: () => void
  onDirty: () => void
}

export interface AppointmentDialogProps {
  place: AgendaPlace
  practitioners: readonly AgendaPractitioner[]
  target: AppointmentTarget
  onSaved: (saved: Saved) => void
  /** A series was saved; what can be said about it stands where it can be taken back. */
  onSeriesSaved: (appointment: Appointment) => void
  onClose: () => void
  onRemove: (appointment: Appointment) => void
  newcomerForm: (step: NewcomerStep) => ReactNode
  packageOf: (appointment: Appointment) => ReactNode
}

/** What stands over the form, which is kept with all that was typed. */
type Step = { kind: 'series'; wish: SeriesWish } | { kind: 'newcomer'; typed: string }

const focusIn = (form: HTMLFormElement | null, selector: string): void => {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(selector)?.focus())
}

/** The form over the agenda. It asks before it throws away what was typed. */
export const AppointmentDialog = (props: AppointmentDialogProps) => {
  const { place, practitioners, target, onSaved, onSeriesSaved, onClose, onRemove } = props
  const { t } = useTranslation(['calendar', 'series', 'appointment'])
  const [step, setStep] = useState<Step>()
  const { form, overlap, saveThis, saveBeside } = useAppointmentForm({
    place,
    target,
    onSaved,
    onSeries: (wish) => setStep({ kind: 'series', wish }),
  })
  const { frame, stored, values, conflict } = form
  const words = useAppointmentWords()
  const obstacleTo = useAgendaObstacle()
  const storedReason = stored && obstacleTo(stored.doctorId)
  const isNewcomerDirty = useRef(false)
  const newcomer = useLeaveQuestion({
    isPart: true,
    text: t('appointment:newcomer.discard'),
    holdsUnsaved: () => isNewcomerDirty.current,
    onForget: () => undefined,
    onClose: () => {
      setStep(undefined)
      focusIn(frame.form.current, '[data-autofocus]')
    },
  })
  const leaveSeries = (then?: () => void) => {
    setStep(undefined)
    then?.()
  }
  const seriesStep = (wish: SeriesWish): FormStep => ({
    title: t(`series:title.${wish.kind}`),
    size: 720,
    content: (
      <SeriesStep
        place={place}
        practitioners={practitioners}
        wish={wish}
        backLabel={t('series:back.form')}
        onThis={() => leaveSeries(saveThis)}
        onSaved={({ appointment }) => onSeriesSaved(appointment)}
        onBack={() => leaveSeries()}
        onConflict={(theirs) => leaveSeries(() => form.compareWith(theirs))}
      />
    ),
  })
  const newcomerStep = (typed: string): FormStep => ({
    title: t('appointment:newcomer.title'),
    onClose: newcomer.close,
    content: (
      <Suspense fallback={<SkeletonRows rows={2} label={t('appointment:newcomer.title')} />}>
        {props.newcomerForm({
          typed,
          backLabel: t('appointment:newcomer.back'),
          onSaved: (patient) => {
            setStep(undefined)
            form.change({ patient })
          },
          onBack: newcomer.close,
          onDirty: () => {
            isNewcomerDirty.current = true
          },
        })}
      </Suspense>
    ),
  })
  const theirs = conflict?.stored
  return (
    <>
      <FormDialog
        frame={frame}
        conflict={
          theirs && {
            title: t('conflict.title'),
            text: t('conflict.text', words(theirs)),
            seeTheirs: t('conflict.theirs'),
            keepMine: t('conflict.mine'),
          }
        }
        title={t(stored ? 'form.editTitle' : 'form.newTitle')}
        size={560}
        footScrolls
        saveLabel={t(stored ? 'form.save' : 'form.book')}
        reason={storedReason ?? obstacleTo(Number(values.doctorId))}
        aside={
          stored && (
            <ReasonedButton
              reason={storedReason}
              variant="subtle"
              px="xs"
              color="red"
              onClick={() => onRemove(stored)}
            >
              {t('form.delete')}
            </ReasonedButton>
          )
        }
        step={step && (step.kind === 'series' ? seriesStep(step.wish) : newcomerStep(step.typed))}
        onClose={onClose}
      >
        <AppointmentFields
          form={form}
          place={place}
          practitioners={practitioners}
          onNewPatient={(typed) => {
            isNewcomerDirty.current = false
            setStep({ kind: 'newcomer', typed })
          }}
          packageOf={props.packageOf}
        />
        {overlap ? <OverlapBanner other={overlap} pending={frame.pending} onBook={saveBeside} /> : null}
      </FormDialog>
      {newcomer.question}
    </>
  )
}
