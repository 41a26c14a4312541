import { erasureEndpoints } from '@ulna/contract/erasures/erasures'
import { type Sample, sample } from './sample.ts'

export const erasureSamples: readonly Sample[] = [
  sample(erasureEndpoints.preview, ({ patientId }) => ({ params: { patientId: String(patientId) } })),
  sample(erasureEndpoints.block, ({ erasablePatientId }) => ({
    params: { patientId: String(erasablePatientId) },
    body: { ground: 'request', graceDays: 30 },
  })),
  sample(erasureEndpoints.list, () => ({ query: { limit: '20', offset: '0' } })),
  sample(erasureEndpoints.takeBack, ({ retractableId }) => ({ params: { id: String(retractableId) } })),
  sample(erasureEndpoints.notices, ({ announcedId }) => ({
    params: { id: String(announcedId) },
    body: {
      newspaper: 'El Tiempo',
      firstNoticeOn: '2026-03-02',
      secondNoticeOn: '2026-03-10',
      reviewedOn: '2026-06-01',
    },
  })),
  sample(erasureEndpoints.rest, ({ erasedId }) => ({ params: { id: String(erasedId) } })),
  sample(erasureEndpoints.certificate, ({ erasedId }) => ({
    params: { id: String(erasedId) },
    body: { language: 'es' },
  })),
]
