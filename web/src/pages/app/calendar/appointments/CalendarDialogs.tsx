import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { ReactNode } from 'react'
import type { AgendaPractitioner } from '../../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { isRepeated } from '../../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import type { AppointmentDialogProps } from '../../../../features/appointments/AppointmentDialog.tsx'
import type { AgendaPlace } from '../../../../features/appointments/agenda/appointments.cache.ts'
import { useFreedTimes } from '../../../../features/appointments/agenda/freed-times.ts'
import type {
  MoveInSeries,
  MoveInTheWay,
} from '../../../../features/appointments/agenda/use-move-appointment.ts'
import type { AppointmentTarget } from '../../../../features/appointments/form/use-appointment-form.ts'
import type { NewcomerStep } from '../../../../features/appointments/form/use-newcomer-step.tsx'
import type { MoveQuestionProps } from '../../../../features/appointments/MoveQuestion.tsx'
import { useSeriesUndo } from '../../../../features/appointments/parts/series-undo.ts'
import type { MoveSeriesDialogProps } from '../../../../features/appointments/series/MoveSeriesDialog.tsx'
import { lazyPart, withTexts } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import type { CalendarNoticesProps } from '../CalendarNotices.tsx'
import { importNewPatient, importNotices, importVisitPackage } from '../later-parts.ts'

// What is about the form and a series has its texts in groups of their own, which come with the code.
const importDialog = () =>
  withTexts(import('../../../../features/appointments/AppointmentDialog.tsx'), ['appointment', 'series'])
const AppointmentDialog = lazyPart(importDialog, 'AppointmentDialog')
const RemoveAppointmentDialog = lazyPart(
  () => import('../../../../features/appointments/RemoveAppointmentDialog.tsx'),
  'RemoveAppointmentDialog',
)
const RemoveSeriesDialog = lazyPart(
  () => import('../../../../features/appointments/series/RemoveSeriesDialog.tsx'),
  'RemoveSeriesDialog',
  ['appointment', 'series'],
)
const MoveSeriesDialog = lazyPart(
  () => import('../../../../features/appointments/series/MoveSeriesDialog.tsx'),
  'MoveSeriesDialog',
  ['appointment', 'series'],
)
const CalendarNotices = lazyPart(importNotices, 'CalendarNotices')
const NewPatientForm = lazyPart(importNewPatient, 'NewPatientForm')
const VisitPackage = lazyPart(importVisitPackage, 'VisitPackage')
const MoveQuestion = lazyPart(
  () => import('../../../../features/appointments/MoveQuestion.tsx'),
  'MoveQuestion',
)

/** Fetches the code of the form while nobody waits for it; answers how to call that off. */
export const loadDialogs = (): (() => void) => {
  const timer = setTimeout(() => void importDialog().catch(() => undefined), 1500)
  return () => clearTimeout(timer)
}

/** Registers a patient without leaving the form of the appointment. */
const newcomerForm = ({ onSaved, ...step }: NewcomerStep): ReactNode => (
  <NewPatientForm
    {...step}
    onSaved={({ id, firstName, lastName }) => onSaved({ id, name: `${firstName} ${lastName}` })}
  />
)

/** What the visit does with a package of its patient. */
const packageOf = ({ id, doctorId }: Appointment): ReactNode => (
  <Optional>
    <VisitPackage appointmentId={id} doctorId={doctorId} />
  </Optional>
)

interface AgendaScene {
  place: AgendaPlace
  practitioners: readonly AgendaPractitioner[]
}

export interface BookingDialogsProps
  extends AgendaScene,
    Pick<AppointmentDialogProps, 'onSaved' | 'onSeriesSaved' | 'onClose' | 'onRemove'> {
  /** What is booked or changed. */
  target: AppointmentTarget | undefined
  /** What is to be deleted, once that was confirmed. */
  removing: Appointment | undefined
  onRemoved: () => void
  onKept: () => void
}

/** The form of an appointment, and the question before it is deleted. */
export const BookingDialogs = ({ target, removing, onRemoved, onKept, ...form }: BookingDialogsProps) => {
  const RemoveDialog = removing && isRepeated(removing) ? RemoveSeriesDialog : RemoveAppointmentDialog
  return (
    <>
      {target ? (
        <AppointmentDialog {...form} target={target} newcomerForm={newcomerForm} packageOf={packageOf} />
      ) : null}
      {removing ? (
        <RemoveDialog place={form.place} appointment={removing} onRemoved={onRemoved} onClose={onKept} />
      ) : null}
    </>
  )
}

export interface MoveDialogsProps
  extends AgendaScene,
    Pick<MoveSeriesDialogProps, 'onThis' | 'onSaved' | 'onClose' | 'onConflict'>,
    Pick<MoveQuestionProps, 'onMove' | 'onLeave'> {
  /** The drop of an occurrence. */
  inSeries: MoveInSeries | undefined
  /** The drop upon somebody else's time. */
  inTheWay: MoveInTheWay | undefined
}

/** What a drop on the grid asks. */
export const MoveDialogs = ({ inSeries, inTheWay, onMove, onLeave, ...series }: MoveDialogsProps) => (
  <>
    {inSeries ? <MoveSeriesDialog {...series} {...inSeries} /> : null}
    {inTheWay ? <MoveQuestion inTheWay={inTheWay} onMove={onMove} onLeave={onLeave} /> : null}
  </>
)

/** What can be taken back, and who waits for a time that fell free. */
const Notices = (props: Omit<CalendarNoticesProps, 'undo' | 'freed'>) => {
  const { practiceId } = props.place
  const undo = useSeriesUndo(practiceId)
  const freed = useFreedTimes(practiceId)
  return undo || freed ? <CalendarNotices {...props} undo={undo} freed={freed} /> : null
}

/** They are there before they say anything, so that screen readers announce what comes. */
export const SpokenNotices = (props: Omit<CalendarNoticesProps, 'undo' | 'freed'>) => (
  <div role="status">
    <Optional>
      <Notices {...props} />
    </Optional>
  </div>
)
