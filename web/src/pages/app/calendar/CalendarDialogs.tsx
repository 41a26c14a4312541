import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgendaDoctor } from '../../../blocks/agenda-grid/agenda-event.ts'
import type { AgendaPlace } from '../../../features/appointments/appointments.queries.ts'
import { useAppointmentWords } from '../../../features/appointments/use-appointment-words.ts'
import type { MoveInTheWay } from '../../../features/appointments/use-move-appointment.ts'
import type { useAppointmentDialogs } from './use-appointment-dialogs.ts'

const importDialog = () => import('../../../features/appointments/AppointmentDialog.tsx')
const AppointmentDialog = lazy(() => importDialog().then((module) => ({ default: module.AppointmentDialog })))
const RemoveAppointmentDialog = lazy(() =>
  import('../../../features/appointments/RemoveAppointmentDialog.tsx').then((module) => ({
    default: module.RemoveAppointmentDialog,
  })),
)
const ConfirmDialog = lazy(() =>
  import('../../../ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

/** Fetches the code of the form while nobody waits for it; answers how to call that off. */
export const loadDialogs = (): (() => void) => {
  const timer = setTimeout(() => void importDialog().catch(() => undefined), 1500)
  return () => clearTimeout(timer)
}

const MoveQuestion = ({
  inTheWay,
  onMove,
  onLeave,
}: {
  inTheWay: MoveInTheWay
  onMove: () => void
  onLeave: () => void
}) => {
  const { t } = useTranslation('calendar')
  const words = useAppointmentWords()(inTheWay.other)
  return (
    <ConfirmDialog
      opened
      title={t('overlap.title', words)}
      confirmLabel={t('overlap.moveAnyway')}
      cancelLabel={t('overlap.back')}
      closeLabel={t('close')}
      onConfirm={onMove}
      onCancel={onLeave}
    >
      {t('overlap.text', words)}
    </ConfirmDialog>
  )
}

/** What opens over the agenda. */
export const CalendarDialogs = ({
  place,
  doctors,
  dialogs,
}: {
  place: AgendaPlace
  doctors: readonly AgendaDoctor[]
  dialogs: ReturnType<typeof useAppointmentDialogs>
}) => {
  const { target, removing, moving } = dialogs
  return (
    <Suspense>
      {target ? (
        <AppointmentDialog
          place={place}
          doctors={doctors}
          target={target}
          onSaved={dialogs.saved}
          onClose={dialogs.close}
          onRemove={dialogs.askRemoving}
        />
      ) : null}
      {removing ? (
        <RemoveAppointmentDialog
          place={place}
          appointment={removing}
          onRemoved={dialogs.removed}
          onClose={dialogs.closeRemoving}
        />
      ) : null}
      {moving.inTheWay ? (
        <MoveQuestion inTheWay={moving.inTheWay} onMove={moving.moveAnyway} onLeave={moving.leaveIt} />
      ) : null}
    </Suspense>
  )
}
