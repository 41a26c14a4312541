import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type ArchiveInput,
  type LooseEnds,
  patientArchiveEndpoints,
} from '@ulna/contract/patient-archive/patient-archive'
import { call, payloadOf } from '../../api/session/client.ts'

/** What still lives in a file, read anew whenever somebody is about to archive it. */
export const looseEndsQuery = (id: number) =>
  queryOptions({
    queryKey: ['patient', id, 'archive'],
    queryFn: async ({ signal }): Promise<LooseEnds> =>
      (await call(patientArchiveEndpoints.looseEnds, { params: { id }, signal })).payload,
    gcTime: 0,
    staleTime: 0,
    meta: { showsOwnErrors: true },
  })

/** Lists, agenda, wait list and packages are read anew: a patient left them, or is back. */
const usePatientMoved = () => {
  const client = useQueryClient()
  const moved = [['patients'], ['appointments'], ['wait-list'], ['session-packages']]
  return (id: number): Promise<unknown> =>
    Promise.all([...moved, ['patient', id]].map((queryKey) => client.invalidateQueries({ queryKey })))
}

export const useArchivePatient = (id: number) => {
  const moved = usePatientMoved()
  return useMutation({
    mutationFn: (body: ArchiveInput) =>
      payloadOf(call(patientArchiveEndpoints.archive, { params: { id }, body })),
    onSettled: () => moved(id),
    meta: { successMessage: true },
  })
}

export const useBringBack = (id: number) => {
  const moved = usePatientMoved()
  return useMutation({
    mutationFn: () => payloadOf(call(patientArchiveEndpoints.bringBack, { params: { id } })),
    onSettled: () => moved(id),
    meta: { successMessage: true },
  })
}
