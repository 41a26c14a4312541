import { queryOptions } from '@tanstack/react-query'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { recordEndpoints } from '@ulna/contract/records/records'
import { call } from '../../../api/session/client.ts'

/** The forms that new records of the practice are written with. */
export const installedFormsQuery = queryOptions({
  queryKey: ['record-classes'],
  queryFn: async ({ signal }): Promise<RecordClass[]> =>
    (await call(recordEndpoints.classes, { signal })).payload,
  staleTime: 5 * 60_000,
})
