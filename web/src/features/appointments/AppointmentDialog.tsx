import type { Appointment } from '@ulna/contract/appointments/appointments'
import { type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FreeSlot } from '../../blocks/agenda-grid/board/grid-column.ts'
import type { AgendaDoctor } from '../../blocks/agenda-grid/parts/agenda-event.ts'
import { LeaveQuestion } from '../../blocks/form/LeaveQuestion.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import type { AgendaPlace } from './agenda/appointments.cache.ts'
import type { Saved } from './agenda/appointments.queries.ts'
import { AppointmentForm, type AppointmentFormHandle } from './form/AppointmentForm.tsx'
import {
  type AppointmentFormValues,
  type ChosenPatient,
  valuesOfAppointment,
  valuesOfSlot,
} from './form/appointment-form-values.ts'
import type { SeriesWish } from './series/series-wish.ts'
import { SeriesStep } from './series/step/SeriesStep.tsx'

/** A new one at that time, for that patient where one is known; or the appointment to change. */
export type AppointmentTarget =
  | {
      kind: 'new'
      slot: FreeSlot
      patient: ChosenPatient | null
      /** Told once that patient has the appointment. */
      onBooked?: (() => void) | undefined
    }
  | { kind: 'stored'; appointment: Appointment }

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
  doctors: readonly AgendaDoctor[]
  target: AppointmentTarget
  onSaved: (saved: Saved) => void
  /** A series was saved; what can be said about it stands where it can be taken back. */
  onSeriesSaved: (appointment: Appointment) => void
  onClose: () => void
  onRemove: (appointment: Appointment) => void
  newcomerForm: (step: NewcomerStep) => ReactNode
  packageOf: (appointment: Appointment) => ReactNode
}

const valuesOf = (target: AppointmentTarget, { time }: AgendaPlace): AppointmentFormValues =>
  target.kind === 'new'
    ? { ...valuesOfSlot(target.slot), patient: target.patient }
    : valuesOfAppointment(target.appointment, time)

/** What stands over the form, which is kept with all that was typed. */
type Step = { kind: 'series'; wish: SeriesWish } | { kind: 'newcomer'; typed: string }

/** The title of the dialog: of the form, or of the step that stands over it. */
const useTitle = (isStored: boolean, step: Step | undefined): string => {
  const { t } = useTranslation(['calendar', 'series', 'appointment'])
  if (step?.kind === 'series') return t(`series:title.${step.wish.kind}`)
  if (step) return t('appointment:newcomer.title')
  return t(isStored ? 'form.editTitle' : 'form.newTitle')
}

/** What was asked for that throws away something typed: the text of the question, and what comes after a yes. */
interface Discard {
  text: string
  onConfirm: () => void
}

/** The form over the agenda. It asks before it throws away what was typed. */
export const AppointmentDialog = (props: AppointmentDialogProps) => {
  const { place, doctors, target, onSaved, onSeriesSaved, onClose, onRemove } = props
  const { t } = useTranslation(['calendar', 'series', 'appointment'])
  const form = useRef<AppointmentFormHandle>(null)
  const isDirty = useRef(false)
  const isNewcomerDirty = useRef(false)
  const [asked, setAsked] = useState<Discard>()
  const [step, setStep] = useState<Step>()
  const stored = target.kind === 'stored' ? target.appointment : undefined
  const title = useTitle(stored !== undefined, step)
  const keepDirty = useCallback((dirty: boolean) => {
    isDirty.current = dirty
  }, [])
  const unlessDirty = (dirty: boolean, discard: Discard) => (dirty ? setAsked(discard) : discard.onConfirm())
  /** Back in the form, with everything that was typed there. */
  const leaveStep = (focus: 'takeFocus' | 'focusPatient', then?: (form: AppointmentFormHandle) => void) => {
    setStep(undefined)
    setAsked(undefined)
    if (form.current) then?.(form.current)
    requestAnimationFrame(() => form.current?.[focus]())
  }
  const leaveSeries = (then?: (form: AppointmentFormHandle) => void) => leaveStep('takeFocus', then)
  const leaveNewcomer = () =>
    unlessDirty(isNewcomerDirty.current, {
      text: t('appointment:newcomer.discard'),
      onConfirm: () => leaveStep('focusPatient'),
    })
  const close = () => {
    if (step?.kind === 'newcomer') leaveNewcomer()
    else unlessDirty(isDirty.current, { text: t('discard.text'), onConfirm: onClose })
  }
  const askNewcomer = (typed: string) => {
    isNewcomerDirty.current = false
    setStep({ kind: 'newcomer', typed })
  }
  return (
    <>
      <WideDialog
        onClose={close}
        title={title}
        size={step?.kind === 'series' ? 720 : 560}
        closeLabel={t('close')}
      >
        <AppointmentForm
          place={place}
          doctors={doctors}
          stored={stored}
          initial={valuesOf(target, place)}
          onSaved={onSaved}
          onSeries={(wish) => setStep({ kind: 'series', wish })}
          onNewPatient={askNewcomer}
          onLeave={(go) => unlessDirty(isDirty.current, { text: t('appointment:leave'), onConfirm: go })}
          onCancel={close}
          onRemove={stored && (() => onRemove(stored))}
          onDirty={keepDirty}
          packageOf={props.packageOf}
          hidden={step !== undefined}
          handle={form}
        />
        {step?.kind === 'series' ? (
          <SeriesStep
            place={place}
            doctors={doctors}
            wish={step.wish}
            backLabel={t('series:back.form')}
            onThis={() => leaveSeries((handle) => handle.saveThis())}
            onSaved={({ appointment }) => onSeriesSaved(appointment)}
            onBack={() => leaveSeries()}
            onConflict={(theirs) => leaveSeries((handle) => handle.showTheirs(theirs))}
          />
        ) : null}
        {step?.kind === 'newcomer' ? (
          <Suspense fallback={<SkeletonRows rows={2} label={t('appointment:newcomer.title')} />}>
            {props.newcomerForm({
              typed: step.typed,
              backLabel: t('appointment:newcomer.back'),
              onSaved: (patient) => leaveStep('takeFocus', (handle) => handle.choosePatient(patient)),
              onBack: leaveNewcomer,
              onDirty: () => {
                isNewcomerDirty.current = true
              },
            })}
          </Suspense>
        ) : null}
      </WideDialog>
      {asked ? (
        <LeaveQuestion text={asked.text} onLeave={asked.onConfirm} onStay={() => setAsked(undefined)} />
      ) : null}
    </>
  )
}
