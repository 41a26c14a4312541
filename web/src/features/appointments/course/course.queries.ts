import { queryOptions } from '@tanstack/react-query'
import { sessionPackageEndpoints } from '@ulna/contract/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages.answer'
import { sessionsLeft } from '@ulna/contract/session-packages.rules'
import { call } from '../../../api/client.ts'

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
