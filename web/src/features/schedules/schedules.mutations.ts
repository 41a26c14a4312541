import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type Absence,
  type AbsenceInput,
  type AbsenceMetadata,
  absenceEndpoints,
  type ScheduleChange,
  scheduleEndpoints,
} from '@ulna/contract/schedules/schedules'
import { call, payloadOf } from '../../api/session/client.ts'
import { schedulesKey } from './parts/schedules.queries.ts'

const useSchedulesChanged = (practiceId: number) => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: schedulesKey(practiceId) })
}

/** Changes somebody's hours and capacity. */
export const useChangeSchedule = (practiceId: number) => {
  const changed = useSchedulesChanged(practiceId)
  return useMutation({
    mutationFn: ({ doctorId, change }: { doctorId: number; change: ScheduleChange }) =>
      payloadOf(call(scheduleEndpoints.update, { params: { doctorId }, body: change })),
    onSuccess: changed,
    meta: { showsOwnErrors: true },
  })
}

export interface SavedAbsence {
  absence: Absence
  /** Who has an appointment in it. */
  within: AbsenceMetadata
}

export interface AbsenceWish {
  /** The absence to change; absent for a new one. */
  stored: Absence | undefined
  input: AbsenceInput
  idempotencyKey: string
}

const sendAbsence = async ({ stored, input, idempotencyKey }: AbsenceWish): Promise<SavedAbsence> => {
  if (!stored) {
    const { payload, metadata } = await call(absenceEndpoints.create, { body: input, idempotencyKey })
    return { absence: payload, within: metadata }
  }
  const { payload, metadata } = await call(absenceEndpoints.update, {
    params: { id: stored.id },
    body: { ...input, version: stored.version },
  })
  return { absence: payload, within: metadata }
}

/** Enters or changes an absence; the answer says which appointments lie in it. Entering it again enters it once. */
export const useSaveAbsence = (practiceId: number) => {
  const changed = useSchedulesChanged(practiceId)
  return useMutation({
    mutationFn: sendAbsence,
    onSuccess: changed,
    meta: { showsOwnErrors: true },
  })
}

export const useRemoveAbsence = (practiceId: number) => {
  const changed = useSchedulesChanged(practiceId)
  return useMutation({
    mutationFn: (absence: Absence) => call(absenceEndpoints.remove, { params: { id: absence.id } }),
    onSuccess: changed,
    meta: { showsOwnErrors: true },
  })
}
