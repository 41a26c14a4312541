import { patientArchiveEndpoints } from '@ulna/contract/patient-archive/patient-archive'
import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { patientMergeEndpoints } from '@ulna/contract/patient-merges/patient-merges'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { retentionEndpoints } from '@ulna/contract/retention/retention'
import { type Sample, sample } from './sample.ts'

export const patientSamples: readonly Sample[] = [
  sample(patientEndpoints.list, () => ({ query: { q: 'mariana', limit: '20', offset: '0' } })),
  sample(patientEndpoints.findLatestByUser),
  sample(patientEndpoints.findByName, () => ({ params: { name: 'mariana' }, query: {} })),
  sample(patientEndpoints.findDuplicates, ({ emptyPatientId }) => ({
    query: {
      firstName: 'Mariana',
      lastName: 'Gómez',
      birthDate: '1985-04-03',
      socialId: 'CC',
      exceptId: String(emptyPatientId),
    },
  })),
  sample(patientFileEndpoints.glance, ({ patientId }) => ({ params: { id: String(patientId) } })),
  sample(patientFileEndpoints.open, ({ patientId }) => ({
    params: { id: String(patientId) },
    query: { utcOffset: '-300' },
  })),
  sample(patientEndpoints.vcard, ({ patientId }) => ({ params: { id: String(patientId) } })),
  sample(patientEndpoints.read, ({ patientId }) => ({ params: { id: String(patientId) } })),
  sample(patientEndpoints.create, () => ({
    body: {
      firstName: 'Íñigo',
      lastName: 'Echeverría',
      birthDate: '1990-01-31',
      phone: '600',
      email: 'inigo@example.test',
    },
  })),
  sample(patientEndpoints.update, ({ patientId }) => ({
    params: { id: String(patientId) },
    body: { mobile: '611', address: 'Calle 9' },
  })),
  sample(patientEndpoints.remove, ({ emptyPatientId }) => ({ params: { id: String(emptyPatientId) } })),
  sample(patientEndpoints.profileImage, ({ patientId }) => ({
    params: { id: String(patientId), size: 'thumb' },
  })),
  sample(patientArchiveEndpoints.looseEnds, ({ patientId }) => ({ params: { id: String(patientId) } })),
  sample(patientArchiveEndpoints.archive, ({ leavingPatientId }) => ({
    params: { id: String(leavingPatientId) },
    body: { reason: 'Vive en otra ciudad' },
  })),
  sample(patientArchiveEndpoints.bringBack, ({ leavingPatientId }) => ({
    params: { id: String(leavingPatientId) },
  })),
  sample(patientMergeEndpoints.compare, ({ mergedPatientId, leavingPatientId }) => ({
    params: { id: String(mergedPatientId), otherId: String(leavingPatientId) },
  })),
  sample(patientMergeEndpoints.list, ({ mergedPatientId }) => ({ params: { id: String(mergedPatientId) } })),
  sample(patientMergeEndpoints.list, ({ patientId }) => ({ params: { id: String(patientId) } })),
  sample(patientMergeEndpoints.merge, ({ mergeablePatientId, twinPatientId }) => ({
    params: { id: String(mergeablePatientId) },
    body: {
      otherId: twinPatientId,
      reason: 'Se registró dos veces',
      fields: { mobile: 'other', note: 'both' },
    },
  })),
  sample(patientMergeEndpoints.undo, ({ mergedPatientId, mergeId }) => ({
    params: { id: String(mergedPatientId), mergeId: String(mergeId) },
  })),
  sample(retentionEndpoints.due, () => ({ query: { state: 'due', limit: '20', offset: '0' } })),
  sample(retentionEndpoints.holds, ({ patientId }) => ({ params: { patientId: String(patientId) } })),
  sample(retentionEndpoints.hold, ({ patientId }) => ({
    params: { patientId: String(patientId) },
    body: { reason: 'Reclamación abierta' },
  })),
  sample(retentionEndpoints.lift, ({ holdId }) => ({
    params: { id: String(holdId) },
    body: { reason: 'Reclamación cerrada' },
  })),
]
