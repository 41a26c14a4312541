import { randomUUID } from 'node:crypto'
import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { receiptEndpoints } from '@ulna/contract/receipts/receipts'
import { priceEndpoints } from '@ulna/contract/receipts/receipts.prices'
import {
  packageRecordEndpoints,
  sessionPackageEndpoints,
} from '@ulna/contract/session-packages/session-packages'
import { type Sample, sample } from './sample.ts'

const anAgreement = {
  description: 'Hombro',
  autoAdd: true,
  packageData: { price: 720_000, currency: 'COP', notes: 'Pagado en dos veces' },
  expiresOn: '2031-12-31',
}

const aPayment: Omit<BodyInputOf<typeof receiptEndpoints.issue>, 'patientId'> = {
  currency: 'EUR',
  lines: [{ description: 'Diez sesiones', quantity: 1, unitMinor: 45_000 }],
  method: 'card',
  payer: { name: 'Empresa SL', taxId: 'B12345678', address: 'Calle 1' },
  notes: 'Pagado en recepción',
}

const served = (...patientIds: number[]) => ({ patientIds })

const counting = (...recIds: number[]) => ({ body: { recIds } })

export const packageSamples: readonly Sample[] = [
  sample(sessionPackageEndpoints.list, ({ patientId }) => ({
    query: { patientId: String(patientId), q: 'sesiones', status: 'active', limit: '20', offset: '0' },
  })),
  sample(sessionPackageEndpoints.board),
  sample(sessionPackageEndpoints.read, ({ packageId }) => ({ params: { id: String(packageId) } })),
  sample(sessionPackageEndpoints.movements, ({ packageId }) => ({ params: { id: String(packageId) } })),
  sample(sessionPackageEndpoints.create, ({ patientId, doctorId }) => ({
    body: {
      ownerId: patientId,
      doctorId,
      numSessions: 10,
      ...anAgreement,
      ...served(patientId),
    },
  })),
  sample(sessionPackageEndpoints.update, ({ packageId, patientId, doctorId }) => ({
    params: { id: String(packageId) },
    body: { doctorId, ...anAgreement, ...served(patientId), reason: 'Acordado' },
  })),
  sample(sessionPackageEndpoints.addRecords, ({ packageId, caseId }) => ({
    params: { id: String(packageId) },
    ...counting(caseId),
  })),
  sample(sessionPackageEndpoints.removeRecords, ({ packageId, followUpId }) => ({
    params: { id: String(packageId) },
    ...counting(followUpId),
  })),
  sample(sessionPackageEndpoints.visit, ({ appointmentId }) => ({
    params: { appointmentId: String(appointmentId) },
  })),
  sample(sessionPackageEndpoints.changeVisit, ({ appointmentId, packageId }) => ({
    params: { appointmentId: String(appointmentId) },
    body: { action: 'count', packageId, reason: 'Acordado' },
  })),
  sample(packageRecordEndpoints.selectable, ({ patientId }) => ({
    params: { patientId: String(patientId) },
  })),
  sample(packageRecordEndpoints.ofPackage, ({ packageId }) => ({ params: { packageId: String(packageId) } })),
  sample(receiptEndpoints.list, ({ patientId, packageId }) => ({
    query: {
      ...{ patientId: String(patientId), packageId: String(packageId) },
      ...{ from: '2026-01-01', to: '2031-12-31', limit: '20', offset: '0' },
    },
  })),
  sample(receiptEndpoints.export, ({ patientId, packageId }) => ({
    query: {
      ...{ patientId: String(patientId), packageId: String(packageId) },
      ...{ from: '2026-01-01', to: '2031-12-31' },
    },
  })),
  sample(receiptEndpoints.read, ({ receiptId }) => ({ params: { id: String(receiptId) } })),
  sample(receiptEndpoints.issue, ({ patientId, packageId }) => ({
    body: { patientId, packageId, ...aPayment },
  })),
  sample(receiptEndpoints.issue, ({ patientId, appointmentId }) => ({
    body: { patientId, appointmentId, ...aPayment },
  })),
  sample(priceEndpoints.list),
  sample(priceEndpoints.create, () => ({
    body: { name: `Sesión ${randomUUID()}`, minutes: 45, priceMinor: 4500, currency: 'EUR' },
  })),
  sample(priceEndpoints.update, ({ priceId }) => ({
    params: { id: String(priceId) },
    body: { name: 'Valoración', minutes: null, priceMinor: 5000, currency: 'COP' },
  })),
  sample(priceEndpoints.remove, ({ priceId }) => ({ params: { id: String(priceId) } })),
  sample(receiptEndpoints.void, ({ voidableId }) => ({
    params: { id: String(voidableId) },
    body: { reason: 'Importe equivocado' },
  })),
]
