import { fileEndpoints, fileLimits } from '@ulna/contract/files/files'
import { readBytes, readFormFile } from '../../platform/http/bodies/upload-body.ts'
import { implement, type Route } from '../../platform/http/route.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { changeSubtype } from '../records/records.subtype.service.ts'
import type { FileDependencies } from './files.dependencies.ts'
import { listFiles, readBytesOf, readFile, readLinkedBytes, removeFile } from './files.read.service.ts'
import { storageProbe } from './files.storage.ts'
import { completeUpload } from './uploads/files.complete.service.ts'
import { uploadForm } from './uploads/files.form.service.ts'
import {
  abortUpload,
  lengthOfPart,
  putPart,
  readOwnUpload,
  readUpload,
  startUpload,
} from './uploads/files.upload.service.ts'

export const fileRoutes = (dependencies: FileDependencies & { readonly classes: RecordClasses }): Route[] => {
  const probe = storageProbe(dependencies.files)
  return implement(fileEndpoints, {
    storage: async () => ({ state: await probe() }),
    uploadDocument: async ({ actor, path, request }) =>
      uploadForm(dependencies, actor, path.id, await readFormFile(request, 'document', fileLimits.bytes)),
    changeSubtype: ({ actor, path, body }) =>
      changeSubtype(dependencies.db, dependencies.classes, actor, {
        id: path.id,
        subtype: path.subtype,
        input: body ?? {},
      }),
    list: ({ actor, path }) => listFiles(dependencies, actor, path.id),
    startUpload: ({ actor, path, body }) => startUpload(dependencies, actor, path.id, body),
    readUpload: ({ actor, path }) => readUpload(dependencies, actor, path.id),
    putPart: async ({ actor, path, request }) => {
      const upload = await readOwnUpload(dependencies.db, actor, path.id)
      const bytes = await readBytes(request, lengthOfPart(upload, path.part))
      return putPart(dependencies, actor, { row: upload, part: path.part, bytes })
    },
    completeUpload: ({ actor, path }) => completeUpload(dependencies, actor, path.id),
    abortUpload: ({ actor, path }) => abortUpload(dependencies, actor, path.id),
    readLink: ({ actor, path }) => readLinkedBytes(dependencies, actor, path.token),
    read: ({ actor, path }) => readFile(dependencies, actor, path.id),
    readBytes: ({ actor, path }) => readBytesOf(dependencies, actor, path.id, path.variant),
    remove: ({ actor, path }) => removeFile(dependencies, actor, path.id),
  })
}
