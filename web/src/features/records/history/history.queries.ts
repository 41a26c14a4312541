import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { type RecordRow, type RecordVersion, recordEndpoints } from '@ulna/contract/records/records'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import { call } from '../../../api/session/client.ts'
import { ofPatient, recordClassQuery } from '../records.queries.ts'

/** A version with the class it was written with. */
export interface ReadVersion extends RecordVersion {
  readonly recordClass: RecordClass
}

/** Every version of a record, newest first. */
export const versionsQuery = ({ id, ownerId, version }: RecordRow) =>
  queryOptions({
    queryKey: [...ofPatient(ownerId), 'versions', id, version],
    queryFn: async ({ signal, client }): Promise<ReadVersion[]> => {
      const { payload } = await call(recordEndpoints.versions, { params: { id }, signal })
      const versions = await Promise.all(
        payload.map(async (one) => ({
          ...one,
          recordClass: await client.ensureQueryData(
            recordClassQuery(one.recordClassId, one.recordClassVersion),
          ),
        })),
      )
      return versions.toReversed()
    },
    meta: { showsOwnErrors: true },
  })

/** Adds to a record; the open file is asked for anew. */
export const useAddAddendum = (record: RecordRow) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ text, key }: { text: string; key: string }) =>
      call(addendumEndpoints.create, { params: { id: record.id }, body: { text }, idempotencyKey: key }),
    onSuccess: () => client.invalidateQueries({ queryKey: ofPatient(record.ownerId) }),
    meta: { showsOwnErrors: true },
  })
}
