import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type AuditRow, auditEndpoints, type PatientOpening } from '@ulna/contract/audit/audit.trail'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import { call, payloadOf } from '../../api/session/client.ts'
import { saveBlob } from '../../ui/save-blob.ts'
import type { AuditFilter } from './audit-filter.ts'

export const rowsPerPage = 50

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

/** Every reading of the trail leaves a row in it: no reading without a reason. */
const quietly = {
  staleTime: 30_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { showsOwnErrors: 'first' },
} as const

const pageOf = (page: number, limit = rowsPerPage) => ({ limit, offset: page * limit })

/** One page of the trail of the practice, newest first. */
export const trailQuery = (filter: AuditFilter, page: number) =>
  queryOptions({
    queryKey: ['audit', 'trail', filter, page],
    queryFn: async ({ signal }): Promise<Page<AuditRow>> => {
      const { payload, metadata } = await call(auditEndpoints.list, {
        query: { ...filter, ...pageOf(page) },
        signal,
      })
      return { rows: payload, total: metadata.total }
    },
    placeholderData: keepPreviousData,
    ...quietly,
  })

/** Who opened or changed the file of a patient, newest first. */
export const openingsQuery = (patientId: number, days: Pick<AuditFilter, 'from' | 'to'>, page: number) =>
  queryOptions({
    queryKey: ['audit', 'openings', patientId, days, page],
    queryFn: async ({ signal }): Promise<Page<PatientOpening>> => {
      const { payload, metadata } = await call(auditEndpoints.patientOpenings, {
        params: { id: patientId },
        query: { ...days, ...pageOf(page, openingsPerPage) },
        signal,
      })
      return { rows: payload, total: metadata.total }
    },
    placeholderData: keepPreviousData,
    ...quietly,
  })

/** On paper the whole report is wanted: as many as the server answers at once. */
export const openingsPerPage = 200

/** Everybody who works or worked in the practice, by name. */
export const peopleQuery = queryOptions({
  queryKey: ['practitioners', 'all'],
  queryFn: ({ signal }) => payloadOf(call(practiceEndpoints.doctors, { signal })),
  staleTime: 5 * 60_000,
})

/** Spreadsheets take a file for UTF-8 only by this mark; reading the answer has taken it off. */
const byteOrderMark = '\ufeff'

/** Fetches what is filtered as CSV and hands it to the browser as a file. */
export const useExportTrail = () =>
  useMutation({
    mutationFn: async ({ filter, name }: { filter: AuditFilter; name: string }): Promise<void> => {
      const { payload } = await call(auditEndpoints.exportTrail, { query: { ...filter } })
      saveBlob(new Blob([byteOrderMark, payload], { type: 'text/csv;charset=utf-8' }), name)
    },
    meta: { successMessage: 'information.exported' },
  })
