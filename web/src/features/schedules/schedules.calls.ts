import {
  type Absence,
  absenceEndpoints,
  type FreeSlot,
  type Schedule,
  scheduleEndpoints,
} from '@ulna/contract/schedules/schedules'
import { call } from '../../api/session/client.ts'
import type { DayRange } from '../../blocks/agenda-grid/board/agenda-ranges.ts'
import type { FreeWish } from './free-wish.ts'

export const readSchedules = async (signal: AbortSignal): Promise<Schedule[]> =>
  (await call(scheduleEndpoints.list, { signal })).payload

export const readAbsences = async (range: DayRange, signal: AbortSignal): Promise<Absence[]> =>
  (await call(absenceEndpoints.list, { params: range, signal })).payload

export const findFreeSlots = async (
  range: DayRange,
  query: Omit<FreeWish, 'range'>,
  signal: AbortSignal,
): Promise<FreeSlot[]> => (await call(scheduleEndpoints.free, { params: range, query, signal })).payload
