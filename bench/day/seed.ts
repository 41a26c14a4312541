import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { askServer } from '../ask-server.ts'
import type { Days, Range, Visit, Who } from './calls.ts'
import type { PracticeSize } from './plan.ts'

const password = 'cuatro gatos en el tejado'
const patients = 400
/** Of one practitioner: 40 of a practice of four. */
const visitsADay = 10
const hour = 3_600_000
const day = 24 * hour

/** A practice as the load finds it: who works there, and today's visits of each practitioner. */
export interface SeededPractice {
  readonly people: readonly Who[]
  readonly visits: readonly (readonly Visit[])[]
}

/** What is the same for all of them. */
export interface PracticeTime {
  /** A zone in which it is about eleven, so that the visits of today are today's whenever the bench is begun. */
  readonly zone: string
  /** Midnight of today there, in ms since 1970. */
  readonly midnight: number
}

export const timeNow = (now = new Date()): PracticeTime => {
  const ahead = 11 - now.getUTCHours()
  // POSIX counts the other way round: Etc/GMT-5 is five hours ahead of UTC.
  const zone = ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
  const local = now.getTime() + ahead * hour
  return { zone, midnight: local - (local % day) - ahead * hour }
}

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

const monthAround = (today: string, months: number): Range => {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const first = (more: number): string => dayOf(Date.UTC(year, month - 1 + months + more, 1))
  return { start: first(0), end: first(1) }
}

/** `midnight` is of the practice: twelve hours later it is the same day there and, at UTC, in its name. */
const localDay = ({ midnight, zone }: PracticeTime, later = 0): string => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  return format.format(midnight + 12 * hour + later * day)
}

const daysOf = (time: PracticeTime): Days => {
  const today = localDay(time)
  return {
    today,
    tomorrow: localDay(time, 1),
    months: [monthAround(today, -1), monthAround(today, 0), monthAround(today, 1)],
  }
}

interface Registered {
  readonly number: number
  readonly practiceId: number
  readonly userId: number
  readonly doctorId: number
}

const ownerName = (number: number): string => `member-${number}-0@bench.test`

const register = async (url: string, number: number, zone: string): Promise<Registered> => {
  const { text } = await askServer(url, {
    method: 'POST',
    path: '/api/auth/register',
    body: JSON.stringify({
      email: ownerName(number),
      password,
      firstName: 'Laura',
      lastName: 'Restrepo',
      practiceName: `Fisioterapia ${number}`,
      timezone: zone,
    }),
  })
  const { payload } = JSON.parse(text) as { payload: { user: Id; doctor: Id; practice: Id } }
  return { number, practiceId: payload.practice.id, userId: payload.user.id, doctorId: payload.doctor.id }
}

interface Id {
  readonly id: number
}

type Rest = Pick<PracticeSize, 'practitioners' | 'receptionists'>

/** Fills practices that were just registered. */
export const fillPractices = async (
  owner: pg.Client,
  practices: readonly Registered[],
  time: PracticeTime,
  { practitioners, receptionists }: Rest,
): Promise<void> => {
  const { rows } = await owner.query<{ free: string }>('select last_value + 1000 as free from global_id')
  const values: Readonly<Record<string, string | number>> = {
    practices: JSON.stringify(practices),
    base: Number(rows[0]?.free),
    today: localDay(time),
    zone: time.zone,
    patients,
    visits_a_day: visitsADay,
    practitioners,
    receptionists,
  }
  const statements = await readFile(new URL('seed.sql', import.meta.url), 'utf8')
  const filled = statements.replaceAll(/\{(\w+)\}/g, (found, name: string) => String(values[name] ?? found))
  await owner.query(`begin; ${filled}; commit`)
  await owner.query('set session_replication_role = origin')
}

const peopleOf = (
  { practiceId, number }: Registered,
  time: PracticeTime,
  { practitioners, receptionists }: Rest,
): Who[] =>
  Array.from({ length: practitioners + receptionists }, (_, member) => ({
    practiceId,
    username: `member-${number}-${member}@bench.test`,
    password,
    isDesk: member >= practitioners,
    isOwner: member === 0,
    days: daysOf(time),
  }))

interface VisitRow {
  readonly doctor: number
  readonly appointment: number
  readonly version: number
  readonly patient: number
  readonly first_name: string
  readonly last_name: string
  readonly case_id: number
  readonly last_follow_up: number
}

const visitsOf = async (
  owner: pg.Client,
  practiceId: number,
  { midnight }: PracticeTime,
): Promise<SeededPractice['visits']> => {
  const forms = await owner.query<{ class_id: string; version: number }>('select * from bench.class')
  const kept = ['case_default', 'followup_default', 'med_hist_default']
  const versions = Object.fromEntries(
    forms.rows.filter(({ class_id }) => kept.includes(class_id)).map((row) => [row.class_id, row.version]),
  )
  const { rows } = await owner.query<VisitRow>(
    `select a.doctor_id::int8 as doctor, a.id as appointment, a.version, p.id as patient, p.first_name, p.last_name,
       min(r.id) filter (where r.subtype = 'case') as case_id, max(r.id) filter (where r.subtype = 'follow_up') as last_follow_up
     from appointments a join patients p on p.practice_id = a.practice_id and p.id = a.patient_id
       join records r on r.practice_id = a.practice_id and r.patient_id = p.id
     where a.practice_id = $1 and a.start_at >= $2 and a.start_at < $3
     group by a.practice_id, a.id, a.start_at, p.id, p.first_name, p.last_name, a.doctor_id, a.version
     order by a.doctor_id, a.start_at`,
    [practiceId, new Date(midnight), new Date(midnight + 13.5 * hour)],
  )
  const visits = rows.map((row) => ({
    appointmentId: Number(row.appointment),
    version: row.version,
    doctorId: Number(row.doctor),
    patientId: Number(row.patient),
    firstName: row.first_name,
    lastName: row.last_name,
    caseId: Number(row.case_id),
    lastFollowUpId: Number(row.last_follow_up),
    forms: versions,
  }))
  return [...Map.groupBy(visits, ({ doctorId }) => doctorId).values()]
}

/** Practices of this size, as many as are asked for: those that are there already stay. */
export const growingPractices = (url: string, owner: pg.Client, rest: Rest, time: PracticeTime) => {
  const registered: Registered[] = []
  return async (count: number): Promise<SeededPractice[]> => {
    const added: Registered[] = []
    for (let number = registered.length; number < count; number += 1)
      added.push(await register(url, number, time.zone))
    if (added.length > 0) {
      await fillPractices(owner, added, time, rest)
      registered.push(...added)
      await owner.query('vacuum (analyze)')
      await owner.query('checkpoint')
    }
    const practices: SeededPractice[] = []
    for (const one of registered.slice(0, count))
      practices.push({
        people: peopleOf(one, time, rest),
        visits: await visitsOf(owner, one.practiceId, time),
      })
    return practices
  }
}

const slotsADay = 12

/** A free half hour of an afternoon, another for each visit: from tomorrow on, twelve a day. */
export const nextTime = ({ midnight }: PracticeTime, number: number): Range => {
  const start = midnight + (1 + Math.floor(number / slotsADay)) * day + (14 + (number % slotsADay) / 2) * hour
  return { start: new Date(start).toISOString(), end: new Date(start + hour / 2).toISOString() }
}
