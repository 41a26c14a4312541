import { useMutation } from '@tanstack/react-query'
import { paperEndpoints } from '@ulna/contract/papers/papers'
import type { PrintScope } from '@ulna/contract/records/records.print'
import { transferOwn } from '../../../api/local-copies/bytes.ts'
import { call } from '../../../api/session/client.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { saveBlob } from '../../../ui/save-blob.ts'

export interface PaperWish {
  readonly patientId: number
  readonly scope: PrintScope
  readonly recordId: number | undefined
  readonly withVoided: boolean
}

/** Issues a signed PDF, in the language of the page, and hands it to the browser as a file. */
export const useIssuePaper = () =>
  useMutation({
    mutationFn: async ({ patientId, recordId, ...wish }: PaperWish): Promise<void> => {
      const { payload } = await call(paperEndpoints.issue, {
        params: { patientId },
        body: { ...wish, language: currentLanguage(), ...(recordId === undefined ? {} : { recordId }) },
      })
      saveBlob(await transferOwn({ method: 'GET', url: `/paper/${payload.id}/content` }), payload.fileName)
    },
    meta: { successMessage: 'information.exported' },
  })
