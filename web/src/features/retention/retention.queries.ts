import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type DueFile,
  type DueState,
  type RetentionHold,
  retentionEndpoints,
} from '@ulna/contract/retention/retention'
import type { RetentionChoice, RetentionRule, RetentionTerm } from '@ulna/contract/retention/retention.rules'
import { call, payloadOf } from '../../api/session/client.ts'

export const duePerPage = 50

// Beneath the patients: who is archived, brought back or held may come into the list or leave it.
const retentionKey = ['patients', 'retention'] as const

export interface DuePage {
  rows: DueFile[]
  total: number
  rule: RetentionRule
  term: RetentionTerm | null
}

/** Files whose term is over by what the practice chose, a page of them. */
export const dueQuery = (choice: RetentionChoice, state: DueState | undefined, page: number) =>
  queryOptions({
    queryKey: [...retentionKey, 'due', choice, state ?? null, page],
    queryFn: async ({ signal }): Promise<DuePage> => {
      const { payload, metadata } = await call(retentionEndpoints.due, {
        query: { limit: duePerPage, offset: page * duePerPage, ...(state && { state }) },
        signal,
      })
      return { rows: payload, total: metadata.total, rule: metadata.rule, term: metadata.term }
    },
    meta: { showsOwnErrors: true },
  })

/** The holds on a file, newest first. */
export const holdsQuery = (patientId: number) =>
  queryOptions({
    queryKey: [...retentionKey, 'holds', patientId],
    queryFn: async ({ signal }): Promise<RetentionHold[]> =>
      (await call(retentionEndpoints.holds, { params: { patientId }, signal })).payload,
    meta: { showsOwnErrors: true },
  })

const useRetentionChanged = () => {
  const client = useQueryClient()
  // Erasures say whether a hold keeps what they are about.
  return () =>
    Promise.all(
      [retentionKey, ['patients', 'erasures']].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
}

export const usePlaceHold = (patientId: number) => {
  const changed = useRetentionChanged()
  return useMutation({
    mutationFn: (reason: string) =>
      payloadOf(call(retentionEndpoints.hold, { params: { patientId }, body: { reason } })),
    onSuccess: changed,
    meta: { successMessage: true },
  })
}

export const useLiftHold = () => {
  const changed = useRetentionChanged()
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      payloadOf(call(retentionEndpoints.lift, { params: { id }, body: { reason } })),
    onSuccess: changed,
    meta: { successMessage: true },
  })
}
