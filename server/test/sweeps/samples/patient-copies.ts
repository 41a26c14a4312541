import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { patientCopyEndpoints } from '@ulna/contract/patient-copies/patient-copies'
import { type Sample, sample } from './sample.ts'

const making = (copyId: number, body: BodyInputOf<typeof patientCopyEndpoints.make>) => ({
  params: { id: String(copyId) },
  body,
})

export const copySamples: readonly Sample[] = [
  sample(patientCopyEndpoints.list, ({ patientId }) => ({ params: { id: String(patientId) } })),
  sample(patientCopyEndpoints.due),
  sample(patientCopyEndpoints.dueCount),
  sample(patientCopyEndpoints.parts, ({ patientId }) => ({ params: { id: String(patientId) } })),
  sample(patientCopyEndpoints.ask, ({ patientId }) => ({
    params: { id: String(patientId) },
    body: { askedOn: '2026-01-12', askedBy: 'patient', identity: 'document' },
  })),
  sample(patientCopyEndpoints.make, ({ copyId }) => making(copyId, { language: 'es', keptBack: ['notes'] })),
  sample(patientCopyEndpoints.fetchLink, ({ copyId }) => ({ params: { id: String(copyId) } })),
  sample(patientCopyEndpoints.share, ({ copyId }) => ({ params: { id: String(copyId) } })),
  sample(patientCopyEndpoints.handOver, ({ handableCopyId }) => ({
    params: { id: String(handableCopyId) },
    body: { how: 'stick', to: 'Su hija' },
  })),
  sample(patientCopyEndpoints.withdraw, ({ withdrawableCopyId }) => ({
    params: { id: String(withdrawableCopyId) },
    body: { reason: 'Ya no la quiere' },
  })),
  sample(patientCopyEndpoints.open, () => ({ body: { token: 'a.b', code: 'ABCD-EFGH' } })),
  sample(patientCopyEndpoints.download, () => ({ params: { token: 'a.b' } })),
]
