import { type CalendarEvent, calendarFile, calendarType } from '../../platform/files/calendar-file.ts'
import { type ComposedMail, calendarText, composeMail } from '../../platform/mail/mail-texts.ts'
import type { Mail, MailAttachment } from '../../platform/mail/mailer.ts'
import type { LetterLine } from './reminders.letters.repository.ts'
import { dayInWords, timeInWords } from './reminders.words.ts'

/** The lines of one mail, all of one patient; there is one at least. */
export type Letter = readonly [LetterLine, ...LetterLine[]]

const dayOf = ({ start, timezone, language }: LetterLine): string => dayInWords(start, timezone, language)
const timeOf = ({ start, timezone, language }: LetterLine): string => timeInWords(start, timezone, language)

const practitionersOf = (letter: Letter): string[] => [...new Set(letter.map((line) => line.practitioner))]

/** A date of several; with whom is said where it is not always the same person. */
const dateLine = (line: LetterLine, several: boolean): string =>
  [`${dayOf(line)}, ${timeOf(line)}`, ...(several ? [line.practitioner] : [])].join(' · ')

const composed = (letter: Letter, link: string): ComposedMail => {
  const [line] = letter
  const { language, practice } = line
  const practitioners = practitionersOf(letter)
  const practitioner = practitioners.join(', ')
  if (letter.length > 1) {
    const dates = letter.map((one) => dateLine(one, practitioners.length > 1)).join('\n')
    return composeMail(language, 'confirmationOfSeries', { practice, practitioner, dates, link })
  }
  const params = { practice, practitioner, day: dayOf(line), time: timeOf(line), link }
  return line.kind === 'reminder'
    ? composeMail(language, 'reminder', params)
    : composeMail(language, 'confirmation', params)
}

/** What a calendar of the patient shows: where and with whom, and nothing of why. */
const eventOf = (line: LetterLine): CalendarEvent => ({
  uid: line.uid,
  sequence: line.version,
  changedAt: line.changedAt,
  start: line.start,
  end: line.end,
  summary: calendarText(line.language, 'visitTo', { practice: line.practice }),
  description: calendarText(line.language, 'with', { practitioner: line.practitioner }),
})

const fileOf = (letter: Letter): MailAttachment => {
  const [{ timezone, practice, language }] = letter
  return {
    fileName: calendarText(language, 'fileName', {}),
    contentType: `${calendarType}; method=PUBLISH`,
    content: calendarFile({
      zone: timezone,
      name: practice,
      events: letter.map(eventOf),
      published: true,
    }),
  }
}

/**
 * The mail of some lines. It names practice, practitioner, day and time, in the patient's language and on the clock of
 * the practice; nothing of the patient, who may share the address with others.
 */
export const mailOf = (letter: Letter, to: string, mailId: number, optOutUrl: string): Mail => ({
  // The same at every attempt: programs show a mail that came twice once.
  id: `appointment-${mailId}`,
  to,
  fromName: letter[0].practice,
  unsubscribeUrl: optOutUrl,
  ...composed(letter, optOutUrl),
  ...(letter[0].kind === 'confirmation' ? { attachments: [fileOf(letter)] } : {}),
})
