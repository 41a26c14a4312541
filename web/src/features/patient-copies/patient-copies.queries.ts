import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import {
  type CopyPart,
  type CopyRequestInput,
  type HandOverInput,
  type PatientCopy,
  patientCopyEndpoints,
} from '@ulna/contract/patient-copies/patient-copies'
import { call, payloadOf } from '../../api/session/client.ts'

const copiesKey = ['patient-copies'] as const

/** The copies of a file that were asked for, newest first. Every reading leaves a row in the trail. */
export const copiesQuery = (patientId: number) =>
  queryOptions({
    queryKey: [...copiesKey, 'of', patientId],
    queryFn: ({ signal }): Promise<PatientCopy[]> =>
      payloadOf(call(patientCopyEndpoints.list, { params: { id: patientId }, signal })),
    staleTime: 30_000,
    refetchOnWindowFocus: false,
    meta: { showsOwnErrors: true },
  })

/** Copies that wait to be handed over, the first due first. */
export const dueCopiesQuery = queryOptions({
  queryKey: [...copiesKey, 'due'],
  queryFn: ({ signal }): Promise<PatientCopy[]> => payloadOf(call(patientCopyEndpoints.due, { signal })),
  staleTime: 30_000,
  refetchOnWindowFocus: false,
  meta: { showsOwnErrors: true },
})

/** How many wait to be handed over, and until when the first. */
export const dueCountQuery = queryOptions({
  queryKey: [...copiesKey, 'due-count'],
  queryFn: ({ signal }) => payloadOf(call(patientCopyEndpoints.dueCount, { signal, silent: true })),
  staleTime: 30_000,
  meta: { showsOwnErrors: true },
})

/** What stands in a file and may be kept back. */
export const partsQuery = (patientId: number) =>
  queryOptions({
    queryKey: [...copiesKey, 'parts', patientId],
    queryFn: ({ signal }): Promise<CopyPart[]> =>
      payloadOf(call(patientCopyEndpoints.parts, { params: { id: patientId }, signal })),
    gcTime: 0,
    meta: { showsOwnErrors: true },
  })

const useChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: copiesKey })
}

export const useAskForCopy = (patientId: number) => {
  const onSuccess = useChanged()
  return useMutation({
    mutationFn: (body: CopyRequestInput) =>
      payloadOf(call(patientCopyEndpoints.ask, { params: { id: patientId }, body })),
    onSuccess,
    meta: { successMessage: true, showsOwnErrors: true },
  })
}

export const useMakeCopy = (id: number) => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof patientCopyEndpoints.make>) =>
      payloadOf(call(patientCopyEndpoints.make, { params: { id }, body })),
    onSettled,
    meta: { successMessage: true, showsOwnErrors: true },
  })
}

/** The browser takes a copy as a download, from a link that leads there once. */
export const useFetchCopy = () =>
  useMutation({
    mutationFn: async (id: number): Promise<void> => {
      const { url } = await payloadOf(call(patientCopyEndpoints.fetchLink, { params: { id } }))
      globalThis.location.assign(url)
    },
  })

/** A link for the patient and its code, which is told this once and does not stay in memory. */
export const useShareCopy = () => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (id: number) => payloadOf(call(patientCopyEndpoints.share, { params: { id } })),
    onSettled,
    gcTime: 0,
  })
}

export const useHandOver = (id: number) => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (body: HandOverInput) =>
      payloadOf(call(patientCopyEndpoints.handOver, { params: { id }, body })),
    onSettled,
    meta: { successMessage: true, showsOwnErrors: true },
  })
}

export const useWithdrawCopy = (id: number) => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (reason: string) =>
      payloadOf(call(patientCopyEndpoints.withdraw, { params: { id }, body: { reason } })),
    onSettled,
    meta: { successMessage: true },
  })
}

/** Proves with the code that one may have the copy of a link; the download begins. */
export const openCopy = async (token: string, code: string): Promise<void> => {
  const { url } = await payloadOf(call(patientCopyEndpoints.open, { body: { token, code } }))
  globalThis.location.assign(url)
}
