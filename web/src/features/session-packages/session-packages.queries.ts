import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Doctor, practiceEndpoints } from '@ulna/contract/practices/practices'
import type { RecordRow } from '@ulna/contract/records/records'
import {
  type PackageBoard,
  type PackageChange,
  type PackageInput,
  type PackageListMetadata,
  type PackageMovement,
  packageRecordEndpoints,
  sessionPackageEndpoints,
  type VisitChange,
  type VisitPackages,
} from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { call } from '../../api/session/client.ts'

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
  })

export const boardQuery = (practiceId: number) =>
  queryOptions({
    queryKey: [...ofPractice(practiceId), 'board'],
    queryFn: async ({ signal }): Promise<PackageBoard> =>
      (await call(sessionPackageEndpoints.board, { signal })).payload,
  })

export const packageQuery = (practiceId: number, id: number) =>
  queryOptions({
    queryKey: [...ofPractice(practiceId), id],
    queryFn: async ({ signal }): Promise<SessionPackage> =>
      (await call(sessionPackageEndpoints.read, { params: { id }, signal })).payload,
  })

export const movementsQuery = (practiceId: number, id: number) =>
  queryOptions({
    queryKey: [...ofPractice(practiceId), id, 'movements'],
    queryFn: async ({ signal }): Promise<PackageMovement[]> =>
      (await call(sessionPackageEndpoints.movements, { params: { id }, signal })).payload,
  })

export const selectableQuery = (practiceId: number, patientId: number) =>
  queryOptions({
    queryKey: [...ofPractice(practiceId), 'selectable', patientId],
    queryFn: async ({ signal }): Promise<RecordRow[]> =>
      (await call(packageRecordEndpoints.selectable, { params: { patientId }, signal })).payload,
  })

export const recordsOfPackageQuery = (practiceId: number, packageId: number) =>
  queryOptions({
    queryKey: [...ofPractice(practiceId), packageId, 'records'],
    queryFn: async ({ signal }): Promise<RecordRow[]> =>
      (await call(packageRecordEndpoints.ofPackage, { params: { packageId }, signal })).payload,
  })

export const visitQuery = (practiceId: number, appointmentId: number) =>
  queryOptions({
    queryKey: [...ofPractice(practiceId), 'visit', appointmentId],
    queryFn: async ({ signal }): Promise<VisitPackages> =>
      (await call(sessionPackageEndpoints.visit, { params: { appointmentId }, signal })).payload,
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
    mutationFn: async ({ input, idempotencyKey }: NewPackage): Promise<SessionPackage> =>
      (await call(sessionPackageEndpoints.create, { body: input, idempotencyKey })).payload,
    onSuccess,
    meta: { showsOwnErrors: true },
  })
}

export const useChangePackage = (practiceId: number, id: number, how: { showsOwnErrors: boolean }) => {
  const onSuccess = useChanged(practiceId)
  return useMutation({
    mutationFn: async (body: PackageChange): Promise<SessionPackage> =>
      (await call(sessionPackageEndpoints.update, { params: { id }, body })).payload,
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
    mutationFn: async (body: VisitChange): Promise<VisitPackages> =>
      (await call(sessionPackageEndpoints.changeVisit, { params: { appointmentId }, body })).payload,
    onSuccess,
  })
}

/** Practitioners whose sessions a package may be of. */
export const doctorsQuery = (practiceId: number) =>
  queryOptions({
    queryKey: [...ofPractice(practiceId), 'doctors'],
    queryFn: async ({ signal }): Promise<Doctor[]> =>
      (await call(practiceEndpoints.doctors, { signal })).payload,
  })
