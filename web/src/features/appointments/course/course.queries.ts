import { queryOptions } from '@tanstack/react-query'
import { plannedEndpoints } from '@ulna/contract/appointments/appointments.planned'
import { sessionPackageEndpoints } from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { call, payloadOf } from '../../../api/session/client.ts'

/** What is booked to come of a patient. Read anew each time: others plan too. */
export const plannedQuery = (practiceId: number, patientId: number) =>
  queryOptions({
    queryKey: ['appointments', practiceId, 'planned', patientId],
    queryFn: ({ signal }) => payloadOf(call(plannedEndpoints.planned, { params: { patientId }, signal })),
    staleTime: 0,
    meta: { showsOwnErrors: true },
  })

const mostShown = 50

/** The packages of a patient that have sessions to keep, those that are taken from first at the head. */
export const usablePackagesQuery = (practiceId: number, patientId: number) =>
  queryOptions({
    queryKey: ['session-packages', practiceId, 'usable', patientId],
    queryFn: async ({ signal }): Promise<SessionPackage[]> => {
      const query = { patientId, status: 'active' as const, limit: mostShown, offset: 0 }
      const { payload } = await call(sessionPackageEndpoints.list, { query, signal })
      return payload.filter((sold) => sessionsLeft(sold) > 0).reverse()
    },
    staleTime: 0,
  })
