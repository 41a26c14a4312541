import { erasureEndpoints } from '@ulna/contract/erasures/erasures'
import { erasureActEndpoints } from '@ulna/contract/erasures/erasures.acts'
import { blockedFileEndpoints } from '@ulna/contract/patient-copies/patient-copies.blocked'
import { type Sample, sample } from './sample.ts'

const onAct = (...patientIds: number[]) => ({ body: { patientIds, graceDays: 30 } })

export const erasureSamples: readonly Sample[] = [
  sample(erasureEndpoints.preview, ({ patientId }) => ({ params: { patientId: String(patientId) } })),
  sample(erasureEndpoints.block, ({ erasablePatientId }) => ({
    params: { patientId: String(erasablePatientId) },
    body: {
      ground: 'request',
      graceDays: 30,
      askedOn: '2026-01-12',
      askedBy: 'guardian',
      identity: 'document',
    },
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
  sample(blockedFileEndpoints.disclose, ({ announcedId }) => ({
    params: { id: String(announcedId) },
    body: { ground: 'court', askedBy: 'Juzgado de Primera Instancia 3', reason: 'Procedimiento 12/2026' },
  })),
  sample(erasureEndpoints.rest, ({ erasedId }) => ({ params: { id: String(erasedId) } })),
  sample(erasureEndpoints.certificate, ({ erasedId }) => ({ params: { id: String(erasedId) } })),
  // The same files again are answered with the act on which they stand.
  sample(erasureActEndpoints.block, ({ actPatientId }) => onAct(actPatientId)),
  sample(erasureActEndpoints.list, () => ({ query: { limit: '20', offset: '0' } })),
  sample(erasureActEndpoints.notices, ({ actId }) => ({
    params: { id: String(actId) },
    body: {
      newspaper: 'El Tiempo',
      firstNoticeOn: '2026-03-02',
      secondNoticeOn: '2026-03-10',
      reviewedOn: '2026-06-01',
    },
  })),
  sample(erasureActEndpoints.paper, ({ actId }) => ({ params: { id: String(actId) } })),
]
