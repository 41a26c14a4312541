import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type PatientChange,
  type PatientInput,
  type PatientRow,
  patientEndpoints,
} from '@ulna/contract/patients/patients'
import { call, payloadOf } from '../../api/session/client.ts'

/** Rows on one page of the list (product-decisions.md §5). */
export const patientsPerPage = 50

export interface PatientPage {
  rows: PatientRow[]
  total: number
}

const listKey = ['patients'] as const
export const ofPatient = (id: number) => ['patient', id] as const

/** One page of the practice's patients by name; `text` searches name, e-mail and social id. The archived ones are apart. */
export const patientListQuery = (text: string, offset: number, archived = false) =>
  queryOptions({
    queryKey: [...listKey, 'list', text.trim(), offset, archived],
    queryFn: async ({ signal }): Promise<PatientPage> => {
      const { payload, metadata } = await call(patientEndpoints.list, {
        query: {
          limit: patientsPerPage,
          offset,
          ...(text.trim() === '' ? {} : { q: text.trim() }),
          ...(archived && { only: 'archived' as const }),
        },
        signal,
      })
      return { rows: payload, total: metadata.total }
    },
    placeholderData: keepPreviousData,
    meta: { showsOwnErrors: 'first' },
  })

export interface PersonSought {
  firstName: string
  lastName: string
  birthDate: string | null
  socialId: string
  exceptId: number | undefined
}

const isWorthAsking = ({ firstName, lastName, birthDate, socialId }: PersonSought) =>
  socialId.trim().length >= 3 || (firstName.trim() !== '' && lastName.trim() !== '' && birthDate !== null)

/** Patients that may be the same person. Asked only once there is enough to compare. */
export const duplicatesQuery = (person: PersonSought) =>
  queryOptions({
    queryKey: [...listKey, 'duplicates', person],
    enabled: isWorthAsking(person),
    queryFn: async ({ signal }): Promise<PatientRow[]> => {
      const { firstName, lastName, birthDate, socialId, exceptId } = person
      const { payload } = await call(patientEndpoints.findDuplicates, {
        query: {
          firstName: firstName.trim(),
          lastName: lastName.trim(),
          ...(birthDate ? { birthDate } : {}),
          ...(socialId.trim() === '' ? {} : { socialId: socialId.trim() }),
          ...(exceptId === undefined ? {} : { exceptId: String(exceptId) }),
        },
        signal,
        silent: true,
      })
      return payload
    },
    meta: { showsOwnErrors: true },
  })

const usePatientChanged = () => {
  const client = useQueryClient()
  return async (id: number): Promise<void> => {
    await Promise.all([
      client.invalidateQueries({ queryKey: listKey }),
      client.invalidateQueries({ queryKey: ofPatient(id) }),
    ])
  }
}

export const useCreatePatient = () => {
  const changed = usePatientChanged()
  return useMutation({
    mutationFn: ({ input, key }: { input: PatientInput; key: string }) =>
      payloadOf(call(patientEndpoints.create, { body: input, idempotencyKey: key })),
    onSuccess: (patient) => changed(patient.id),
    meta: { showsOwnErrors: true, successMessage: true },
  })
}

export const useUpdatePatient = (id: number) => {
  const changed = usePatientChanged()
  return useMutation({
    mutationFn: (change: PatientChange) =>
      payloadOf(call(patientEndpoints.update, { params: { id }, body: change })),
    onSuccess: () => changed(id),
    meta: { showsOwnErrors: true, successMessage: true },
  })
}

/** Locks or unlocks a file (product-decisions.md §5). */
export const useLockPatient = (id: number) => {
  const changed = usePatientChanged()
  return useMutation({
    mutationFn: (change: { unlocked: boolean; reason?: string; version: number }) =>
      payloadOf(call(patientEndpoints.update, { params: { id }, body: change })),
    onSettled: () => changed(id),
    meta: { successMessage: true },
  })
}

export const useRemovePatient = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number): Promise<number> =>
      (await call(patientEndpoints.remove, { params: { id } })).payload.id,
    onSuccess: (id) => {
      client.removeQueries({ queryKey: ofPatient(id) })
      return client.invalidateQueries({ queryKey: listKey })
    },
    meta: { successMessage: true },
  })
}
