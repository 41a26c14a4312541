import { type Appointment, appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { call } from '../../../api/session/client.ts'
import type { DayRange } from '../../../blocks/agenda-grid/board/agenda-ranges.ts'

/** What touches some days, by start; of `ids` alone where they are given. */
export const readAgenda = async (
  practiceId: number,
  range: DayRange,
  options: { query?: { ids: string }; signal?: AbortSignal; silent?: true },
): Promise<Appointment[]> => {
  const { payload } = await call(appointmentEndpoints.findByPractice, {
    params: { practiceId, ...range },
    ...options,
  })
  return payload.flatMap(({ events }) => events)
}
