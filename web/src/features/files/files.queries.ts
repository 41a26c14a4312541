import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FileVariant, fileEndpoints } from '@ulna/contract/files/files'
import { builtInClasses } from '@ulna/contract/record-class/record-class'
import { type RecordFile, type RecordRow, recordEndpoints } from '@ulna/contract/records/records'
import { useEffect } from 'react'
import { transferOwn } from '../../api/local-copies/bytes.ts'
import { call, payloadOf } from '../../api/session/client.ts'
import type { DocumentSubtype } from './upload/file-check.ts'

// Everything about one patient lives under this prefix, whichever feature asked for it.
const ofPatient = (patientId: number) => ['patient', patientId] as const

/** The first thing of a document: a record that waits a day for being completed. */
export const createDocument = async (patientId: number, idempotencyKey: string): Promise<RecordRow> => {
  const { payload } = await call(recordEndpoints.create, {
    body: {
      ownerId: patientId,
      type: 'document',
      subtype: 'temporal',
      recordClassId: builtInClasses.document,
      data: {},
    },
    idempotencyKey,
  })
  return payload
}

/** Asks for the open file anew. */
export const usePatientChanged = (patientId: number) => {
  const client = useQueryClient()
  return (): void => void client.invalidateQueries({ queryKey: ofPatient(patientId) })
}

export interface DocumentWords {
  readonly subtype: DocumentSubtype
  readonly data: Record<string, unknown>
  /** Version of a document that was completed before: another one than there is now is a conflict. */
  readonly version: number | undefined
}

/** Says what a document is; a temporary one stays by it. */
export const useSayDocument = (patientId: number) => {
  const client = useQueryClient()
  const changed = usePatientChanged(patientId)
  return useMutation({
    mutationFn: async ({ id, subtype, data, version }: DocumentWords & { id: number }) => {
      const { payload } = await call(fileEndpoints.changeSubtype, {
        params: { id, subtype },
        body: {
          data,
          ...(typeof data.date === 'string' ? { date: data.date } : {}),
          ...(version === undefined ? {} : { version }),
        },
      })
      return payload
    },
    onSuccess: ({ id }) => {
      client.removeQueries({ queryKey: ['document-words', id] })
      changed()
    },
    meta: { showsOwnErrors: true },
  })
}

/** Throws a document away that was never completed. */
export const useDiscardDocument = (patientId: number) => {
  const changed = usePatientChanged(patientId)
  return useMutation({
    mutationFn: (id: number) => call(recordEndpoints.remove, { params: { id }, query: {} }),
    onSuccess: changed,
  })
}

export const useRemoveFile = (patientId: number) => {
  const changed = usePatientChanged(patientId)
  return useMutation({
    mutationFn: (id: number) => call(fileEndpoints.remove, { params: { id } }),
    onSuccess: changed,
    meta: { successMessage: true },
  })
}

/** The bytes of a file. They never change, so they are asked for once. */
export const fileBytesQuery = (fileId: number, variant: FileVariant) =>
  queryOptions({
    queryKey: ['file-bytes', fileId, variant],
    queryFn: ({ signal }): Promise<Blob> =>
      transferOwn({ method: 'GET', url: `/file/${fileId}/${variant}`, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    meta: { showsOwnErrors: true },
  })

/** Milliseconds; an open page is told when a file is ready, and this is for one that is not told. */
const soon = 5000

/** The files of a record; while one of them is being prepared, they are asked for until it is ready. */
export const useFilesOf = (record: RecordRow, files: readonly RecordFile[]): readonly RecordFile[] => {
  const changed = usePatientChanged(record.ownerId)
  const isWaiting = files.some(({ state }) => state === 'processing')
  const { data } = useQuery({
    queryKey: ['files-of', record.id],
    queryFn: ({ signal }) =>
      payloadOf(call(fileEndpoints.list, { params: { id: record.id }, signal, silent: true })),
    enabled: isWaiting,
    refetchInterval: soon,
    staleTime: 0,
    meta: { showsOwnErrors: true },
  })
  const isSettled = isWaiting && data?.every(({ state }) => state !== 'processing')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last one is ready
  useEffect(() => {
    if (isSettled) changed()
  }, [isSettled])
  return isWaiting && data ? files.map((file) => data.find(({ id }) => id === file.id) ?? file) : files
}
