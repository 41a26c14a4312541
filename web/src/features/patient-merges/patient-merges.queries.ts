import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type FileMerge,
  type MergeComparison,
  type MergeInput,
  patientMergeEndpoints,
} from '@ulna/contract/patient-merges/patient-merges'
import type { Patient } from '@ulna/contract/patients/patients'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { RecordRow } from '@ulna/contract/records/records'
import { recordEndpoints } from '@ulna/contract/records/records'
import { call, payloadOf } from '../../api/session/client.ts'

/** A medical history with the form it was written with. */
export interface ReadHistory {
  readonly record: RecordRow
  readonly recordClass: RecordClass
}

export interface ReadComparison {
  readonly comparison: MergeComparison
  /** Where both have one; the form the joint one is written with is the newer of both. */
  readonly histories: { readonly kept: ReadHistory; readonly other: ReadHistory } | null
}

const classOf = (record: RecordRow, signal: AbortSignal): Promise<RecordClass> =>
  payloadOf(
    call(recordEndpoints.readClass, {
      params: { classId: record.recordClassId, version: record.recordClassVersion },
      signal,
    }),
  )

/** Two files side by side, read anew whenever somebody is about to merge them. */
export const comparisonQuery = (id: number, otherId: number) =>
  queryOptions({
    // Not beneath the patient: what is told of the other file once it is merged is nothing to compare any more.
    queryKey: ['merge', id, otherId],
    queryFn: async ({ signal }): Promise<ReadComparison> => {
      const comparison = await payloadOf(
        call(patientMergeEndpoints.compare, { params: { id, otherId }, signal }),
      )
      const [kept, other] = [comparison.kept.history, comparison.other.history]
      if (!kept || !other) return { comparison, histories: null }
      const [ofKept, ofOther] = await Promise.all([classOf(kept, signal), classOf(other, signal)])
      return {
        comparison,
        histories: {
          kept: { record: kept, recordClass: ofKept },
          other: { record: other, recordClass: ofOther },
        },
      }
    },
    gcTime: 0,
    staleTime: 0,
    meta: { showsOwnErrors: true },
  })

/** Which files became part of one. */
export const mergesQuery = (id: number) =>
  queryOptions({
    queryKey: ['patient', id, 'merges'],
    queryFn: async ({ signal }): Promise<FileMerge[]> =>
      payloadOf(call(patientMergeEndpoints.list, { params: { id }, signal })),
    staleTime: 0,
    meta: { showsOwnErrors: true },
  })

/** Lists, agenda, wait list, packages and receipts are read anew, and the file of whoever stays. */
const useFilesMoved = () => {
  const client = useQueryClient()
  const moved = [['patients'], ['appointments'], ['wait-list'], ['session-packages'], ['receipts']]
  return (id: number): Promise<unknown> =>
    Promise.all([...moved, ['patient', id]].map((queryKey) => client.invalidateQueries({ queryKey })))
}

export const useMerge = (id: number) => {
  const moved = useFilesMoved()
  return useMutation({
    mutationFn: (body: MergeInput): Promise<Patient> =>
      payloadOf(call(patientMergeEndpoints.merge, { params: { id }, body })),
    onSuccess: () => moved(id),
    meta: { successMessage: true },
  })
}

export const useUndoMerge = (id: number) => {
  const moved = useFilesMoved()
  return useMutation({
    mutationFn: (mergeId: number): Promise<Patient> =>
      payloadOf(call(patientMergeEndpoints.undo, { params: { id, mergeId } })),
    onSettled: () => moved(id),
    meta: { successMessage: true },
  })
}

/** Unlocks the files that are locked, each with the reason that they are merged. */
export const useUnlockFiles = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ patients, reason }: { patients: readonly Patient[]; reason: string }) => {
      for (const { id, version } of patients)
        await call(patientEndpoints.update, { params: { id }, body: { unlocked: true, reason, version } })
    },
    onSettled: () =>
      Promise.all([['patient'], ['merge']].map((queryKey) => client.invalidateQueries({ queryKey }))),
    meta: { successMessage: true },
  })
}
