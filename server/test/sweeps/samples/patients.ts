import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { patientEndpoints } from '@ulna/contract/patients/patients'
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
]
