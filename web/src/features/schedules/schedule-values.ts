import type { Schedule, ScheduleChange, WorkingPeriod } from '@ulna/contract/schedules/schedules'
import { mostCapacity } from '@ulna/contract/schedules/schedules'
import { byTime, usualWeek } from '../../blocks/weekly-hours/weekly-periods.ts'

/** What stands in the form of somebody's hours. */
export interface ScheduleValues {
  /** Null means the practice's working day, Monday to Friday. */
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

/** Periods as the server will write them, one after the other. */
export const inOrder = (values: ScheduleValues): ScheduleValues => ({
  ...values,
  hours: values.hours?.toSorted(byTime) ?? null,
})

/** The body that changes the schedule to what the form holds, in order. */
export const changeOfSchedule = (values: ScheduleValues, version: number): ScheduleChange => ({
  hours: inOrder(values).hours,
  capacity: Number(values.capacity),
  version,
})

/** The hours after the choice between own ones and the practice's; a week once typed is not lost by it. */
export const chooseHours = (
  { hours, own = null }: ScheduleValues,
  isOwn: boolean,
  usual: { from: string; to: string },
): Pick<ScheduleValues, 'hours' | 'own'> => {
  if (!isOwn) return { hours: null, own: hours ?? own }
  return { hours: hours ?? own ?? usualWeek(usual.from, usual.to), own }
}

export type PeriodFault = 'periodEnd' | 'periodTime' | 'periodOverlap'

/** A period may end at `24:00`, which is no time of a clock. */
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

/** What is wrong with periods, by their place in the list, before the server is asked. */
export const periodFaults = (hours: ScheduleValues['hours']): ReadonlyMap<number, PeriodFault> =>
  new Map(
    (hours ?? []).flatMap((period, index, all) => {
      const fault = faultOfPeriod(period, index, all)
      return fault ? [[index, fault] as const] : []
    }),
  )

export const isCapacity = (text: string): boolean =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= mostCapacity
