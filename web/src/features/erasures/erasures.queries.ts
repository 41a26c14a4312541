import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type BlockInput,
  type Erasure,
  type ErasurePreview,
  erasureEndpoints,
  type NoticesInput,
} from '@ulna/contract/erasures/erasures'
import {
  blockedFileEndpoints,
  type DisclosureInput,
} from '@ulna/contract/patient-copies/patient-copies.blocked'
import { hasKey } from '../../api/http/api-error.ts'
import { transferOwn } from '../../api/local-copies/bytes.ts'
import { call, payloadOf } from '../../api/session/client.ts'
import { proofRequests } from '../../api/session/fresh-proof.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { saveBlob } from '../../ui/save-blob.ts'

export const erasuresPerPage = 50

// Beneath the patients: who is blocked leaves their lists, and who is taken back comes into them.
const erasuresKey = ['patients', 'erasures'] as const

export interface ErasuresPage {
  rows: Erasure[]
  total: number
}

/** Erasures of the practice, newest first, a page of them. */
export const erasuresQuery = (page: number) =>
  queryOptions({
    queryKey: [...erasuresKey, 'list', page],
    queryFn: async ({ signal }): Promise<ErasuresPage> => {
      const { payload, metadata } = await call(erasureEndpoints.list, {
        query: { limit: erasuresPerPage, offset: page * erasuresPerPage },
        signal,
      })
      return { rows: payload, total: metadata.total }
    },
    meta: { showsOwnErrors: true },
  })

/** What would become of a file, read anew whenever somebody is about to erase it. */
export const previewQuery = (patientId: number) =>
  queryOptions({
    queryKey: [...erasuresKey, 'preview', patientId],
    queryFn: async ({ signal }): Promise<ErasurePreview> =>
      (await call(erasureEndpoints.preview, { params: { patientId }, signal })).payload,
    gcTime: 0,
    staleTime: 0,
    meta: { showsOwnErrors: true },
  })

const useChanged = () => {
  const client = useQueryClient()
  return () =>
    Promise.all([['patients'], ['appointments']].map((queryKey) => client.invalidateQueries({ queryKey })))
}

export const useBlock = (patientId: number) => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (body: BlockInput) =>
      payloadOf(call(erasureEndpoints.block, { params: { patientId }, body })),
    onSettled,
    meta: { successMessage: true },
  })
}

export const useTakeBack = () => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (id: number) => payloadOf(call(erasureEndpoints.takeBack, { params: { id } })),
    onSettled,
    meta: { successMessage: true },
  })
}

/** Destroys what a law kept and keeps no longer. */
export const useEraseRest = () => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: (id: number) => payloadOf(call(erasureEndpoints.rest, { params: { id } })),
    onSettled,
    meta: { successMessage: true },
  })
}

/** The form shows its own errors. */
export const useNoteNotices = (id: number) => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: async (body: NoticesInput): Promise<Erasure> =>
      (await call(erasureEndpoints.notices, { params: { id }, body })).payload,
    onSettled,
    meta: { showsOwnErrors: true },
  })
}

/** Issues the certificate of an erasure and hands it to the browser as a file. */
export const useCertificate = () =>
  useMutation({
    mutationFn: async (id: number): Promise<void> => {
      const body = { language: currentLanguage() }
      const { payload } = await call(erasureEndpoints.certificate, { params: { id }, body })
      saveBlob(
        await transferOwn({ method: 'GET', url: `/paper/sheet/${payload.id}/content` }),
        payload.fileName,
      )
    },
    meta: { successMessage: 'information.exported' },
  })

const askForFile = (id: number, body: DisclosureInput): Promise<Blob> =>
  transferOwn({
    method: 'POST',
    url: `/erasure/${id}/disclosure`,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(body)).buffer,
  })

/** Hands a blocked file to the browser; who has to prove who they are is asked for it, and it is sent again. */
export const useDisclose = (id: number) =>
  useMutation({
    mutationFn: async (body: DisclosureInput): Promise<void> => {
      const file = await askForFile(id, body).catch(async (error: unknown) => {
        if (!hasKey(error, 'reauth_required')) throw error
        const endpoint = blockedFileEndpoints.disclose
        const isProven = await proofRequests.ask({ endpoint, error, sendWith: () => Promise.reject(error) })
        if (isProven !== true) throw error
        return askForFile(id, body)
      })
      saveBlob(file, `ulna-blocked-${id}.zip`)
    },
    meta: { showsOwnErrors: true, successMessage: 'information.exported' },
  })
