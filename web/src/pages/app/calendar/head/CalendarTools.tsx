import { usePracticeSession } from '../../../../api/session/session.ts'
import type { FreeSlot } from '../../../../blocks/agenda-grid/board/grid-column.ts'
import type { AgendaPractitioner } from '../../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import type { CalendarDay } from '../../../../blocks/agenda-grid/parts/calendar-day.ts'
import { minutesFrom } from '../../../../blocks/agenda-grid/parts/zoned-time.ts'
import type { AgendaPlace } from '../../../../features/appointments/agenda/appointments.cache.ts'
import { FreeSlotFinder } from '../../../../features/schedules/FreeSlotFinder.tsx'
import { ScheduleDialog } from '../../../../features/schedules/ScheduleDialog.tsx'

export interface CalendarToolsProps {
  tool: 'find' | 'schedules'
  place: AgendaPlace
  practitioners: readonly AgendaPractitioner[]
  detail: AgendaPractitioner
  day: CalendarDay
  today: CalendarDay
  /** The working day of the practice. */
  usual: { dayStartsAt: string; dayEndsAt: string; appointmentMinutes: number }
  onBook: (slot: FreeSlot) => void
  onShowDay: (day: CalendarDay) => void
  onClose: () => void
}

/** What the panel opens over the agenda: the finder of free times, and hours and absences. */
export const CalendarTools = (props: CalendarToolsProps) => {
  const { tool, place, practitioners, detail, day, today, usual, onBook, onShowDay, onClose } = props
  const { authDoctor } = usePracticeSession()
  const { practiceId, time } = place
  const shared = { practiceId, time, practitioners, today, onClose }
  const own = practitioners.find(({ id }) => id === authDoctor?.id)
  return (
    <>
      {tool === 'find' ? (
        <FreeSlotFinder
          {...shared}
          day={day}
          minutes={usual.appointmentMinutes}
          onChoose={({ doctorId, start, end }) => {
            const from = time.wallOf(Date.parse(start))
            const to = minutesFrom(from.day, time.wallOf(Date.parse(end)))
            onClose()
            onBook({ day: from.day, doctorId, start: from.minute, end: to })
          }}
        />
      ) : null}
      {tool === 'schedules' ? (
        <ScheduleDialog
          {...shared}
          doctorId={(own ?? detail).id}
          usual={{ from: usual.dayStartsAt, to: usual.dayEndsAt }}
          onShowDay={(date) => {
            onClose()
            onShowDay(date)
          }}
        />
      ) : null}
    </>
  )
}
