import { AppError } from '../../../platform/app-error.ts'
import { type CalendarEvent, calendarFile, calendarType } from '../../../platform/files/calendar-file.ts'
import { attachment } from '../../../platform/http/attachment.ts'
import { FileAnswer } from '../../../platform/http/route.ts'
import { calendarText } from '../../../platform/mail/mail-texts.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, type Database, view } from '../../../platform/use-case.ts'
import {
  type CalendarPatient,
  findCalendarPatient,
  findCalendarVisits,
  type VisitToCome,
} from './appointments.visits-calendar.repository.ts'

/** What a calendar of the patient shows, as the mails do: where and with whom, and nothing of why. */
const eventOf = ({ language, practice }: CalendarPatient, visit: VisitToCome): CalendarEvent => ({
  uid: visit.uid,
  sequence: visit.version,
  changedAt: visit.changedAt,
  start: visit.start,
  end: visit.end,
  summary: calendarText(language, 'visitTo', { practice }),
  description: calendarText(language, 'with', { practitioner: visit.practitioner }),
})

/**
 * The visits to come of a patient as a calendar file to give to them, in their language and on the clock of the practice.
 * A program that was given it before knows each visit again.
 */
export const readVisitsCalendar = async (
  db: Database,
  actor: PracticeActor,
  patientId: number,
): Promise<FileAnswer> => {
  const { patient, visits } = await view(db, actor, async (tx) => {
    const found = await findCalendarPatient(tx, actor.practiceId, patientId)
    if (!found) throw new AppError('not_found')
    const toCome = await findCalendarVisits(tx, actor.practiceId, patientId)
    const detail = { visits: toCome.length }
    return audited({ action: 'appointment.calendar', patientId, detail }, { patient: found, visits: toCome })
  })
  const file = calendarFile({
    zone: patient.timezone,
    name: patient.practice,
    events: visits.map((visit) => eventOf(patient, visit)),
    published: true,
  })
  return new FileAnswer(Buffer.from(file), calendarType, {
    'content-disposition': attachment(`${patient.firstName} ${patient.lastName}.ics`),
  })
}
