import type { Schedule, ScheduleChange, WorkingPeriod } from '@ulna/contract/schedules/schedules'
import { mostCapacity } from '@ulna/contract/schedules/schedules'
import { byTime, usualWeek } from '../../blocks/weekly-hours/weekly-periods.ts'

/** What stands in the form of somebody's hours. */
export interface ScheduleValues {
  /** Null: the practice's working day, Monday to Friday. */
  hours: WorkingPeriod[] | null
  /** The week that was typed before the practice's was chosen; it comes back with the choice of own hours. */
  own?: WorkingPeriod[] | null
  capacity: string
}

export const valuesOfSchedule = ({
  hours,
  capacity,
}: Pick<Schedule, 'hours' | 'capacity'>): ScheduleValues => ({
  hours: hours && [...hours],
  capacity: String(capacity),
})

/** The body that changes the schedule to what the form holds. Ask `scheduleFaults` first. */
export const changeOfSchedule = ({ hours, capacity }: ScheduleValues, version: number): ScheduleChange => ({
  hours: hours?.toSorted(byTime) ?? null,
  capacity: Number(capacity),
  version,
})

export const isSameSchedule = (one: ScheduleValues, other: ScheduleValues): boolean =>
  JSON.stringify(changeOfSchedule(one, 0)) === JSON.stringify(changeOfSchedule(other, 0))

/** The hours after the choice between own ones and the practice's; a week once typed is not lost by it. */
export const chooseHours = (
  { hours, own = null }: ScheduleValues,
  isOwn: boolean,
  usual: { from: string; to: string },
): Pick<ScheduleValues, 'hours' | 'own'> => {
  if (!isOwn) return { hours: null, own: hours ?? own }
  return { hours: hours ?? own ?? usualWeek(usual.from, usual.to), own }
}

/** What stands in the form once it is saved: what was stored, unless somebody went on typing meanwhile. */
export const afterSave = (
  current: ScheduleValues,
  sent: ScheduleValues,
  saved: Pick<Schedule, 'hours' | 'capacity'>,
): ScheduleValues => (isSameSchedule(current, sent) ? valuesOfSchedule(saved) : current)

export type PeriodFault = 'periodEnd' | 'periodTime' | 'periodOverlap'

export interface ScheduleFaults {
  /** Of periods, by their place in the list. */
  periods: ReadonlyMap<number, PeriodFault>
  capacity: boolean
}

const isTime = (text: string): boolean => /^\d\d:\d\d$/.test(text)

const faultOfPeriod = (period: WorkingPeriod, index: number, all: readonly WorkingPeriod[]) => {
  const { weekday, from, to } = period
  if (!isTime(from) || !isTime(to)) return 'periodTime'
  if (from >= to) return 'periodEnd'
  // The second of two that overlap is the one to mend.
  const isTaken = all.some(
    (other, at) => at < index && other.weekday === weekday && other.from < to && from < other.to,
  )
  return isTaken ? 'periodOverlap' : undefined
}

/** What is wrong with the form, before the server is asked. */
export const scheduleFaults = ({ hours, capacity }: ScheduleValues): ScheduleFaults => ({
  periods: new Map(
    (hours ?? []).flatMap((period, index, all) => {
      const fault = faultOfPeriod(period, index, all)
      return fault ? [[index, fault] as const] : []
    }),
  ),
  capacity: !/^\d+$/.test(capacity) || Number(capacity) < 1 || Number(capacity) > mostCapacity,
})

export const hasFaults = ({ periods, capacity }: ScheduleFaults): boolean => periods.size > 0 || capacity
