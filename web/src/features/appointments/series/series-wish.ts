import type { Appointment, AppointmentInput, SeriesChange } from '@ulna/contract/appointments/appointments'
import type { DateDecision, PreviewInput, SeriesScope } from '@ulna/contract/appointments/appointments.series'

/** Which occurrences are meant: the one that was opened, it and those after it, or every one. */
export type Scope = 'this' | SeriesScope

/** What somebody wants of a series, before it is said for which of its dates. */
export type SeriesWish =
  /** A new one. */
  | { kind: 'book'; input: AppointmentInput }
  /** An appointment that stood alone begins to repeat. */
  | { kind: 'begin'; appointment: Appointment; change: SeriesChange }
  | { kind: 'change'; appointment: Appointment; change: SeriesChange }

export const isFirstOfSeries = ({ id, parent }: Pick<Appointment, 'id' | 'parent'>): boolean => id === parent

const wide = (appointment: Appointment): SeriesScope[] =>
  isFirstOfSeries(appointment) ? ['all'] : ['following', 'all']

/** True where the series is to end with the occurrence. */
export const endsSeries = ({ every }: SeriesChange): boolean => every === null

const changesRule = ({ every, until }: SeriesChange): boolean => every !== undefined || until !== undefined

/** What may be chosen, the default first. A rule cannot change for one date; from the first on is all. */
export const scopesOf = (wish: SeriesWish): Scope[] => {
  if (wish.kind !== 'change') return ['all']
  if (endsSeries(wish.change)) return ['following']
  return changesRule(wish.change) ? wide(wish.appointment) : ['this', ...wide(wish.appointment)]
}

/** What may be deleted at once, the least first. */
export const removalScopes = (appointment: Appointment): Scope[] => ['this', ...wide(appointment)]

/** Whether a change touches when or with whom: then every date is looked at before anything is written. */
export const movesDates = ({ start, end, doctorId, every, until }: SeriesChange): boolean =>
  [start, end, doctorId, every, until].some((part) => part !== undefined)

type Asked = Pick<PreviewInput, 'doctorId' | 'patientId' | 'start' | 'end' | 'every' | 'until'>

const askedOf = ({ doctorId, patientId, start, end, every, until }: Asked): PreviewInput => {
  const asked = { doctorId, patientId, start, end, every, until }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
}

/** The question that shows every date of a wish. */
export const previewInputOf = (wish: SeriesWish, scope: SeriesScope): PreviewInput => {
  if (wish.kind === 'book') return askedOf(wish.input)
  return { ...askedOf(wish.change), id: wish.appointment.id, scope }
}

/** What was decided about dates where somebody is in the way, and why some are booked all the same. */
export interface Decided {
  dates: DateDecision[]
  reason: string
}

/** The part of a body that carries the decisions. */
export const decidedPart = ({ dates, reason }: Decided): Pick<SeriesChange, 'dates' | 'overlapReason'> => ({
  ...(dates.length > 0 ? { dates } : {}),
  ...(dates.some(({ action }) => action === 'keep') ? { overlapReason: reason.trim() } : {}),
})
