import { handOverEndpoints } from '@ulna/contract/hand-overs/hand-overs'
import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { UploadBody } from '../../client.ts'
import { type Sample, sample } from './sample.ts'

/** A file for a practice elsewhere, whose key this is the public half of. */
const handing: BodyInputOf<typeof handOverEndpoints.make> = {
  recipientName: 'Fisio Norte',
  recipient: 'age144etnlua876f2twu9p3nc02agudgvsqjdvl3xclhxw02aa4gcg9q2qlkwq',
  ground: 'agreement',
  groundNote: 'Por escrito, el 12 de enero',
  keptBack: ['notes'],
  language: 'es',
}

export const handOverSamples: readonly Sample[] = [
  sample(handOverEndpoints.key),
  sample(handOverEndpoints.makeKey),
  sample(handOverEndpoints.replaceKey),
  sample(handOverEndpoints.list, ({ patientId }) => ({ params: { id: String(patientId) } })),
  sample(handOverEndpoints.make, ({ patientId }) => ({
    params: { id: String(patientId) },
    body: handing,
  })),
  sample(handOverEndpoints.link, ({ handOverId }) => ({ params: { id: String(handOverId) } })),
  sample(handOverEndpoints.download, () => ({ params: { token: 'a.b' } })),
  sample(handOverEndpoints.received),
  sample(handOverEndpoints.look, ({ handedBytes }) => ({
    body: new UploadBody(handedBytes, 'application/octet-stream'),
  })),
  sample(handOverEndpoints.take, ({ receivedId, patientId }) => ({
    params: { id: String(receivedId) },
    body: { patientId },
  })),
  sample(handOverEndpoints.undo, ({ undoableReceivedId }) => ({
    params: { id: String(undoableReceivedId) },
  })),
  sample(handOverEndpoints.forget, ({ forgettableReceivedId }) => ({
    params: { id: String(forgettableReceivedId) },
  })),
  sample(handOverEndpoints.origin, ({ handedRecordId }) => ({ params: { id: String(handedRecordId) } })),
]
