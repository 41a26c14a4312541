import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ImportBatch,
  type ImportChange,
  type ImportRow,
  type ImportSummary,
  importEndpoints,
} from '@ulna/contract/imports/imports'
import { busyStates, type ImportFate, type ImportKind } from '@ulna/contract/imports/imports.fields'
import { useEffect } from 'react'
import { newIdempotencyKey } from '../../api/http/http-client.ts'
import { transferOwn } from '../../api/local-copies/bytes.ts'
import { call, payloadOf } from '../../api/session/client.ts'
import { saveBlob } from '../../ui/save-blob.ts'

export const rowsPerPage = 25

const key = ['imports'] as const
const batchKey = (id: number) => [...key, id, 'batch'] as const

/** How often is asked how far an import is, milliseconds. */
const askedEvery = 1500

/** Imports of the practice, newest first: as many as anybody looks for. What is under way is asked for again and again. */
export const importsQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: async ({ signal }): Promise<ImportSummary[]> =>
    payloadOf(call(importEndpoints.list, { query: { limit: 50 }, signal, silent: true })),
  refetchInterval: ({ state }) =>
    state.data?.some((one) => busyStates.includes(one.state)) ? askedEvery : false,
  meta: { showsOwnErrors: 'first' },
})

/** Every reading leaves a row in the trail: no reading without a reason. */
export const importQuery = (id: number) =>
  queryOptions({
    queryKey: batchKey(id),
    queryFn: ({ signal }) => payloadOf(call(importEndpoints.read, { params: { id }, signal })),
    staleTime: 30_000,
    refetchOnWindowFocus: false,
    meta: { showsOwnErrors: 'first' },
  })

/**
 * An import, and how far it is while it is worked on: by the list, which says nothing of anybody and leaves no row in the
 * trail. Where an answer of the list says another state it is read anew, with its rows, and so are the patients. Answers
 * come in any order: the list is asked for as long as the two do not agree that it is over.
 */
export const useImport = (id: number) => {
  const client = useQueryClient()
  const batch = useQuery(importQuery(id))
  const { data } = batch
  const isBusy = data !== undefined && busyStates.includes(data.state)
  const { data: all, dataUpdatedAt } = useQuery({
    ...importsQuery,
    ...(isBusy ? { refetchInterval: askedEvery } : {}),
  })
  const now = all?.find((one) => one.id === id)
  const isSame = data !== undefined && now?.state === data.state
  const isElsewhere = data !== undefined && now !== undefined && !isSame
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the list that says another state is a reason
  useEffect(() => {
    if (!isElsewhere) return
    void client.invalidateQueries({ queryKey: [...key, id] })
    void client.invalidateQueries({ queryKey: ['patients'] })
  }, [client, id, isElsewhere, dataUpdatedAt])
  return { ...batch, data: isSame ? { ...data, done: now.done, toDo: now.toDo } : data }
}

export type RowFilter = ImportFate | 'hints' | 'spared'

/** Rows of an import, a page of them. */
export const importRowsQuery = (id: number, only: RowFilter | undefined, page: number) =>
  queryOptions({
    queryKey: [...key, id, 'rows', only ?? 'all', page],
    queryFn: async ({ signal }): Promise<{ rows: ImportRow[]; total: number }> => {
      const { payload, metadata } = await call(importEndpoints.rows, {
        params: { id },
        query: { limit: rowsPerPage, offset: page * rowsPerPage, ...(only ? { only } : {}) },
        signal,
      })
      return { rows: payload, total: metadata.total }
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    refetchOnWindowFocus: false,
    meta: { showsOwnErrors: 'first' },
  })

/** How long the answer to a file may take: a workbook is unpacked before it comes. Milliseconds. */
const patience = 180_000

interface Chosen {
  readonly file: File
  readonly kind: ImportKind
}

const sendFile = async ({ file, kind }: Chosen): Promise<ImportBatch> => {
  const query = new URLSearchParams({ fileName: file.name, kind })
  const answer = await transferOwn({
    method: 'POST',
    url: `/import?${query}`,
    headers: { 'content-type': 'application/octet-stream', 'idempotency-key': newIdempotencyKey() },
    body: await file.arrayBuffer(),
    patience,
  })
  return (JSON.parse(await answer.text()) as { payload: ImportBatch }).payload
}

/** Sends a file and answers the import it begins. */
export const useStartImport = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: sendFile,
    onSuccess: (batch) => {
      client.setQueryData(batchKey(batch.id), batch)
      return client.invalidateQueries({ queryKey: importsQuery.queryKey })
    },
    meta: { showsOwnErrors: true },
  })
}

const steps = {
  examine: importEndpoints.examine,
  run: importEndpoints.run,
  undo: importEndpoints.undo,
} as const

/** What an import becomes is kept, and the list asked how far it is. */
const useKeepImport = (id: number) => {
  const client = useQueryClient()
  return (batch: ImportBatch) => {
    client.removeQueries({ queryKey: [...key, id, 'rows'] })
    client.setQueryData(batchKey(id), batch)
    return client.invalidateQueries({ queryKey: importsQuery.queryKey })
  }
}

/** Begins the next step of an import. */
export const useImportStep = (id: number, step: keyof typeof steps) =>
  useMutation({
    mutationFn: () => payloadOf(call(steps[step], { params: { id } })),
    onSuccess: useKeepImport(id),
  })

/** Changes how the file is read and what its columns are. */
export const useChangeImport = (id: number) =>
  useMutation({
    mutationFn: (body: ImportChange) => payloadOf(call(importEndpoints.update, { params: { id }, body })),
    onSuccess: useKeepImport(id),
  })

/** Forgets an import that created nothing. */
export const useRemoveImport = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(importEndpoints.remove, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: importsQuery.queryKey }),
  })
}

/** Fetches the rows with faults and hands them to the browser as a file. */
export const useDownloadFaults = (id: number) =>
  useMutation({
    mutationFn: async (name: string): Promise<void> =>
      saveBlob(await transferOwn({ method: 'GET', url: `/import/${id}/faults` }), name),
  })
