import type { AppointmentStatus } from '@ulna/contract/appointments/appointments'
import { limits } from '@ulna/contract/http/text'
import { instantOfDay } from '@ulna/contract/records/records.dates.rules'
import {
  beginning,
  birthOf,
  Cells,
  dayOf,
  digestOf,
  type Matching,
  nameOf,
  noteOf,
  type Remark,
  remark,
} from './imports.cells.ts'
import { readDuration, readTime, timeBehindDate } from './imports.times.ts'
import { wordOf } from './imports.words.ts'

/** By what a row says whose it is. */
export interface Whose {
  readonly ref: string | null
  readonly fileId: string | null
  readonly socialId: string | null
  readonly fullName: string | null
  readonly birthDate: string | null
}

export interface VisitItem {
  /** Instants. */
  readonly start: string
  readonly end: string
  /** Null: nobody here any more. */
  readonly doctorId: number | null
  readonly practitioner: string
  readonly status: AppointmentStatus
  readonly title: string | null
  readonly note: string | null
}

export interface PackageItem {
  readonly sessions: number
  readonly remaining: number
  readonly description: string | null
  readonly expiresOn: string | null
}

export interface NoteItem {
  /** Instant, as the file says it: of today it may be still to come. */
  readonly at: string
  readonly text: string
  readonly title: string | null
  /** Author and date as the file has them. */
  readonly author: string | null
  readonly written: string
}

export type Item = VisitItem | PackageItem | NoteItem

/** A row that is somebody's: whose, and what it holds. */
export interface ReadItem {
  /** Null where a fault keeps it from being one. */
  readonly item: Item | null
  readonly whose: Whose
  readonly name: string
  readonly externalId: string
  readonly faults: readonly Remark[]
  readonly hints: readonly Remark[]
}

interface Read<T> {
  readonly item: T | null
  readonly faults: readonly Remark[]
  readonly hints: readonly Remark[]
}

/** Years from now up to which two digits are read as those of a visit or a term. */
const yearsAhead = 30

const latestYear = ({ today }: Matching): number => Number(today.slice(0, 4)) + yearsAhead

const textOr = (text: string, longest: number): string | null =>
  text === '' ? null : beginning(text, longest)

const tooLong = (field: 'title' | 'note' | 'author', text: string, max: number): Remark[] =>
  text.length > max ? [remark(field, 'field_too_long', { max })] : []

/** Minutes since midnight at which a visit begins: in a column of its own, or behind its date. */
const startOf = (cells: Cells): number | null => {
  const own = cells.text('time')
  return own === '' ? timeBehindDate(cells.text('date')) : readTime(own)
}

/** Minutes that a visit lasts; null where what the file says is no length. */
const lengthOf = (cells: Cells, start: number, { visitMinutes }: Matching): number | null => {
  const [end, duration] = [cells.text('endTime'), cells.text('duration')]
  if (end !== '') {
    const until = timeBehindDate(end) ?? readTime(end)
    return until === null ? null : until - start
  }
  return duration === '' ? visitMinutes : readDuration(duration)
}

const isLength = (minutes: number | null): minutes is number =>
  minutes !== null && minutes > 0 && minutes <= 24 * 60

interface Times extends Read<{ readonly start: number; readonly end: number }> {}

/** When a visit began and ended, by the practice's clock: a time that this clock jumps over is a fault, the first of two counts. */
const timesOf = (cells: Cells, matching: Matching): Times => {
  const { day, faults, hints } = dayOf(cells, 'date', matching, latestYear(matching))
  if (day === undefined)
    return { item: null, faults: faults.length > 0 ? faults : [remark('date', 'field_required')], hints }
  const minutes = startOf(cells)
  if (minutes === null)
    return {
      item: null,
      faults: [remark('time', cells.text('time') === '' ? 'field_required' : 'field_time')],
      hints,
    }
  const length = lengthOf(cells, minutes, matching)
  if (!isLength(length))
    return {
      item: null,
      faults: [remark(cells.text('endTime') === '' ? 'duration' : 'endTime', 'field_range')],
      hints,
    }
  const { instant, isGap, isDouble } = matching.clock.at(day, minutes)
  if (isGap) return { item: null, faults: [remark('time', 'import_time_gap')], hints }
  return {
    item: { start: instant, end: instant + length * 60_000 },
    faults: [],
    hints: [...hints, ...(isDouble ? [remark('time', 'time_double')] : [])],
  }
}

interface With {
  readonly doctorId: number | null
  readonly practitioner: string
  readonly faults: readonly Remark[]
}

const practitionerOf = (cells: Cells, { practitioners }: Matching, isAhead: boolean): With => {
  const practitioner = beginning(cells.text('practitioner'), limits.name)
  const said = practitioners.get(wordOf(cells.text('practitioner'))) ?? null
  const none = { doctorId: null, practitioner }
  if (said === null)
    return { ...none, faults: [remark('practitioner', 'import_practitioner_unsaid', { name: practitioner })] }
  if (said !== 'gone') return { doctorId: said.doctorId, practitioner, faults: [] }
  return { ...none, faults: isAhead ? [remark('practitioner', 'import_practitioner_gone')] : [] }
}

const readVisit = (cells: Cells, matching: Matching): Read<VisitItem> => {
  const times = timesOf(cells, matching)
  const isAhead = (times.item?.start ?? 0) > matching.now
  const { faults: unsaid, ...practitioner } = practitionerOf(cells, matching, isAhead)
  const status = matching.statuses.get(wordOf(cells.text('status')))
  const [title, note] = [cells.text('title'), noteOf(cells, matching)]
  const isOver = status === 'attended' || status === 'no_show' || status === 'arrived'
  const faults = [
    ...times.faults,
    ...unsaid,
    ...(status === undefined
      ? [remark('status', 'import_status_unsaid', { name: cells.text('status') })]
      : []),
    ...(isAhead && isOver ? [remark('status', 'import_attended_ahead')] : []),
    ...tooLong('title', title, limits.title),
    ...tooLong('note', note, limits.note),
  ]
  if (times.item === null || status === undefined || faults.length > 0)
    return { item: null, faults, hints: times.hints }
  return {
    item: {
      start: new Date(times.item.start).toISOString(),
      end: new Date(times.item.end).toISOString(),
      ...practitioner,
      status: status as AppointmentStatus,
      title: textOr(title, limits.title),
      note: textOr(note, limits.note),
    },
    faults: [],
    hints: times.hints,
  }
}

const wholeNumber = (text: string): number | null => {
  const [, digits] = /^(\d{1,4})(?:[.,]0+)?$/.exec(text) ?? []
  return digits === undefined ? null : Number(digits)
}

const mostSessions = 1000

/** Sessions in all and those that are left; two of the three figures say it. */
const sessionsOf = (cells: Cells): Read<Pick<PackageItem, 'sessions' | 'remaining'>> => {
  const given = (['sessions', 'remaining', 'used'] as const).map((field) => {
    const text = cells.text(field)
    return { field, text, number: wholeNumber(text) }
  })
  const unread = given.filter(({ text, number }) => text !== '' && number === null)
  if (unread.length > 0)
    return { item: null, faults: unread.map(({ field }) => remark(field, 'field_type')), hints: [] }
  const [all, left, used] = given.map(({ number }) => number)
  const remaining =
    left ?? (all !== null && all !== undefined && used !== null && used !== undefined ? all - used : null)
  if (remaining === null) return { item: null, faults: [remark('remaining', 'field_required')], hints: [] }
  const sessions = all ?? remaining + (used ?? 0)
  const disagree =
    all !== null && all !== undefined && used !== null && used !== undefined && all - used !== remaining
  const isRoom = remaining >= 0 && sessions >= 1 && remaining <= sessions && sessions <= mostSessions
  if (!isRoom || disagree) return { item: null, faults: [remark('remaining', 'field_range')], hints: [] }
  return { item: { sessions, remaining }, faults: [], hints: [] }
}

const readPackage = (cells: Cells, matching: Matching): Read<PackageItem> => {
  const count = sessionsOf(cells)
  const expires = dayOf(cells, 'expires', matching, latestYear(matching))
  const title = cells.text('title')
  const faults = [...count.faults, ...expires.faults, ...tooLong('title', title, limits.title)]
  if (count.item === null || faults.length > 0) return { item: null, faults, hints: expires.hints }
  return {
    item: { ...count.item, description: textOr(title, limits.title), expiresOn: expires.day ?? null },
    faults: [],
    hints: expires.hints,
  }
}

/** UTF-16 units of a note, its title and its author. */
const longest = { text: 20_000, line: 200 } as const

const readNote = (cells: Cells, matching: Matching): Read<NoteItem> => {
  const { day, faults: wrong, hints } = dayOf(cells, 'date', matching, Number(matching.today.slice(0, 4)))
  const text = noteOf(cells, matching)
  const isLater = day !== undefined && day > matching.today
  const faults = [
    ...wrong,
    ...(day === undefined && wrong.length === 0 ? [remark('date', 'field_required')] : []),
    ...(isLater ? [remark('date', 'field_future')] : []),
    ...(text === '' ? [remark('note', 'field_required')] : []),
    ...tooLong('note', text, longest.text),
    ...(['title', 'author'] as const).flatMap((field) => tooLong(field, cells.text(field), longest.line)),
  ]
  if (day === undefined || faults.length > 0) return { item: null, faults, hints }
  const time = timeBehindDate(cells.text('date'))
  const instant = time === null ? Date.parse(instantOfDay(day)) : matching.clock.at(day, time).instant
  return {
    item: {
      at: new Date(instant).toISOString(),
      text,
      title: textOr(cells.text('title'), longest.line),
      author: textOr(cells.text('author'), longest.line),
      written: beginning(cells.text('date'), longest.line),
    },
    faults: [],
    hints,
  }
}

const readers = { appointments: readVisit, packages: readPackage, notes: readNote } as const

/** A visit, package or note of a row of the file, with whose it is; or what is wrong with it. */
export const readItem = (
  kind: keyof typeof readers,
  matching: Matching,
  given: readonly string[],
): ReadItem => {
  const cells = new Cells(matching, given)
  const { firstName, lastName } = nameOf(cells, matching)
  const birth = birthOf(cells, matching)
  const { item, faults, hints } = readers[kind](cells, matching)
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const whose = {
    ref: textOr(cells.text('patientRef'), 200),
    fileId: textOr(cells.text('fileId'), 40),
    socialId: textOr(cells.text('socialId'), 200),
    fullName: firstName !== '' && lastName !== '' ? name : null,
    birthDate: birth.day ?? null,
  }
  const all = [...faults, ...birth.faults]
  return {
    item: all.length > 0 ? null : item,
    whose,
    name: name || (whose.ref ?? whose.fileId ?? whose.socialId ?? ''),
    externalId:
      beginning(cells.text('externalId'), 200) ||
      digestOf([...Object.values(whose).map(String), JSON.stringify(item)]),
    faults: all,
    hints: [...hints, ...birth.hints],
  }
}
