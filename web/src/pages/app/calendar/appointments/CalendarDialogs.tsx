import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { ReactNode } from 'react'
import type { AgendaPractitioner } from '../../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { isRepeated } from '../../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import type { NewcomerStep } from '../../../../features/appointments/AppointmentDialog.tsx'
import type { AgendaPlace } from '../../../../features/appointments/agenda/appointments.cache.ts'
import { useSeriesUndo } from '../../../../features/appointments/parts/series-undo.ts'
import { lazyPart, withTexts } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import { importNewPatient, importNotices, importVisitPackage } from '../later-parts.ts'
import type { useWaitList } from '../panel/use-wait-list.ts'
import type { useAppointmentDialogs } from './use-appointment-dialogs.ts'

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

interface DialogsProps {
  place: AgendaPlace
  practitioners: readonly AgendaPractitioner[]
  dialogs: ReturnType<typeof useAppointmentDialogs>
}

export interface CalendarDialogsProps extends DialogsProps {
  waitList: ReturnType<typeof useWaitList>
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

const Removing = ({ place, dialogs }: DialogsProps) => {
  const { removing } = dialogs
  if (!removing) return null
  const Dialog = isRepeated(removing) ? RemoveSeriesDialog : RemoveAppointmentDialog
  return (
    <Dialog
      place={place}
      appointment={removing}
      onRemoved={dialogs.removed}
      onClose={dialogs.closeRemoving}
    />
  )
}

const Moving = ({ place, practitioners, dialogs }: DialogsProps) => {
  const { moving } = dialogs
  const { inSeries, inTheWay } = moving
  return (
    <>
      {inSeries ? (
        <MoveSeriesDialog
          place={place}
          practitioners={practitioners}
          appointment={inSeries.appointment}
          times={inSeries.times}
          onThis={moving.moveThis}
          onSaved={moving.seriesMoved}
          onClose={moving.putBackDrop}
          onConflict={moving.seriesChanged}
        />
      ) : null}
      {inTheWay ? (
        <MoveQuestion inTheWay={inTheWay} onMove={moving.moveAnyway} onLeave={moving.leaveIt} />
      ) : null}
    </>
  )
}

/** What can be taken back, and who waits for a time that fell free. */
const Notices = ({ place, dialogs, waitList }: CalendarDialogsProps) => {
  const undo = useSeriesUndo(place.practiceId)
  const { freed, events } = waitList
  if (!undo && !freed) return null
  return (
    <CalendarNotices
      {...{ place, undo, freed, events }}
      isCovered={dialogs.isOpen}
      onSeeFitting={waitList.showFitting}
    />
  )
}

/** What opens over the agenda. */
export const CalendarDialogs = (props: CalendarDialogsProps) => {
  const { place, practitioners, dialogs } = props
  const { target } = dialogs
  return (
    <>
      <Optional>
        {target ? (
          <AppointmentDialog
            place={place}
            practitioners={practitioners}
            target={target}
            onSaved={dialogs.saved}
            onSeriesSaved={dialogs.seriesSaved}
            onClose={dialogs.close}
            onRemove={dialogs.askRemoving}
            newcomerForm={newcomerForm}
            packageOf={packageOf}
          />
        ) : null}
        <Removing place={place} practitioners={practitioners} dialogs={dialogs} />
        <Moving place={place} practitioners={practitioners} dialogs={dialogs} />
      </Optional>
      {/* It is there before it says anything, so that screen readers announce what comes. */}
      <div role="status">
        <Optional>
          <Notices {...props} />
        </Optional>
      </div>
    </>
  )
}
