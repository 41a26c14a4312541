import { fileEndpoints } from '@ulna/contract/files/files'
import { UploadBody } from '../../client.ts'
import { formBody, pdf } from '../../factories/files.ts'
import { type Sample, sample } from './sample.ts'

const aForm = formBody(pdf(), { name: 'informe.pdf', type: 'application/pdf' })

const aPart = new UploadBody(pdf(), 'application/octet-stream')

export const fileSamples: readonly Sample[] = [
  sample(fileEndpoints.uploadDocument, ({ documentId }) => ({
    params: { id: String(documentId) },
    body: aForm,
  })),
  sample(fileEndpoints.changeSubtype, ({ temporaryId }) => ({
    params: { id: String(temporaryId), subtype: 'xray' },
    body: { date: '2026-03-04', data: { name: 'Radiografía de hombro' } },
  })),
  sample(fileEndpoints.list, ({ documentId }) => ({ params: { id: String(documentId) } })),
  sample(fileEndpoints.startUpload, ({ documentId }) => ({
    params: { id: String(documentId) },
    body: { fileName: 'informe.pdf', contentType: 'application/pdf', size: 1000 },
  })),
  sample(fileEndpoints.readUpload, ({ uploadId }) => ({ params: { id: String(uploadId) } })),
  sample(fileEndpoints.putPart, ({ uploadId }) => ({
    params: { id: String(uploadId), part: '1' },
    body: aPart,
  })),
  sample(fileEndpoints.completeUpload, ({ uploadId }) => ({ params: { id: String(uploadId) } })),
  sample(fileEndpoints.abortUpload, ({ abortableId }) => ({ params: { id: String(abortableId) } })),
  sample(fileEndpoints.readLink, ({ fileToken }) => ({ params: { token: fileToken } })),
  sample(fileEndpoints.read, ({ fileId }) => ({ params: { id: String(fileId) } })),
  sample(fileEndpoints.readBytes, ({ fileId }) => ({ params: { id: String(fileId), variant: 'screen' } })),
  sample(fileEndpoints.storage),
  sample(fileEndpoints.remove, ({ fileId }) => ({ params: { id: String(fileId) } })),
]
