import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { Patient } from '@ulna/contract/patients/patients'
import type { Language } from '@ulna/contract/record-class/record-class'
import { dayOfInstant, formatDay, formatInstant, formatTime } from '@ulna/contract/records/records.rules'
import { sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import type { VisitFacts } from '@ulna/contract/today/today'
import type { TFunction } from 'i18next'
import type { PaperModel, PaperPart } from '../../platform/papers/papers.ts'
import type { ClinicalGlance, SheetContent } from './day-sheets.content.service.ts'

/** Who reads a sheet, and when it was made. */
export interface SheetWriting {
  readonly t: TFunction
  readonly language: Language
  readonly timezone: string
  /** Instant. */
  readonly at: string
}

type Writing = SheetContent & SheetWriting

const practitionersOf = ({ events }: Writing): readonly { id: number; name: string }[] => {
  const names = new Map(events.map(({ doctorId, doctorName }) => [doctorId, doctorName]))
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id)
}

const clockOf = ({ timezone }: Writing, { start, end }: Appointment): string =>
  `${formatTime(start, timezone)} – ${formatTime(end, timezone)}`

const phonesOf = (patient: Patient | undefined): string =>
  [...new Set([patient?.mobile, patient?.phone])].filter(Boolean).join('\n')

const whoOf = ({ t }: Writing, event: Appointment, patient: Patient | undefined): string => {
  if (event.patientId === null) return cut(event.title ?? t('daySheets:paper.kept'))
  const name = event.patientName ?? ''
  return patient ? `${name}\n${t('patient:head.fileNumber', { number: patient.fileId })}` : name
}

/** A note of the agenda is read at a glance; a row of a table is never torn apart. */
const mostOfNote = 200

const cut = (text: string): string => {
  const signs = [...text]
  return signs.length <= mostOfNote ? text : `${signs.slice(0, mostOfNote - 1).join('')}…`
}

const patientOf = ({ patients }: Writing, { patientId }: Appointment): Patient | undefined =>
  patientId === null ? undefined : patients.get(patientId)

const rowOf = (writing: Writing, event: Appointment): readonly string[] => {
  const patient = patientOf(writing, event)
  const title = event.patientId === null ? null : event.title
  const notes = cut([title, event.note].filter(Boolean).join('\n'))
  return [clockOf(writing, event), whoOf(writing, event, patient), phonesOf(patient), notes, '']
}

const tableOf = (writing: Writing, events: readonly Appointment[]): PaperPart => {
  const { t } = writing
  return {
    kind: 'table',
    columns: [
      { label: t('daySheets:paper.time'), share: 0.15 },
      { label: t('daySheets:paper.patient'), share: 0.28 },
      { label: t('daySheets:paper.phones'), share: 0.2 },
      { label: t('daySheets:paper.note'), share: 0.25 },
      // Stays empty: it is written in by hand.
      { label: t('daySheets:paper.came'), share: 0.12 },
    ],
    rows: events.map((event) => rowOf(writing, event)),
  }
}

type Pair = { readonly label: string; readonly text: string }

const alertsOf = ({ t }: Writing, { alerts }: ClinicalGlance): Pair[] =>
  alerts.length === 0
    ? []
    : [{ label: t('daySheets:paper.alerts'), text: alerts.map(({ text }) => text).join('\n') }]

const caseOf = ({ t }: Writing, { caseName, sessionNumber }: VisitFacts): Pair[] => {
  const session = sessionNumber === null ? null : t('record:title.followUp', { number: sessionNumber })
  const text = [caseName, session].filter(Boolean).join(' · ')
  return text === '' ? [] : [{ label: t('daySheets:paper.case'), text }]
}

const noteOf = ({ t, timezone, language }: Writing, { lastNote }: ClinicalGlance): Pair[] => {
  if (lastNote === null) return []
  const day = formatDay(dayOfInstant(lastNote.date, timezone), language)
  const label = t('daySheets:paper.lastNote', { day, author: lastNote.author })
  return [{ label, text: lastNote.text }]
}

const balanceOf = ({ t }: Writing, { package: counted }: VisitFacts): Pair[] => {
  if (counted === null) return []
  const figures = { left: sessionsLeft(counted), used: counted.usedSessions, bought: counted.numSessions }
  const text = t('daySheets:paper.balanceText', { ...figures, reserved: counted.reservedSessions })
  return [{ label: t('daySheets:paper.balance'), text }]
}

const noFacts: Pick<VisitFacts, 'caseName' | 'sessionNumber' | 'package'> = {
  caseName: null,
  sessionNumber: null,
  package: null,
}

/** What to know of a visit before it begins; nothing where nothing is known. */
const beforeVisit = (writing: Writing, event: Appointment): PaperPart[] => {
  const patient = patientOf(writing, event)
  if (!patient) return []
  const facts = { ...noFacts, ...writing.facts.get(event.id) } as VisitFacts
  const glance = writing.glances.get(patient.id) ?? { alerts: [], lastNote: null }
  const items = [
    ...alertsOf(writing, glance),
    ...caseOf(writing, facts),
    ...noteOf(writing, glance),
    ...balanceOf(writing, facts),
  ]
  const heading = `${formatTime(event.start, writing.timezone)} · ${event.patientName ?? ''}`
  return items.length === 0
    ? []
    : [
        { kind: 'section', text: heading },
        { kind: 'pairs', items },
      ]
}

const agendaOf = (writing: Writing, { id, name }: { id: number; name: string }): PaperPart[] => {
  const events = writing.events.filter(({ doctorId }) => doctorId === id)
  const visits = events.filter(({ patientId }) => patientId !== null)
  return [
    {
      kind: 'record',
      heading: name,
      running: name,
      seals: [],
      meta: writing.t('daySheets:paper.visits', { count: visits.length }),
      notes: [],
    },
    tableOf(writing, events),
    ...(writing.contents === 'clinical' ? visits.flatMap((event) => beforeVisit(writing, event)) : []),
  ]
}

const clinicalSteps = ['write', 'enter', 'marked', 'visits', 'keep'] as const
const deskSteps = ['visits', 'receipts', 'destroy'] as const

/** How to work without Ulna, and what to do with what was written on paper once it is there again. */
const howTo = ({ t, contents }: Writing): PaperPart[] => [
  {
    kind: 'record',
    heading: t('daySheets:paper.howTo'),
    running: t('daySheets:paper.howTo'),
    seals: [],
    meta: t('daySheets:paper.howToLead'),
    notes: [],
  },
  ...(contents === 'clinical' ? clinicalSteps : deskSteps).map(
    (step, index): PaperPart => ({
      kind: 'text',
      text: `${index + 1}. ${t(`daySheets:paper.steps.${step}`)}`,
    }),
  ),
]

const weekdayOf = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** What stands on the pages of a sheet, in words. */
export const sheetModel = (content: SheetContent, about: SheetWriting): PaperModel => {
  const writing = { ...content, ...about }
  const { t, language, timezone, at, day, contents, practiceName } = writing
  const dayText = `${weekdayOf(day, language)} ${formatDay(day, language)}`
  const title = t('daySheets:paper.title', { day: dayText })
  const practitioners = practitionersOf(writing)
  return {
    title,
    author: practiceName,
    subject: title,
    code: null,
    ...{ language, at },
    head: { name: title, facts: t(`daySheets:paper.contents.${contents}`), practice: practiceName },
    foot: {
      issued: t('daySheets:paper.made', { when: formatInstant(at, language, timezone) }),
      proof: t('daySheets:paper.destroy'),
      seals: '',
      pages: t('paper:pages', { page: '{{page}}', pages: '{{pages}}' }),
    },
    parts: [
      ...(practitioners.length === 0
        ? [{ kind: 'quiet' as const, text: t('daySheets:paper.nobody') }]
        : practitioners.flatMap((one) => agendaOf(writing, one))),
      ...howTo(writing),
    ],
    pictures: [],
  }
}
