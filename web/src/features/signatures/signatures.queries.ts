import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { RecordRow } from '@ulna/contract/records/records'
import {
  type DocumentToSign,
  type RecordSignatures,
  type SignatureInput,
  signatureEndpoints,
} from '@ulna/contract/signatures/signatures'
import { call, payloadOf } from '../../api/session/client.ts'
import { isMissingSignature } from '../../api/session/report-error.ts'
import { shownDigest } from './shown-digest.ts'

type Signed = Pick<RecordRow, 'id' | 'ownerId'>

const pairOf = ({ id, ownerId }: Signed) => ({ patientId: ownerId, recordId: id })
const ofPatient = (patientId: number) => ['patient', patientId] as const

/** The signatures of a record; null where nobody ever signed, which is no error (specification §8). */
export const signaturesQuery = (record: Signed & Pick<RecordRow, 'signed' | 'version'>) =>
  queryOptions({
    queryKey: [...ofPatient(record.ownerId), 'signatures', record.id, record.signed, record.version],
    queryFn: async ({ signal }): Promise<RecordSignatures | null> => {
      try {
        return (await call(signatureEndpoints.find, { params: pairOf(record), signal })).payload
      } catch (error) {
        if (isMissingSignature(error)) return null
        throw error
      }
    },
    meta: { showsOwnErrors: true },
  })

/** What is to be signed, in a language. It is read when it is shown, never kept. */
export const documentQuery = (record: Signed, language: Language) =>
  queryOptions({
    queryKey: ['to-sign', record.ownerId, record.id, language],
    queryFn: ({ signal }) =>
      payloadOf(call(signatureEndpoints.document, { params: pairOf(record), query: { language }, signal })),
    staleTime: 0,
    gcTime: 0,
    meta: { showsOwnErrors: true },
  })

export type Hand = Pick<SignatureInput, 'signature' | 'typedName' | 'signer' | 'signerName' | 'relation'>

/** Signs what is shown: its version and its digest go with the hand (promises.md B8). */
export const useSign = (record: Signed) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ shown, hand }: { shown: DocumentToSign; hand: Hand }) => {
      const { document } = shown
      const body = {
        ...hand,
        signed: true,
        version: document.record.version,
        contentHash: await shownDigest(shown),
        language: document.language,
      }
      return (await call(signatureEndpoints.save, { params: pairOf(record), body })).payload
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ofPatient(record.ownerId) }),
    meta: { showsOwnErrors: true },
  })
}

export const useWithdraw = (record: Signed) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ sealId, reason }: { sealId: string; reason: string }) =>
      call(signatureEndpoints.save, {
        params: pairOf(record),
        body: { signed: false, seal: sealId, reason },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ofPatient(record.ownerId) }),
    meta: { successMessage: true },
  })
}

/** The device goes to the patient, to sign this record. */
export const handOver = (record: Signed) => call(signatureEndpoints.handOver, { params: pairOf(record) })

/** The device is the practitioner’s again: the server asks for a proof that is newer than the hand-over. */
export const useHandBack = () => useMutation({ mutationFn: () => call(signatureEndpoints.handBack) })
