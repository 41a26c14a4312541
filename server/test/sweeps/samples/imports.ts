import { importEndpoints } from '@ulna/contract/imports/imports'
import { UploadBody } from '../../client.ts'
import { type Sample, sample } from './sample.ts'

const aFile = new UploadBody(Buffer.from('Nombre;Apellidos\nAna;Ruiz\n'), 'application/octet-stream')

export const importSamples: readonly Sample[] = [
  sample(importEndpoints.list),
  sample(importEndpoints.start, () => ({ query: { fileName: 'pacientes.csv' }, body: aFile })),
  sample(importEndpoints.read, ({ importId }) => ({ params: { id: String(importId) } })),
  sample(importEndpoints.update, ({ importId }) => ({
    params: { id: String(importId) },
    body: { source: 'Mi Excel', nameRule: 'last_word' },
  })),
  sample(importEndpoints.examine, ({ importId }) => ({ params: { id: String(importId) } })),
  sample(importEndpoints.rows, ({ runnableId }) => ({ params: { id: String(runnableId) } })),
  sample(importEndpoints.faults, ({ runnableId }) => ({ params: { id: String(runnableId) } })),
  sample(importEndpoints.run, ({ runnableId }) => ({ params: { id: String(runnableId) } })),
  sample(importEndpoints.undo, ({ undoableId }) => ({ params: { id: String(undoableId) } })),
  sample(importEndpoints.remove, ({ forgettableId }) => ({ params: { id: String(forgettableId) } })),
]
