import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { sheetEndpoints } from '@ulna/contract/papers/papers.sheets'
import type { ReceiptRules } from '@ulna/contract/practices/practices.configurations'
import { type Receipt, type ReceiptInput, receiptEndpoints } from '@ulna/contract/receipts/receipts'
import type { Coin } from '@ulna/contract/receipts/receipts.amounts'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { transferOwn } from '../../api/local-copies/bytes.ts'
import { call, payloadOf } from '../../api/session/client.ts'
import { changeOwnPractice } from '../../api/session/session.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { saveBlob } from '../../ui/save-blob.ts'

export const receiptsPerPage = 50

const ofPractice = (practiceId: number) => ['receipts', practiceId] as const

export interface ReceiptFilter {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly patientId?: number | undefined
  readonly packageId?: number | undefined
}

export interface ReceiptPage {
  readonly rows: readonly Receipt[]
  readonly total: number
  /** Sum of all that is filtered, one for each currency. */
  readonly totals: readonly (Coin & { readonly totalMinor: number })[]
}

/** A page of receipts, newest first. */
export const receiptsQuery = (practiceId: number, filter: ReceiptFilter, page: number) =>
  queryOptions({
    queryKey: [...ofPractice(practiceId), filter, page],
    queryFn: async ({ signal }): Promise<ReceiptPage> => {
      const query = { ...filter, limit: receiptsPerPage, offset: page * receiptsPerPage }
      const { payload, metadata } = await call(receiptEndpoints.list, { query, signal })
      return { rows: payload, total: metadata.total, totals: metadata.totals }
    },
    placeholderData: keepPreviousData,
    meta: { showsOwnErrors: 'first' },
  })

const useRefresh = (practiceId: number) => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ofPractice(practiceId) })
}

/** The form shows its own errors. */
export const useIssueReceipt = (practiceId: number) => {
  const refresh = useRefresh(practiceId)
  return useMutation({
    mutationFn: async (wish: { input: ReceiptInput; idempotencyKey: string }): Promise<Receipt> => {
      const { input: body, idempotencyKey } = wish
      return (await call(receiptEndpoints.issue, { body, idempotencyKey })).payload
    },
    onSuccess: refresh,
    meta: { showsOwnErrors: true },
  })
}

export const useVoidReceipt = (practiceId: number) => {
  const refresh = useRefresh(practiceId)
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      payloadOf(call(receiptEndpoints.void, { params: { id }, body: { reason } })),
    onSuccess: refresh,
  })
}

/** Spreadsheets take a file for UTF-8 only by this mark, which is no longer there once the answer was read. */
const byteOrderMark = '\ufeff'

/** Fetches what is filtered as CSV and hands it to the browser as a file. */
export const useExportReceipts = () =>
  useMutation({
    mutationFn: async ({ filter, name }: { filter: ReceiptFilter; name: string }): Promise<void> => {
      const { payload } = await call(receiptEndpoints.export, { query: { ...filter } })
      saveBlob(new Blob([byteOrderMark, payload], { type: 'text/csv;charset=utf-8' }), name)
    },
    meta: { successMessage: 'information.exported' },
  })

const savePaper = async ({ id, fileName }: { id: number; fileName: string }): Promise<void> =>
  saveBlob(await transferOwn({ method: 'GET', url: `/paper/sheet/${id}/content` }), fileName)

/** Issues the signed PDF of a receipt and hands it to the browser as a file. */
export const useReceiptPaper = () =>
  useMutation({
    mutationFn: async (receiptId: number): Promise<void> => {
      const body = { language: currentLanguage() }
      const { payload } = await call(sheetEndpoints.issueReceipt, { params: { receiptId }, body })
      await savePaper(payload)
    },
    meta: { successMessage: 'information.exported' },
  })

export interface AttendanceWish {
  readonly patientId: number
  readonly packageId?: number
  /** Days on the practice's clock, both included; null means any. */
  readonly from?: string | null
  readonly to?: string | null
}

/**
 * Issues the visits of a patient as a signed PDF, those that count on a package or those of some days, and hands it to
 * the browser as a file.
 */
export const useAttendancePaper = (how: { showsOwnErrors: boolean }) =>
  useMutation({
    mutationFn: async ({ patientId, ...wish }: AttendanceWish): Promise<void> => {
      const body = { ...wish, language: currentLanguage() }
      const { payload } = await call(sheetEndpoints.issueAttendance, { params: { patientId }, body })
      await savePaper(payload)
    },
    meta: { successMessage: 'information.exported', ...how },
  })

/** What new receipts say of the practice. The form shows its own errors. */
export const useSaveIssuer = () =>
  useMutation({
    mutationFn: async (receipts: ReceiptRules): Promise<void> => {
      const { payload } = await call(settingsEndpoints.updatePractice, {
        body: { configurations: { receipts } },
      })
      changeOwnPractice(payload)
    },
    meta: { showsOwnErrors: true },
  })
