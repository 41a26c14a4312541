import type { AppointmentInput } from '@ulna/contract/appointments/appointments'
import { mostOccurrences } from '@ulna/contract/appointments/appointments.series'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { type Cover, coverOf, sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { addDays, type CalendarDay, weekdayOf } from '../../../blocks/agenda-grid/parts/calendar-day.ts'
import type { ZonedTime } from '../../../blocks/agenda-grid/parts/zoned-time.ts'
import {
  type AppointmentFormValues,
  type ChosenPatient,
  inputOfValues,
  valuesOfSlot,
} from '../form/appointment-form-values.ts'

/** The form of a course is that of an appointment, of which it shows only what it needs, and a package. */
export interface CourseValues extends AppointmentFormValues {
  /** Empty where none is to keep sessions. */
  packageId: string
}

/** What a course starts from before anybody has typed. */
export interface CourseStart {
  patient: ChosenPatient
  doctorId: number
  today: CalendarDay
  /** The sessions of the package, or of the case. */
  sessions: number
  minutes: number
}

const friday = 5
const nine = 9 * 60

/** Tomorrow, and after a Friday the Monday. */
const firstDayAfter = (today: CalendarDay): CalendarDay => {
  const weekday = weekdayOf(today)
  return addDays(today, weekday < friday ? 1 : 8 - weekday)
}

/** The form of an appointment that repeats each week; of it a course shows only what it needs. */
export const valuesOfCourse = (start: CourseStart): AppointmentFormValues => {
  const day = firstDayAfter(start.today)
  const slot = { doctorId: start.doctorId, day, start: nine, end: nine + start.minutes }
  const values = valuesOfSlot(slot)
  const count = String(Math.min(Math.max(start.sessions, 1), mostOccurrences))
  return {
    ...values,
    patient: start.patient,
    repeat: { ...values.repeat, freq: 'week', weekdays: [weekdayOf(day)], ends: 'count', count },
  }
}

/** Whose sessions are kept, and whether the first dates may have them where there are not enough. */
export interface CourseChoice {
  caseId: number
  sold: SessionPackage | undefined
  keepsFirst: boolean
}

/** The body that books a course. */
export const courseInputOf = (
  values: AppointmentFormValues,
  time: ZonedTime,
  { caseId, sold, keepsFirst }: CourseChoice,
): AppointmentInput => ({
  ...inputOfValues(values, time),
  course: {
    caseId,
    packageId: sold?.id ?? null,
    shortage: keepsFirst ? 'keepFirst' : 'refuse',
  },
})

/** What a package keeps of dates on these days. */
export const coverBy = (sold: SessionPackage, days: readonly CalendarDay[]): Cover =>
  coverOf({ status: sold.status, left: sessionsLeft(sold), expiresOn: sold.expiresOn }, days)

/** Dates that would have no session. */
export const uncovered = ({ short, late }: Cover): number => short + late
