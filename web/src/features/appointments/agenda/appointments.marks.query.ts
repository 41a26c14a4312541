import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { marksEndpoints } from '@ulna/contract/appointments/appointments.marks'
import { call, payloadOf } from '../../../api/session/client.ts'
import type { DayRange } from '../../../blocks/agenda-grid/board/agenda-ranges.ts'

/** First visits, written notes and alerts of some days; those shown before stay until they are there. */
export const marksQuery = (practiceId: number, range: DayRange, stamp: string | undefined) =>
  queryOptions({
    queryKey: ['appointment-marks', practiceId, range.start, range.end, stamp],
    queryFn: ({ signal }) => payloadOf(call(marksEndpoints.marks, { params: range, signal, silent: true })),
    enabled: stamp !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    meta: { showsOwnErrors: true },
  })
