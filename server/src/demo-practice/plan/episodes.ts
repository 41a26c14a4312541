import type { AppointmentStatus } from '@ulna/contract/appointments/appointments'
import type { CaseOutcome } from '@ulna/contract/records/records'
import type { Agenda, Slot } from './agenda.ts'
import { addDays, type Day, daysBetween } from './calendar.ts'
import type { Condition } from './conditions.ts'
import { pickWeighted, type Random } from './random.ts'
import type { ScriptedPatient } from './script.ts'
import { type Practitioner, practitioners, visitMinutes } from './staff.ts'
import type { Side } from './texts.ts'

export interface Visit extends Slot {
  readonly status: AppointmentStatus
  readonly confirmed: boolean
  readonly cancelReason: string | null
}

/** One complaint of one patient, from first visit to discharge. */
export interface Episode {
  readonly condition: Condition
  readonly side: Side
  readonly practitioner: Practitioner
  /** Recommended follow-ups. */
  readonly planned: number
  /** Outcome and closing day; null while the case is active. */
  readonly outcome: CaseOutcome | null
  readonly closedOn: Day | null
  /** Visits by time; the first is the examination. */
  readonly visits: readonly Visit[]
}

interface Ending {
  readonly outcome: CaseOutcome
  readonly share: number
  /** Part of the planned follow-ups that take place, least and most. */
  readonly part: readonly [number, number]
  /** Days from the last visit until somebody closes the case. */
  readonly closedAfter: number
}

const endings: readonly Ending[] = [
  { outcome: 'recovered', share: 66, part: [1, 1], closedAfter: 0 },
  { outcome: 'improved', share: 20, part: [0.7, 1], closedAfter: 0 },
  { outcome: 'abandoned', share: 8, part: [0.2, 0.6], closedAfter: 40 },
  { outcome: 'referred', share: 3, part: [0.3, 0.5], closedAfter: 0 },
  { outcome: 'unchanged', share: 3, part: [0.8, 1], closedAfter: 0 },
]

const cancelReasons = [
  'Compromiso laboral',
  'Cita médica a la misma hora',
  'Gripa',
  'Viaje',
  'Problemas de transporte',
  'Reunión del colegio de los hijos',
  'Pico y placa',
  'Reprograma por lluvia',
]

/** Bookings reach this many days ahead, at most this many of one patient. */
const horizonDays = 24
const mostAhead = 3

const bookedVisit = (random: Random, slot: Slot, today: Day): Visit => ({
  ...slot,
  status: 'booked',
  confirmed: daysBetween(today, slot.day) <= 3 && random.chance(0.7),
  cancelReason: null,
})

const attendedVisit = (slot: Slot): Visit => ({
  ...slot,
  status: 'attended',
  confirmed: true,
  cancelReason: null,
})

const pastVisit = (random: Random, slot: Slot, first: boolean): Visit => {
  const chance = random.next()
  if (first || chance > 0.1) return attendedVisit(slot)
  if (chance > 0.04)
    return { ...slot, status: 'cancelled', confirmed: false, cancelReason: random.pick(cancelReasons) }
  return { ...slot, status: 'no_show', confirmed: random.chance(0.4), cancelReason: null }
}

const attended = (visits: readonly Visit[]): number =>
  visits.filter((visit) => visit.status === 'attended').length

/** The day of the demo, and how many minutes of it are over. */
export interface Now {
  readonly today: Day
  readonly minute: number
}

export interface EpisodeWish {
  readonly condition: Condition
  readonly practitioner: Practitioner
  readonly from: Day
  readonly today: Day
  /** Minute of the day that suits the patient. */
  readonly around: number
}

interface Course {
  readonly random: Random
  readonly agenda: Agenda
  readonly wish: EpisodeWish
  /** Follow-ups that take place. */
  readonly followUps: number
}

const substitute = (random: Random, own: Practitioner): Practitioner =>
  random.chance(0.04) ? random.pick(practitioners) : own

const nextSlot = ({ random, agenda, wish }: Course, visits: readonly Visit[], day: Day): Slot | undefined => {
  const first = visits.length === 0
  const practitioner = first ? wish.practitioner : substitute(random, wish.practitioner)
  const minutes = visitMinutes[practitioner][first ? 'first' : 'next']
  const before = visits.at(-1)?.day ?? addDays(wish.from, -1)
  const onSameSide = (other: Day): boolean => other > before && other > wish.today === day > wish.today
  return agenda.book(
    { practitioner, day, around: wish.around + random.between(-4, 4) * 15, minutes },
    1,
    onSameSide,
  )
}

const isOver = ({ followUps, wish }: Course, visits: readonly Visit[]): boolean => {
  const ahead = visits.filter((visit) => visit.day > wish.today).length
  return attended(visits) + ahead > followUps || ahead >= mostAhead
}

/** Visits from a day on until the treatment is over or the bookings end. */
const visitsOf = (course: Course): Visit[] => {
  const { random, wish } = course
  const { condition, today } = wish
  const visits: Visit[] = []
  let day = wish.from
  while (!isOver(course, visits) && day <= addDays(today, horizonDays)) {
    const slot = nextSlot(course, visits, day)
    if (!slot) break
    visits.push(
      slot.day > today ? bookedVisit(random, slot, today) : pastVisit(random, slot, visits.length === 0),
    )
    day = addDays(slot.day, random.between(...condition.everyDays))
  }
  return visits
}

const closing = (
  ending: Ending,
  followUps: number,
  visits: readonly Visit[],
  today: Day,
): Pick<Episode, 'outcome' | 'closedOn'> => {
  const last = visits.at(-1)
  const active = { outcome: null, closedOn: null }
  if (!last || last.day > today || attended(visits) <= followUps) return active
  const closedOn = addDays(last.day, ending.closedAfter)
  return closedOn < today ? { outcome: ending.outcome, closedOn } : active
}

export const randomSide = (random: Random): Side => (random.chance(0.55) ? 'right' : 'left')

/** An episode that begins on a day; undefined when nobody has time for the first visit. */
export const planEpisode = (random: Random, agenda: Agenda, wish: EpisodeWish): Episode | undefined => {
  const { condition, practitioner, today } = wish
  const planned = random.between(...condition.sessions)
  const ending = pickWeighted(random, endings, (one) => one.share)
  const [least, most] = ending.part
  const followUps = Math.max(1, Math.round(planned * (least + (most - least) * random.next())))
  const visits = visitsOf({ random, agenda, wish, followUps })
  if (visits.length === 0) return undefined
  return {
    condition,
    side: randomSide(random),
    practitioner,
    planned,
    visits,
    ...closing(ending, followUps, visits, today),
  }
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

export const slotToday = (
  practitioner: Practitioner,
  day: Day,
  { start, end }: { readonly start: string; readonly end: string },
): Slot => ({ practitioner, day, start: minutesOf(start), end: minutesOf(end) })

/** Attended visits before a day, walked back from it, the examination first. */
const visitsBefore = (random: Random, agenda: Agenda, script: ScriptedPatient, anchor: Day): Visit[] => {
  const { practitioner, condition, followUps } = script
  if (followUps === null) return []
  const around = random.between(8 * 60, 16 * 60)
  const visits: Visit[] = []
  let day = anchor
  for (let left = followUps; left >= 0; left -= 1) {
    const minutes = visitMinutes[practitioner][left === 0 ? 'first' : 'next']
    const slot = agenda.book({ practitioner, day, around, minutes }, -1, (other) => other <= day)
    if (!slot) break
    visits.unshift(attendedVisit(slot))
    day = addDays(slot.day, -random.between(...condition.everyDays))
  }
  return visits
}

const visitsAhead = (random: Random, agenda: Agenda, script: ScriptedPatient, today: Day): Visit[] => {
  const { practitioner, condition } = script
  const visits: Visit[] = []
  let day = today
  for (let number = 0; number < script.ahead; number += 1) {
    day = addDays(day, random.between(...condition.everyDays))
    const around = random.between(8 * 60, 16 * 60)
    const wish = { practitioner, day, around, minutes: visitMinutes[practitioner].next }
    const slot = agenda.book(wish, 1, (other) => other >= day)
    if (!slot) break
    visits.push(bookedVisit(random, slot, today))
    day = slot.day
  }
  return visits
}

/** Patients come so many minutes early, and are waited for so many. */
const comesBefore = 10
const waitedFor = 15
/** When the desk opens and hears who calls off. */
const deskOpens = 7 * 60

/** What has become of a visit of today by now: what the script says, once it can have happened. */
const statusBy = (minute: number, script: AppointmentStatus, { start, end }: Slot): AppointmentStatus => {
  if (script === 'cancelled') return minute < deskOpens ? 'booked' : 'cancelled'
  if (script === 'no_show') return minute < start + waitedFor ? 'booked' : 'no_show'
  if (minute >= end) return 'attended'
  return minute >= start - comesBefore ? 'arrived' : 'booked'
}

const visitToday = (script: ScriptedPatient, { today, minute }: Now): Visit[] => {
  if (!script.today) return []
  const slot = slotToday(script.practitioner, today, script.today)
  const status = statusBy(minute, script.today.status, slot)
  const confirmed = script.today.confirmed || status === 'arrived' || status === 'attended'
  return [{ ...slot, status, confirmed, cancelReason: status === 'cancelled' ? 'Compromiso laboral' : null }]
}

/** The episode of somebody whose place in today's agenda is written down. */
export const planScripted = (random: Random, agenda: Agenda, script: ScriptedPatient, now: Now): Episode => {
  const { today } = now
  const { condition, side, practitioner } = script
  const [least, most] = condition.sessions
  const anchor = addDays(today, -(script.lastVisitDaysAgo ?? random.between(...condition.everyDays)))
  const before = visitsBefore(random, agenda, script, anchor)
  const visits = [...before, ...visitToday(script, now), ...visitsAhead(random, agenda, script, today)]
  const planned = Math.max(random.between(least, most), before.length + 2)
  return { condition, side, practitioner, planned, outcome: null, closedOn: null, visits }
}
