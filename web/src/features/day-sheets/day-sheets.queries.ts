import { useMutation } from '@tanstack/react-query'
import {
  daySheetEndpoints,
  type SheetContents,
  type SheetPasswords,
} from '@ulna/contract/day-sheets/day-sheets'
import { transferOwn } from '../../api/local-copies/bytes.ts'
import { call, payloadOf } from '../../api/session/client.ts'
import { saveBlob } from '../../ui/save-blob.ts'

/** Tells what opens the sheets; it does not stay in memory once nobody looks at it. */
export const useSheetPasswords = () =>
  useMutation({
    mutationFn: (): Promise<SheetPasswords> => payloadOf(call(daySheetEndpoints.passwords)),
    gcTime: 0,
  })

export const useReplacePasswords = () =>
  useMutation({
    mutationFn: (): Promise<SheetPasswords> => payloadOf(call(daySheetEndpoints.replace)),
    gcTime: 0,
  })

export interface SheetWish {
  /** The next day with visits where none is named. */
  readonly day: string | undefined
  readonly contents: SheetContents
  readonly fileName: string
}

/** Longest that a sheet is waited for: it is made while one waits. Milliseconds. */
const patience = 120_000

/** Fetches the locked sheet and hands it to the browser as a file. */
export const useFetchSheet = () =>
  useMutation({
    mutationFn: async ({ day, contents, fileName }: SheetWish): Promise<void> => {
      const query = new URLSearchParams({ contents, ...(day !== undefined && { day }) })
      saveBlob(await transferOwn({ method: 'GET', url: `/calendar/day-sheet?${query}`, patience }), fileName)
    },
    meta: { successMessage: 'information.exported', showsOwnErrors: true },
  })
