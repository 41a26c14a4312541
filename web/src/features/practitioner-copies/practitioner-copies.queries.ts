import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import {
  type EntriesState,
  type PractitionerCopy,
  practitionerCopyEndpoints,
} from '@ulna/contract/practitioner-copies/practitioner-copies'
import { call, payloadOf } from '../../api/session/client.ts'

/** Whether a copy is still being made. */
export const isUnderWay = (state: EntriesState): boolean => state === 'waiting' || state === 'running'

/** Milliseconds after which it is asked again whether a copy is ready. */
const askedEvery = 2000

const entriesKey = ['practitioner-copies'] as const

/** Copies of entries that were asked for, newest first: everybody's for an owner, else one's own. */
export const entriesQuery = (practiceId: number) =>
  queryOptions({
    queryKey: [...entriesKey, practiceId],
    queryFn: ({ signal }): Promise<PractitionerCopy[]> =>
      payloadOf(call(practitionerCopyEndpoints.list, { signal, silent: true })),
    refetchInterval: ({ state }) => (state.data?.some((one) => isUnderWay(one.state)) ? askedEvery : false),
    meta: { showsOwnErrors: true },
  })

/** Who ever wrote here, for an owner to choose from. */
export const authorsQuery = (practiceId: number) =>
  queryOptions({
    queryKey: ['practitioners', practiceId, 'authors'],
    queryFn: ({ signal }) => payloadOf(call(practiceEndpoints.doctors, { signal })),
    select: (all) => all.filter(({ id }, index) => all.findIndex((one) => one.id === id) === index),
  })

const useChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: entriesKey })
}

export const useAskForEntries = () => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof practitionerCopyEndpoints.ask>) =>
      payloadOf(call(practitionerCopyEndpoints.ask, { body })),
    onSettled,
    meta: { successMessage: true, showsOwnErrors: true },
  })
}

export const useSignOffEntries = (id: number) => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof practitionerCopyEndpoints.signOff>) =>
      payloadOf(call(practitionerCopyEndpoints.signOff, { params: { id }, body })),
    onSettled,
    meta: { successMessage: true, showsOwnErrors: true },
  })
}

export const useRefuseEntries = (id: number) => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof practitionerCopyEndpoints.refuse>) =>
      payloadOf(call(practitionerCopyEndpoints.refuse, { params: { id }, body })),
    onSettled,
    meta: { successMessage: true, showsOwnErrors: true },
  })
}

/** The browser takes a copy as a download, from a link that leads there once. */
export const useFetchEntries = () =>
  useMutation({
    mutationFn: async (id: number): Promise<void> => {
      const { url } = await payloadOf(call(practitionerCopyEndpoints.link, { params: { id } }))
      globalThis.location.assign(url)
    },
  })

export const useRemoveEntries = () => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (id: number) => payloadOf(call(practitionerCopyEndpoints.remove, { params: { id } })),
    onSettled,
    meta: { successMessage: true },
  })
}
