import type { Agenda, Slot } from './agenda.ts'
import { addDays, type Day, instantAt, weekday } from './calendar.ts'
import type { PlannedAppointment, PlannedBlocks } from './planned-appointment.ts'
import { seriesOf } from './series.ts'
import { visitMinutes } from './staff.ts'

/** Who has the next weeks booked in one go; scripted without a visit of their own ahead. */
export const courseFirstName = 'Íñigo'

const key = 100
const weeks = 4
const eightInTheMorning = 8 * 60

/** The same time of the coming weeks; none where the practice closes meanwhile. */
export const bookCourse = (agenda: Agenda, today: Day): Slot[] =>
  agenda.bookWeekly(
    {
      practitioner: 0,
      day: addDays(today, 1),
      around: eightInTheMorning,
      minutes: visitMinutes[0].next,
    },
    weeks,
  )

/** A series of visits of one patient at these times. */
export const planCourse = (slots: readonly Slot[], patient: number, today: Day): PlannedBlocks => {
  const appointments = slots.map(
    (slot): PlannedAppointment => ({
      practitioner: slot.practitioner,
      patient,
      start: instantAt(slot.day, slot.start),
      end: instantAt(slot.day, slot.end),
      title: null,
      note: null,
      status: 'booked',
      confirmed: false,
      cancelReason: null,
      bookedAt: instantAt(addDays(today, -4), 17 * 60),
      settledAt: null,
      series: { key, on: slot.day },
    }),
  )
  const series = slots[0] && seriesOf(key, [weekday(slots[0].day)], slots)
  return { appointments, series: series ? [series] : [] }
}
