import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type BlockInput,
  type Erasure,
  type ErasurePreview,
  erasureEndpoints,
  type NoticesInput,
} from '@ulna/contract/erasures/erasures'
import { type ActInput, type ErasureAct, erasureActEndpoints } from '@ulna/contract/erasures/erasures.acts'
import {
  blockedFileEndpoints,
  type DisclosureInput,
} from '@ulna/contract/patient-copies/patient-copies.blocked'
import { hasKey } from '../../api/http/api-error.ts'
import { transferOwn } from '../../api/local-copies/bytes.ts'
import { call, payloadOf } from '../../api/session/client.ts'
import { proofRequests } from '../../api/session/fresh-proof.ts'
import { saveBlob } from '../../ui/save-blob.ts'

export const erasuresPerPage = 50

// Beneath the patients: who is blocked leaves their lists, and who is taken back comes into them.
const erasuresKey = ['patients', 'erasures'] as const

const previewKey = [...erasuresKey, 'preview'] as const

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
    queryKey: [...previewKey, patientId],
    queryFn: async ({ signal }): Promise<ErasurePreview> =>
      (await call(erasureEndpoints.preview, { params: { patientId }, signal })).payload,
    gcTime: 0,
    staleTime: 0,
    meta: { showsOwnErrors: true },
  })

const isPreview = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  previewKey.every((part, at) => queryKey[at] === part)

/** What was looked at before is not asked for again: a file that is blocked has no preview. */
const useChanged = () => {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [['patients'], ['appointments']].map((queryKey) =>
        client.invalidateQueries({ queryKey, predicate: (query) => !isPreview(query) }),
      ),
    )
}

/** Refused: something stands in the way that was not there when it was looked at. */
const useLookAgain = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: previewKey })
}

export const useBlock = (patientId: number) => {
  const [onSettled, onError] = [useChanged(), useLookAgain()]
  return useMutation({
    mutationFn: (body: BlockInput) =>
      payloadOf(call(erasureEndpoints.block, { params: { patientId }, body })),
    onSettled,
    onError,
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
export const useNoteNotices = ({ kind, id }: Announced) => {
  const onSettled = useChanged()
  return useMutation({
    mutationFn: async (body: NoticesInput): Promise<void> => {
      const input = { params: { id }, body }
      await (kind === 'act'
        ? call(erasureActEndpoints.notices, input)
        : call(erasureEndpoints.notices, input))
    },
    onSettled,
    meta: { showsOwnErrors: true },
  })
}

/** What notices come before: one erasure, or an act. */
export interface Announced {
  readonly kind: 'erasure' | 'act'
  readonly id: number
}

/** Hands the certificate of an erasure, or an act, to the browser as a file, as it was made. */
export const useErasurePaper = () =>
  useMutation({
    mutationFn: async ({ kind, id, number }: Announced & { readonly number: number }): Promise<void> => {
      const url = kind === 'act' ? `/erasures/act/${id}/paper` : `/erasure/${id}/certificate`
      saveBlob(await transferOwn({ method: 'GET', url }), `ulna-${kind}-${number}.pdf`)
    },
    meta: { successMessage: 'information.exported' },
  })

export const actsPerPage = 50

export interface ActsPage {
  rows: ErasureAct[]
  total: number
}

/** Acts of the practice, newest first, a page of them. */
export const actsQuery = (page: number) =>
  queryOptions({
    queryKey: [...erasuresKey, 'acts', page],
    queryFn: async ({ signal }): Promise<ActsPage> => {
      const { payload, metadata } = await call(erasureActEndpoints.list, {
        query: { limit: actsPerPage, offset: page * actsPerPage },
        signal,
      })
      return { rows: payload, total: metadata.total }
    },
    meta: { showsOwnErrors: true },
  })

export const useBlockOnAct = () => {
  const [onSettled, onError] = [useChanged(), useLookAgain()]
  return useMutation({
    mutationFn: (body: ActInput) => payloadOf(call(erasureActEndpoints.block, { body })),
    onSettled,
    onError,
    meta: { successMessage: true },
  })
}

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
