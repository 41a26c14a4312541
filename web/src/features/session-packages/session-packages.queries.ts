import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import {
  type PackageChange,
  type PackageInput,
  type PackageListMetadata,
  packageRecordEndpoints,
  sessionPackageEndpoints,
  type VisitChange,
} from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { call, payloadOf } from '../../api/session/client.ts'

export const packagesPerPage = 50

const ofPractice = (practiceId: number) => ['session-packages', practiceId] as const

export interface PackagePage {
  rows: SessionPackage[]
  metadata: PackageListMetadata
}

/** Packages, newest first; `text` searches patients and description. */
export const packagesQuery = (practiceId: number, text: string, onlyActive: boolean, offset: number) =>
  queryOptions({
    queryKey: [...ofPractice(practiceId), 'list', text.trim(), onlyActive, offset],
    queryFn: async ({ signal }): Promise<PackagePage> => {
      const query = {
        limit: packagesPerPage,
        offset,
        ...(text.trim() === '' ? {} : { q: text.trim() }),
        ...(onlyActive ? { status: 'active' as const } : {}),
      }
      const { payload, metadata } = await call(sessionPackageEndpoints.list, { query, signal })
      return { rows: payload, metadata }
    },
    placeholderData: keepPreviousData,
    meta: { showsOwnErrors: 'first' },
  })

export const boardQuery = (practiceId: number) =>
  queryOptions({
    queryKey: [...ofPractice(practiceId), 'board'],
    queryFn: ({ signal }) => payloadOf(call(sessionPackageEndpoints.board, { signal })),
  })

export const packageQuery = (practiceId: number, id: number) =>
  queryOptions({
    queryKey: [...ofPractice(practiceId), id],
    queryFn: ({ signal }) => payloadOf(call(sessionPackageEndpoints.read, { params: { id }, signal })),
    meta: { showsOwnErrors: 'first' },
  })

export const movementsQuery = (practiceId: number, id: number) =>
  queryOptions({
    queryKey: [...ofPractice(practiceId), id, 'movements'],
    queryFn: ({ signal }) => payloadOf(call(sessionPackageEndpoints.movements, { params: { id }, signal })),
  })

export const selectableQuery = (practiceId: number, patientId: number) =>
  queryOptions({
    queryKey: [...ofPractice(practiceId), 'selectable', patientId],
    queryFn: ({ signal }) =>
      payloadOf(call(packageRecordEndpoints.selectable, { params: { patientId }, signal })),
  })

export const recordsOfPackageQuery = (practiceId: number, packageId: number) =>
  queryOptions({
    queryKey: [...ofPractice(practiceId), packageId, 'records'],
    queryFn: ({ signal }) =>
      payloadOf(call(packageRecordEndpoints.ofPackage, { params: { packageId }, signal })),
  })

export const visitQuery = (practiceId: number, appointmentId: number) =>
  queryOptions({
    queryKey: [...ofPractice(practiceId), 'visit', appointmentId],
    queryFn: ({ signal }) =>
      payloadOf(call(sessionPackageEndpoints.visit, { params: { appointmentId }, signal })),
    meta: { showsOwnErrors: true },
  })

/** Reads anew what packages say, and the files of the patients they serve. */
const useChanged = (practiceId: number) => {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ofPractice(practiceId) }),
      client.invalidateQueries({ queryKey: ['patient'] }),
    ])
  }
}

export interface NewPackage {
  input: PackageInput
  /** The same key never sells a package twice. */
  idempotencyKey: string
}

export const useSellPackage = (practiceId: number) => {
  const onSuccess = useChanged(practiceId)
  return useMutation({
    mutationFn: ({ input, idempotencyKey }: NewPackage) =>
      payloadOf(call(sessionPackageEndpoints.create, { body: input, idempotencyKey })),
    onSuccess,
    meta: { showsOwnErrors: true },
  })
}

export const useChangePackage = (practiceId: number, id: number, how: { showsOwnErrors: boolean }) => {
  const onSuccess = useChanged(practiceId)
  return useMutation({
    mutationFn: (body: PackageChange) =>
      payloadOf(call(sessionPackageEndpoints.update, { params: { id }, body })),
    onSuccess,
    meta: how,
  })
}

export interface RecordsChange {
  add: number[]
  remove: number[]
}

/** Takes records off first, so that their sessions are free for the others. */
export const useChangeRecords = (practiceId: number, id: number) => {
  const onSettled = useChanged(practiceId)
  return useMutation({
    mutationFn: async ({ add, remove }: RecordsChange): Promise<void> => {
      const params = { id }
      if (remove.length > 0)
        await call(sessionPackageEndpoints.removeRecords, { params, body: { recIds: remove } })
      if (add.length > 0) await call(sessionPackageEndpoints.addRecords, { params, body: { recIds: add } })
    },
    onSettled,
  })
}

export const useChangeVisit = (practiceId: number, appointmentId: number) => {
  const onSuccess = useChanged(practiceId)
  return useMutation({
    mutationFn: (body: VisitChange) =>
      payloadOf(call(sessionPackageEndpoints.changeVisit, { params: { appointmentId }, body })),
    onSuccess,
  })
}

/** Practitioners whose sessions a package may be of. */
export const practitionersQuery = (practiceId: number) =>
  queryOptions({
    queryKey: [...ofPractice(practiceId), 'practitioners'],
    queryFn: ({ signal }) => payloadOf(call(practiceEndpoints.doctors, { signal })),
  })
