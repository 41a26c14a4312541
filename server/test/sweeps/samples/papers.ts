import { paperEndpoints } from '@ulna/contract/papers/papers'
import { signingKeyEndpoints } from '@ulna/contract/papers/papers.keys'
import { sheetEndpoints } from '@ulna/contract/papers/papers.sheets'
import { keyFileOf } from '../../factories/key-files.ts'
import { type Sample, sample } from './sample.ts'

export const paperSamples: readonly Sample[] = [
  sample(paperEndpoints.issue, ({ patientId, followUpId }) => ({
    params: { patientId: String(patientId) },
    body: { scope: 'record', recordId: followUpId },
  })),
  sample(paperEndpoints.readContent, ({ paperId }) => ({ params: { id: String(paperId) } })),
  sample(signingKeyEndpoints.find),
  sample(signingKeyEndpoints.supply, () => ({ body: keyFileOf({ password: 'clave' }) })),
  sample(signingKeyEndpoints.remove),
  sample(paperEndpoints.verify, ({ paperCode }) => ({ body: { code: paperCode } })),
  sample(sheetEndpoints.issueReceipt, ({ receiptId }) => ({
    params: { receiptId: String(receiptId) },
    body: { language: 'es' },
  })),
  sample(sheetEndpoints.issueAttendance, ({ patientId, packageId }) => ({
    params: { patientId: String(patientId) },
    body: { packageId, from: '2026-01-01', to: '2031-12-31', language: 'es' },
  })),
  sample(sheetEndpoints.readSheet, ({ sheetId }) => ({ params: { id: String(sheetId) } })),
]
