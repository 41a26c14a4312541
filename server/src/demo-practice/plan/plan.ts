import type { CaseOutcome } from '@ulna/contract/records/records'
import { type PlannedAbsence, planAbsences } from './absences.ts'
import { Agenda, type Slot } from './agenda.ts'
import { daysAround, planBlocks } from './blocks.ts'
import { addDays, type Day, daysBetween, instantAt } from './calendar.ts'
import { type Condition, conditions } from './conditions.ts'
import { bookCourse, courseFirstName, planCourse } from './course.ts'
import { type Episode, type Now, planEpisode, planScripted, type Visit } from './episodes.ts'
import { historyLater, medicalHistory } from './medical-history.ts'
import {
  type Contraindications,
  type Course,
  caseData,
  caseName,
  contraindications,
  followUpData,
} from './notes.ts'
import { ageOn, newPerson, type Person, withContact } from './people.ts'
import type { PlannedAppointment } from './planned-appointment.ts'
import { pickWeighted, type Random, seededRandom } from './random.ts'
import { type ScriptedPatient, scriptedPatients } from './script.ts'
import type { PlannedSeries } from './series.ts'
import { type Practitioner, practitioners } from './staff.ts'
import { FreshTexts, fill } from './texts.ts'
import { type PlannedWaiting, planWaiting } from './waiting.ts'

type Data = Readonly<Record<string, unknown>>

/** Instants are ISO 8601 in UTC. Keys say which row refers to which; ids come from the database. */
export interface PlannedPatient {
  readonly key: number
  readonly person: Person
  readonly registeredAt: string
  /** Summary of the patient, with when it was written. */
  readonly summary: { readonly text: string; readonly at: string } | null
}

export interface PlannedRecord {
  readonly key: number
  readonly patient: number
  readonly author: Practitioner
  readonly type: 'med_hist' | 'control' | 'document'
  readonly subtype: string | null
  readonly classId: string
  readonly occurredAt: string
  readonly createdAt: string
  /** Data without `case`, which is an id. */
  readonly data: Data
  readonly case: number | null
  readonly sessionNumber: number | null
  readonly active: boolean | null
  readonly outcome: CaseOutcome | null
  readonly closedOn: Day | null
  /** A second version: who wrote it, when, and what it says; the case that was closed says the same. */
  readonly change: { readonly author: Practitioner; readonly at: string; readonly data: Data } | null
}

export interface DemoPlan {
  readonly openedAt: string
  readonly patients: readonly PlannedPatient[]
  readonly appointments: readonly PlannedAppointment[]
  readonly series: readonly PlannedSeries[]
  readonly absences: readonly PlannedAbsence[]
  readonly waiting: readonly PlannedWaiting[]
  /** Cases come before their follow-ups. */
  readonly records: readonly PlannedRecord[]
}

/** How far back the practice goes, in days: 17 months. */
const pastDays = 517
const patientCount = 200

/** What somebody reaches whose treatment ends so. */
const reachOf: Readonly<Record<CaseOutcome, number>> = {
  recovered: 1,
  improved: 0.75,
  unchanged: 0.3,
  worsened: 0.1,
  referred: 0.25,
  abandoned: 0.7,
}

interface File {
  readonly person: Person
  /** When they asked for a first visit. */
  readonly arrival: Day
  readonly episodes: readonly Episode[]
  readonly script: ScriptedPatient | null
}

const suits = (condition: Condition, age: number): boolean =>
  age >= condition.ages[0] && age <= condition.ages[1]

/** Something they have not come with before; undefined when nothing is left for their age. */
const chooseCondition = (random: Random, age: number, had: readonly Episode[]): Condition | undefined => {
  const known = new Set(had.map((episode) => episode.condition.key))
  const options = conditions.filter((condition) => suits(condition, age) && !known.has(condition.key))
  return options.length === 0 ? undefined : pickWeighted(random, options, (condition) => condition.share)
}

const practitionerShares: Readonly<Record<Practitioner, number>> = { 0: 42, 1: 38, 2: 20 }

const lastDayOf = (episode: Episode): Day => episode.visits.at(-1)?.day ?? episode.closedOn ?? ''

/** Somebody comes, is treated, and may come again months later with something else. */
const planFile = (
  random: Random,
  { agenda, person, today, arrival }: { agenda: Agenda; person: Person; today: Day; arrival: Day },
): File => {
  const practitioner = pickWeighted(random, practitioners, (one) => practitionerShares[one])
  const around = random.between(7 * 60, 17 * 60)
  const episodes: Episode[] = []
  let from = arrival
  while (from < addDays(today, 4) && episodes.length < 4) {
    const condition = chooseCondition(random, ageOn(person, from), episodes)
    const episode = condition && planEpisode(random, agenda, { condition, practitioner, from, today, around })
    if (!episode) break
    episodes.push(episode)
    if (episode.closedOn === null || random.chance(0.3)) break
    from = addDays(lastDayOf(episode), random.between(15, 110))
  }
  return { person, arrival, episodes, script: null }
}

// More and more people come: the practice grows.
const arrivalOf = (random: Random, today: Day): Day =>
  addDays(today, -pastDays + Math.floor((pastDays - 1) * random.next() ** 0.85))

const scriptedFile = (random: Random, agenda: Agenda, script: ScriptedPatient, now: Now): File => {
  const { today } = now
  const episode = planScripted(random, agenda, script, now)
  return {
    person: withContact(random, script.person, today),
    arrival: episode.visits[0]?.day ?? today,
    episodes: [episode],
    script,
  }
}

const planFiles = (random: Random, agenda: Agenda, now: Now): File[] => {
  const { today } = now
  const scripted = scriptedPatients.map((script) => scriptedFile(random, agenda, script, now))
  const taken = new Set(scripted.map(({ person }) => `${person.firstName} ${person.lastName}`))
  const arrivals = Array.from({ length: patientCount - scripted.length }, () =>
    arrivalOf(random, today),
  ).sort()
  const others = arrivals.map((arrival) =>
    planFile(random, { agenda, person: newPerson(random, taken, today), today, arrival }),
  )
  return [...scripted, ...others]
}

const firstDay = (file: File): Day => file.episodes[0]?.visits[0]?.day ?? file.arrival

const startOf = (slot: Slot): string => instantAt(slot.day, slot.start)
const minutesAfter = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString()
const earlier = (a: string, b: string): string => (a < b ? a : b)
const later = (a: string, b: string): string => (a > b ? a : b)

const settledAt = (random: Random, visit: Visit, bookedAt: string): string | null => {
  if (visit.status === 'booked') return null
  if (visit.status === 'arrived') return minutesAfter(startOf(visit), -4)
  if (visit.status === 'cancelled')
    return later(minutesAfter(bookedAt, 30), minutesAfter(startOf(visit), -60 * random.between(2, 26)))
  return instantAt(visit.day, visit.end)
}

/** Each visit is booked at the end of the one before, the first when the patient was registered. */
const appointmentsOf = (
  random: Random,
  patient: number,
  visits: readonly Visit[],
  registeredAt: string,
): PlannedAppointment[] =>
  visits.map((visit, index) => {
    const before = visits[index - 1]
    const todayOrBefore = before && before.status !== 'booked' ? instantAt(before.day, before.end) : undefined
    const bookedAt = earlier(todayOrBefore ?? registeredAt, minutesAfter(startOf(visit), -90))
    return {
      practitioner: visit.practitioner,
      patient,
      start: startOf(visit),
      end: instantAt(visit.day, visit.end),
      title: index === 0 ? 'Valoración inicial' : null,
      note: index === 0 && random.chance(0.3) ? 'Traer exámenes y orden médica.' : null,
      status: visit.status,
      confirmed: visit.confirmed,
      cancelReason: visit.cancelReason,
      bookedAt,
      settledAt: settledAt(random, visit, bookedAt),
      series: null,
    }
  })

const courseOf = (
  random: Random,
  file: File,
  avoid: Contraindications,
  { condition, side, planned, outcome }: Episode,
): Course => ({
  condition,
  side,
  sex: file.person.sex,
  planned,
  reach: outcome === null ? 0.95 : reachOf[outcome],
  turn: random.between(0, 11),
  avoid,
})

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const avoidedIn = (history: Data | undefined): Contraindications =>
  contraindications(
    textOf(history?.allergies),
    textOf(history?.warning),
    textOf(history?.currentMedication)?.includes('Omeprazol') ? 'gastritis' : undefined,
  )

const writtenAfter = (random: Random, visit: Visit): string =>
  minutesAfter(instantAt(visit.day, visit.end), random.between(-6, 12))

const plain = {
  case: null,
  sessionNumber: null,
  active: null,
  outcome: null,
  closedOn: null,
  change: null,
} as const

const historyOf = (random: Random, patient: number, file: File): Omit<PlannedRecord, 'key'>[] => {
  const examinations = file.episodes
    .map(({ visits }) => visits[0])
    .filter((visit) => visit?.status === 'attended')
  const [first, second] = examinations
  if (!first) return []
  const data = medicalHistory(random, {
    sex: file.person.sex,
    age: ageOn(file.person, first.day),
    allergies: file.script?.allergies,
    warning: file.script?.warning,
  })
  const change = second && {
    author: second.practitioner,
    at: minutesAfter(startOf(second), 15),
    data: historyLater(random, data),
  }
  return [
    {
      ...plain,
      patient,
      author: first.practitioner,
      type: 'med_hist',
      subtype: null,
      classId: 'med_hist_default',
      occurredAt: startOf(first),
      createdAt: minutesAfter(startOf(first), 20),
      data,
      change: change ?? null,
    },
  ]
}

const studyOf = (
  random: Random,
  patient: number,
  course: Course,
  visit: Visit,
): Omit<PlannedRecord, 'key'>[] => {
  const { study } = course.condition
  if (!study || !random.chance(0.5)) return []
  const situation = { random, side: course.side, sex: course.sex, progress: 0 }
  const data = {
    date: addDays(visit.day, -random.between(2, 25)),
    name: fill(study.name, situation),
    description: 'Resultado que trae el paciente',
    note: fill(study.note, situation),
  }
  return [
    {
      ...plain,
      patient,
      author: visit.practitioner,
      type: 'document',
      subtype: study.subtype,
      classId: 'document',
      occurredAt: minutesAfter(startOf(visit), 25),
      createdAt: minutesAfter(startOf(visit), 26),
      data,
    },
  ]
}

const controls = (
  random: Random,
  {
    patient,
    episode,
    course,
    fresh,
    nextKey,
  }: { patient: number; episode: Episode; course: Course; fresh: FreshTexts; nextKey: () => number },
): PlannedRecord[] => {
  const [examination, ...followUps] = episode.visits.filter((visit) => visit.status === 'attended')
  if (!examination) return []
  const key = nextKey()
  const { outcome, closedOn, practitioner } = episode
  const data = caseData(
    random,
    course,
    addDays(examination.day, -random.between(...course.condition.onsetDays)),
  )
  const control = { ...plain, patient, type: 'control' } as const
  const opened: PlannedRecord = {
    ...control,
    key,
    author: examination.practitioner,
    subtype: 'case',
    classId: 'case_default',
    occurredAt: minutesAfter(startOf(examination), 10),
    createdAt: writtenAfter(random, examination),
    data,
    active: outcome === null,
    outcome,
    closedOn,
    change: closedOn === null ? null : { author: practitioner, at: instantAt(closedOn, 17 * 60 + 50), data },
  }
  const goodbye = outcome === 'recovered' || outcome === 'improved' ? outcome : null
  const notes = followUps.map(
    (visit, index): PlannedRecord => ({
      ...control,
      key: nextKey(),
      author: visit.practitioner,
      subtype: 'follow_up',
      classId: 'followup_default',
      occurredAt: startOf(visit),
      createdAt: writtenAfter(random, visit),
      case: key,
      sessionNumber: index + 1,
      data: followUpData(
        random,
        course,
        { number: index + 1, goodbye: index === followUps.length - 1 ? goodbye : null },
        fresh,
      ),
    }),
  )
  return [
    opened,
    ...studyOf(random, patient, course, examination).map((record) => ({ ...record, key: nextKey() })),
    ...notes,
  ]
}

const registeredAt = (random: Random, file: File): string =>
  instantAt(addDays(firstDay(file), -random.between(1, 6)), random.between(8 * 60, 16 * 60))

/** What the alerts say already is not said again. */
const summaryOf = (random: Random, file: File): PlannedPatient['summary'] => {
  const texts = file.episodes.map((episode) => {
    const ended = episode.closedOn === null ? 'en tratamiento' : `cerrado en ${episode.closedOn.slice(0, 4)}`
    return `${caseName(courseOf(random, file, [], episode), random)} (${ended}).`
  })
  const visit = file.episodes
    .flatMap((episode) => episode.visits)
    .findLast(({ status }) => status === 'attended')
  if (!visit || (file.script === null && !random.chance(0.25))) return null
  return {
    text: texts.join(' '),
    at: instantAt(visit.day, visit.end),
  }
}

/** The morning that the script of the day was written for. */
const scriptedMinute = 10 * 60 + 26

/**
 * Everything the demo practice holds, for a calendar day of the practice and how many minutes of it are over: who was to
 * come by then has come, who is to come later is booked. The same day and minute give the same plan.
 */
export const planDemo = (today: Day, minute = scriptedMinute): DemoPlan => {
  const random = seededRandom(20_260)
  const agenda = new Agenda(today)
  const absences = planAbsences(agenda, today)
  const blocks = planBlocks(agenda, today, daysAround(today, pastDays, 25))
  const courseSlots = bookCourse(agenda, today)
  const files = planFiles(random, agenda, { today, minute }).sort((a, b) =>
    daysBetween(firstDay(b), firstDay(a)),
  )
  let key = 0
  const nextKey = (): number => {
    key += 1
    return key
  }
  const patients: PlannedPatient[] = []
  const appointments: PlannedAppointment[] = [...blocks.appointments]
  const records: PlannedRecord[] = []
  for (const [patient, file] of files.entries()) {
    const since = registeredAt(random, file)
    const fresh = new FreshTexts()
    patients.push({
      key: patient,
      person: file.person,
      registeredAt: since,
      summary: summaryOf(random, file),
    })
    const history = historyOf(random, patient, file)
    const avoid = avoidedIn(history[0]?.data)
    records.push(...history.map((record) => ({ ...record, key: nextKey() })))
    for (const episode of file.episodes) {
      appointments.push(...appointmentsOf(random, patient, episode.visits, since))
      records.push(
        ...controls(random, {
          patient,
          episode,
          course: courseOf(random, file, avoid, episode),
          fresh,
          nextKey,
        }),
      )
    }
  }
  const course = planCourse(
    courseSlots,
    files.findIndex(({ person }) => person.firstName === courseFirstName),
    today,
  )
  return {
    openedAt: instantAt(addDays(today, -pastDays - 12), 9 * 60),
    patients,
    appointments: [...appointments, ...course.appointments],
    series: [...blocks.series, ...course.series],
    absences,
    waiting: planWaiting(
      files.map(({ person }) => person.firstName),
      today,
    ),
    records,
  }
}
