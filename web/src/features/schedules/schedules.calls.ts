import { absenceEndpoints, scheduleEndpoints } from '@ulna/contract/schedules/schedules'
import { call, payloadOf } from '../../api/session/client.ts'
import type { DayRange } from '../../blocks/agenda-grid/board/agenda-ranges.ts'
import type { FreeWish } from './free-wish.ts'

export const readSchedules = (signal: AbortSignal) => payloadOf(call(scheduleEndpoints.list, { signal }))

export const readAbsences = (range: DayRange, signal: AbortSignal) =>
  payloadOf(call(absenceEndpoints.list, { params: range, signal }))

export const findFreeSlots = (range: DayRange, query: Omit<FreeWish, 'range'>, signal: AbortSignal) =>
  payloadOf(call(scheduleEndpoints.free, { params: range, query, signal }))
