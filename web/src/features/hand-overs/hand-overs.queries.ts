import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type FileHandOverInput,
  type HandOver,
  type HandOverKey,
  handOverEndpoints,
  type ReceivedFile,
  type RecordOrigin,
} from '@ulna/contract/hand-overs/hand-overs'
import { type CopyPart, patientCopyEndpoints } from '@ulna/contract/patient-copies/patient-copies'
import { newIdempotencyKey } from '../../api/http/http-client.ts'
import { transferOwn } from '../../api/local-copies/bytes.ts'
import { call, payloadOf } from '../../api/session/client.ts'

const key = ['hand-overs'] as const

/** The key that files are sent to the practice with; null where nobody has made one yet. */
export const handOverKeyQuery = (practiceId: number) =>
  queryOptions({
    queryKey: [...key, 'key', practiceId],
    queryFn: ({ signal }): Promise<HandOverKey | null> => payloadOf(call(handOverEndpoints.key, { signal })),
    meta: { showsOwnErrors: true },
  })

/** To whom a file was handed over, newest first. Every reading leaves a row in the trail. */
export const handOversQuery = (patientId: number) =>
  queryOptions({
    queryKey: [...key, 'of', patientId],
    queryFn: ({ signal }): Promise<HandOver[]> =>
      payloadOf(call(handOverEndpoints.list, { params: { id: patientId }, signal })),
    staleTime: 30_000,
    refetchOnWindowFocus: false,
    meta: { showsOwnErrors: true },
  })

/** Files that came from elsewhere, newest first. */
export const receivedQuery = (practiceId: number) =>
  queryOptions({
    queryKey: [...key, 'received', practiceId],
    queryFn: ({ signal }): Promise<ReceivedFile[]> => payloadOf(call(handOverEndpoints.received, { signal })),
    staleTime: 30_000,
    refetchOnWindowFocus: false,
    meta: { showsOwnErrors: true },
  })

/** Where a record comes from that was handed over. */
export const recordOriginQuery = (recordId: number) =>
  queryOptions({
    queryKey: [...key, 'origin', recordId],
    queryFn: ({ signal }): Promise<RecordOrigin> =>
      payloadOf(call(handOverEndpoints.origin, { params: { id: recordId }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { showsOwnErrors: true },
  })

/** What stands in a file and may be kept back, as from a copy for the patient. */
export const keepablePartsQuery = (patientId: number) =>
  queryOptions({
    queryKey: [...key, 'parts', patientId],
    queryFn: ({ signal }): Promise<CopyPart[]> =>
      payloadOf(call(patientCopyEndpoints.parts, { params: { id: patientId }, signal })),
    gcTime: 0,
    meta: { showsOwnErrors: true },
  })

const useChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key })
}

export const useMakeKey = () => {
  const onSettled = useChanged()
  return useMutation({ mutationFn: () => payloadOf(call(handOverEndpoints.makeKey)), onSettled })
}

export const useReplaceKey = () => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: () => payloadOf(call(handOverEndpoints.replaceKey)),
    onSettled,
    meta: { successMessage: true },
  })
}

export const useMakeHandOver = (patientId: number) => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (body: FileHandOverInput) =>
      payloadOf(call(handOverEndpoints.make, { params: { id: patientId }, body })),
    onSettled,
    meta: { successMessage: true, showsOwnErrors: true },
  })
}

/** The browser takes a hand-over as a download, from a link that leads there once. */
export const useFetchHandOver = () => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: async (id: number): Promise<void> => {
      const { url } = await payloadOf(call(handOverEndpoints.link, { params: { id } }))
      globalThis.location.assign(url)
    },
    onSettled,
  })
}

/** How long the answer to a file may take: it is decrypted and looked at whole before it comes. Milliseconds. */
const patience = 180_000

const sendFile = async (file: File): Promise<ReceivedFile> => {
  const answer = await transferOwn({
    method: 'POST',
    url: '/handOvers/received',
    headers: { 'content-type': 'application/octet-stream', 'idempotency-key': newIdempotencyKey() },
    body: await file.arrayBuffer(),
    patience,
  })
  return (JSON.parse(await answer.text()) as { payload: ReceivedFile }).payload
}

/** Sends a file that came, and answers what is in it. */
export const useLookAtFile = () => {
  const onSettled = useChanged()
  return useMutation({ mutationFn: sendFile, onSettled, meta: { showsOwnErrors: true } })
}

export const useTakeIn = (id: number) => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (patientId: number | null) =>
      payloadOf(call(handOverEndpoints.take, { params: { id }, body: { patientId } })),
    onSettled,
    meta: { successMessage: true, showsOwnErrors: true },
  })
}

export const useUndoTaking = () => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (id: number) => payloadOf(call(handOverEndpoints.undo, { params: { id } })),
    onSettled,
    meta: { successMessage: true },
  })
}

export const useForgetReceived = () => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (id: number) => payloadOf(call(handOverEndpoints.forget, { params: { id } })),
    onSettled,
    meta: { successMessage: true },
  })
}
