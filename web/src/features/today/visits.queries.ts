import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { todayEndpoints } from '@ulna/contract/today/today'
import { call } from '../../api/session/client.ts'

/**
 * What to know of the patient of a visit. Each reading is a line of the audit trail: once a visit, and anew when the
 * page hears of a change.
 */
export const glanceQuery = (patientId: number, appointmentId: number) =>
  queryOptions({
    queryKey: ['patient', patientId, 'glance', appointmentId],
    queryFn: async ({ signal }) =>
      (await call(patientFileEndpoints.glance, { params: { id: patientId }, signal, silent: true })).payload,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { showsOwnErrors: true },
  })

/** What a visit stands for; with Today, whose facts they are, read anew when something of them changes. */
export const visitFactsQuery = ({ id, version }: Pick<Appointment, 'id' | 'version'>) =>
  queryOptions({
    queryKey: ['appointments', 'today', 'visit', id, version],
    queryFn: async ({ signal }) =>
      (await call(todayEndpoints.visit, { params: { id }, signal, silent: true })).payload,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    meta: { showsOwnErrors: true },
  })
