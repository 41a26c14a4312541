import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type Absence,
  absenceEndpoints,
  type FreeSlot,
  type Schedule,
  scheduleEndpoints,
} from '@ulna/contract/schedules/schedules'
import { call, payloadOf } from '../../../api/session/client.ts'
import type { DayRange } from '../../../blocks/agenda-grid/board/agenda-ranges.ts'
import type { FreeWish } from '../free-wish.ts'

/** Hours, absences and free times of a practice; whoever hears of a change of the topic `schedules` reads all of it anew. */
export const schedulesKey = (practiceId: number) => ['schedules', practiceId] as const

/** When each practitioner works whose agenda can be booked. */
export const schedulesQuery = (practiceId: number) =>
  queryOptions({
    queryKey: [...schedulesKey(practiceId), 'hours'],
    queryFn: ({ signal }): Promise<Schedule[]> => payloadOf(call(scheduleEndpoints.list, { signal })),
    staleTime: 60_000,
    meta: { showsOwnErrors: true },
  })

/** The absences of everybody that touch these days; at most 400 of them. */
export const absencesQuery = (practiceId: number, range: DayRange) =>
  queryOptions({
    queryKey: [...schedulesKey(practiceId), 'absences', range.start, range.end],
    queryFn: ({ signal }): Promise<Absence[]> =>
      payloadOf(call(absenceEndpoints.list, { params: range, signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    meta: { showsOwnErrors: true },
  })

/** Times that can be booked. They are gone as soon as somebody books them, so they are never kept. */
export const freeSlotsQuery = (practiceId: number, { range, ...query }: FreeWish) =>
  queryOptions({
    queryKey: [...schedulesKey(practiceId), 'free', range, query],
    queryFn: ({ signal }): Promise<FreeSlot[]> =>
      payloadOf(call(scheduleEndpoints.free, { params: range, query, signal })),
    staleTime: 0,
    gcTime: 0,
    meta: { showsOwnErrors: true },
  })
