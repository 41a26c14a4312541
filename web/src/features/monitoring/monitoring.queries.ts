import { queryOptions } from '@tanstack/react-query'
import { monitoringEndpoints } from '@ulna/contract/monitoring/monitoring'
import { call, payloadOf } from '../../api/session/client.ts'

/** Milliseconds after which it is asked again how the installation stands, while somebody looks. */
const askedEvery = 60_000

export const monitoringQuery = queryOptions({
  queryKey: ['monitoring'],
  queryFn: ({ signal }) => payloadOf(call(monitoringEndpoints.read, { signal, silent: true })),
  refetchInterval: askedEvery,
  meta: { showsOwnErrors: true },
})
