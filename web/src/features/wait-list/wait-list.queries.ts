import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type WaitingPatient,
  type WaitingPatientChange,
  type WaitingPatientInput,
  waitListEndpoints,
} from '@ulna/contract/wait-list/wait-list'
import { call, payloadOf } from '../../api/session/client.ts'

/** A time that fell free; instants, `end` exclusive. */
export interface FreedSlot {
  start: string
  end: string
  /** The practitioner whose time it is; absent where it is anybody's. */
  doctorId?: number | undefined
}

const ofPractice = (practiceId: number) => ['wait-list', practiceId] as const
const pageLength = 50

interface WaitingPage {
  rows: WaitingPatient[]
  total: number
}

/** Who waits, the longest first, a page at a time. */
export const waitingQuery = (practiceId: number) =>
  infiniteQueryOptions({
    queryKey: [...ofPractice(practiceId), 'waiting'],
    queryFn: async ({ pageParam, signal }): Promise<WaitingPage> => {
      const { payload, metadata } = await call(waitListEndpoints.list, {
        query: { limit: pageLength, offset: pageParam },
        signal,
      })
      return { rows: payload, total: metadata.total }
    },
    initialPageParam: 0,
    getNextPageParam: ({ total }, _pages, offset) =>
      offset + pageLength < total ? offset + pageLength : undefined,
    meta: { showsOwnErrors: true },
  })

/** For whom a time that fell free would do, the longest waiting first. */
export const fittingQuery = (practiceId: number, { start, end, doctorId }: FreedSlot) =>
  queryOptions({
    queryKey: [...ofPractice(practiceId), 'fitting', start, end, doctorId ?? null],
    queryFn: async ({ signal }): Promise<WaitingPatient[]> => {
      const query = doctorId === undefined ? {} : { doctorId: String(doctorId) }
      return (await call(waitListEndpoints.fitting, { params: { start, end }, query, signal })).payload
    },
    meta: { showsOwnErrors: true },
  })

/** Reads anew who waits. */
export const useListChanged = (practiceId: number) => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ofPractice(practiceId) })
}

export interface NewWaiting {
  input: WaitingPatientInput
  /** The same key never puts somebody on the list twice. */
  idempotencyKey: string
}

export const useAddWaiting = (practiceId: number) => {
  const onSuccess = useListChanged(practiceId)
  return useMutation({
    mutationFn: ({ input, idempotencyKey }: NewWaiting) =>
      payloadOf(call(waitListEndpoints.create, { body: input, idempotencyKey })),
    onSuccess,
    meta: { showsOwnErrors: true },
  })
}

export interface ChangedWaiting {
  id: number
  change: WaitingPatientChange
}

export const sendChange = ({ id, change }: ChangedWaiting) =>
  payloadOf(call(waitListEndpoints.update, { params: { id }, body: change }))

export const useChangeWaiting = (practiceId: number) => {
  const onSuccess = useListChanged(practiceId)
  return useMutation({ mutationFn: sendChange, onSuccess, meta: { showsOwnErrors: true } })
}

export const useWithdrawWaiting = (practiceId: number) => {
  const onSuccess = useListChanged(practiceId)
  return useMutation({
    mutationFn: async ({ id }: WaitingPatient) => call(waitListEndpoints.withdraw, { params: { id } }),
    onSuccess,
  })
}
