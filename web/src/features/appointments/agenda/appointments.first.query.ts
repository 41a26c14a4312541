import { queryOptions } from '@tanstack/react-query'
import { type Appointment, appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { call } from '../../../api/session/client.ts'
import type { DayRange } from '../../../blocks/agenda-grid/board/agenda-ranges.ts'

const noDays: DayRange = { start: '', end: '' }

/**
 * The few days that are shown before the months of the agenda are there. Kept for nothing else: months are what is changed
 * and read anew.
 */
export const firstDaysQuery = (practiceId: number, range: DayRange | undefined) =>
  queryOptions({
    queryKey: ['appointment-first-days', practiceId, range],
    queryFn: async ({ signal }): Promise<Appointment[]> => {
      const { payload } = await call(appointmentEndpoints.findByPractice, {
        params: { practiceId, ...(range ?? noDays) },
        signal,
      })
      return payload.flatMap(({ events }) => events)
    },
    enabled: range !== undefined,
    gcTime: 0,
    // The months say it when there is no connection.
    meta: { showsOwnErrors: true },
  })
