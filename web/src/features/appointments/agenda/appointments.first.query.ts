import { queryOptions } from '@tanstack/react-query'
import type { DayRange } from '../../../blocks/agenda-grid/board/agenda-ranges.ts'
import { readAgenda } from './read-agenda.ts'

const noDays: DayRange = { start: '', end: '' }

/**
 * The few days that are shown before the months of the agenda are there. Kept for nothing else: months are what is changed
 * and read anew.
 */
export const firstDaysQuery = (practiceId: number, range: DayRange | undefined) =>
  queryOptions({
    queryKey: ['appointment-first-days', practiceId, range],
    queryFn: ({ signal }) => readAgenda(practiceId, range ?? noDays, { signal }),
    enabled: range !== undefined,
    gcTime: 0,
    // The months say it when there is no connection.
    meta: { showsOwnErrors: true },
  })
