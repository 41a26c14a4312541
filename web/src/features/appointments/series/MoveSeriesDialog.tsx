import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useTranslation } from 'react-i18next'
import type { MovedTimes } from '../../../blocks/agenda-grid/board/appointment-move.ts'
import type { AgendaPractitioner } from '../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { WideDialog } from '../../../ui/WideDialog.tsx'
import type { AgendaPlace } from '../agenda/appointments.cache.ts'
import type { SeriesWish } from './series-wish.ts'
import { SeriesStep } from './step/SeriesStep.tsx'

export interface MoveSeriesDialogProps {
  place: AgendaPlace
  practitioners: readonly AgendaPractitioner[]
  /** The stored one, not the form. */
  appointment: Appointment
  /** Where it was dropped. */
  times: MovedTimes
  onThis: () => void
  onSaved: () => void
  /** It goes back where it was. */
  onClose: () => void
  onConflict: () => void
}

const isOther = (one: string, other: string): boolean => Date.parse(one) !== Date.parse(other)

/** Only what the drop changed: each occurrence keeps the rest. */
const wishOf = (appointment: Appointment, { doctorId, start, end }: MovedTimes): SeriesWish => ({
  kind: 'change',
  appointment,
  change: {
    ...(doctorId === appointment.doctorId ? {} : { doctorId }),
    ...(isOther(start, appointment.start) || isOther(end, appointment.end) ? { start, end } : {}),
    version: appointment.version,
  },
})

/** An occurrence of a series was dropped somewhere else: asks whether it alone is meant. */
export const MoveSeriesDialog = (props: MoveSeriesDialogProps) => {
  const { place, practitioners, appointment, times, onThis, onSaved, onClose, onConflict } = props
  const { t } = useTranslation('series')
  return (
    <WideDialog onClose={onClose} title={t('title.move')} size={720} closeLabel={t('close')}>
      <SeriesStep
        place={place}
        practitioners={practitioners}
        wish={wishOf(appointment, times)}
        backLabel={t('back.move')}
        onThis={onThis}
        onSaved={onSaved}
        onBack={onClose}
        onConflict={onConflict}
      />
    </WideDialog>
  )
}
