import type { Appointment } from '@ulna/contract/appointments/appointments'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgendaPractitioner } from '../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import type { AgendaPlace } from './agenda/appointments.cache.ts'
import type { Saved } from './agenda/appointments.queries.ts'
import { useAgendaObstacle } from './agenda/use-agenda-permission.ts'
import { AppointmentFields } from './form/AppointmentFields.tsx'
import { OverlapBanner } from './form/OverlapBanner.tsx'
import { type AppointmentTarget, useAppointmentForm } from './form/use-appointment-form.ts'
import { type NewcomerStep, useNewcomerStep } from './form/use-newcomer-step.tsx'
import { useAppointmentWords } from './parts/use-appointment-words.ts'
import type { SeriesWish } from './series/series-wish.ts'
import { SeriesStep } from './series/step/SeriesStep.tsx'

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

const focusIn = (form: HTMLFormElement | null, selector: string): void => {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(selector)?.focus())
}

const RemoveButton = ({ reason, onRemove }: { reason: string | undefined; onRemove: () => void }) => {
  const { t } = useTranslation('calendar')
  return (
    <ReasonedButton reason={reason} variant="subtle" px="xs" color="red" onClick={onRemove}>
      {t('form.delete')}
    </ReasonedButton>
  )
}

/** The form over the agenda. It asks before it throws away what was typed. */
export const AppointmentDialog = (props: AppointmentDialogProps) => {
  const { place, practitioners, target, onSaved, onSeriesSaved, onClose, onRemove } = props
  const { t } = useTranslation(['calendar', 'series', 'appointment'])
  const [wish, setWish] = useState<SeriesWish>()
  const { form, overlap, saveThis, saveBeside } = useAppointmentForm({
    place,
    target,
    onSaved,
    onSeries: setWish,
  })
  const { frame, stored, values, conflict } = form
  const newcomer = useNewcomerStep({
    form: props.newcomerForm,
    onSaved: (patient) => form.change({ patient }),
    onLeft: () => focusIn(frame.form.current, '[data-autofocus]'),
  })
  const words = useAppointmentWords()
  const obstacleTo = useAgendaObstacle()
  const storedReason = stored && obstacleTo(stored.doctorId)
  const leaveSeries = (then?: () => void) => {
    setWish(undefined)
    then?.()
  }
  const seriesStep = wish && {
    title: t(`series:title.${wish.kind}`),
    size: 720,
    content: (
      <SeriesStep
        {...{ place, practitioners, wish }}
        backLabel={t('series:back.form')}
        onThis={() => leaveSeries(saveThis)}
        onSaved={({ appointment }) => onSeriesSaved(appointment)}
        onBack={() => leaveSeries()}
        onConflict={(theirs) => leaveSeries(() => form.compareWith(theirs))}
      />
    ),
  }
  const theirs = conflict?.stored && {
    title: t('conflict.title'),
    text: t('conflict.text', words(conflict.stored)),
    seeTheirs: t('conflict.theirs'),
    keepMine: t('conflict.mine'),
  }
  return (
    <>
      <FormDialog
        frame={frame}
        conflict={theirs}
        title={t(stored ? 'form.editTitle' : 'form.newTitle')}
        size={560}
        saveLabel={t(stored ? 'form.save' : 'form.book')}
        reason={storedReason ?? obstacleTo(Number(values.doctorId))}
        aside={stored && <RemoveButton reason={storedReason} onRemove={() => onRemove(stored)} />}
        step={seriesStep ?? newcomer.step}
        onClose={onClose}
      >
        <AppointmentFields
          {...{ form, place, practitioners }}
          onNewPatient={newcomer.open}
          packageOf={props.packageOf}
        />
        {overlap ? <OverlapBanner other={overlap} pending={frame.pending} onBook={saveBeside} /> : null}
      </FormDialog>
      {newcomer.question}
    </>
  )
}
