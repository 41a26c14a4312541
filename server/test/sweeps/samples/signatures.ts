import { randomUUID } from 'node:crypto'
import { patientConsentEndpoints } from '@ulna/contract/patient-consents/patient-consents'
import { signatureEndpoints } from '@ulna/contract/signatures/signatures'
import { tinyPicture } from '../scene/files.ts'
import type { PracticeScene } from '../scene/practice-scene.ts'
import { type Sample, sample } from './sample.ts'

const pairOf = ({ patientId, recordId }: PracticeScene['signing']) => ({
  patientId: String(patientId),
  recordId: String(recordId),
})

export const signatureSamples: readonly Sample[] = [
  sample(signatureEndpoints.document, ({ signing }) => ({ params: pairOf(signing) })),
  sample(signatureEndpoints.find, ({ signing }) => ({ params: pairOf(signing) })),
  sample(signatureEndpoints.save, ({ signing }) => ({
    params: pairOf(signing),
    body: {
      signature: tinyPicture,
      signed: true,
      signer: 'guardian',
      signerName: `Rosa ${randomUUID()}`,
      relation: 'madre',
      version: 1,
      language: 'es',
    },
  })),
  sample(signatureEndpoints.handOver, ({ signing }) => ({ params: pairOf(signing) })),
  sample(signatureEndpoints.handBack),
  sample(patientConsentEndpoints.find, ({ signing }) => ({
    params: { patientId: String(signing.patientId) },
  })),
  sample(patientConsentEndpoints.withdraw, ({ consentId }) => ({
    params: { recordId: String(consentId) },
    body: { reason: 'Prefiere seguir con ejercicio' },
  })),
]
