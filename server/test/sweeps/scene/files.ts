import { createHash, randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Upload } from '@ulna/contract/files/files'
import type { RecordRow } from '@ulna/contract/records/records'
import { imageKey } from '../../../src/features/patients/patients.image.ts'
import { localFileStore } from '../../../src/platform/files/file-store.local.ts'
import { newToken } from '../../../src/platform/tokens.ts'
import type { TestApp } from '../../build-test-app.ts'
import { writeRecord } from '../../factories/clinical.ts'
import { documentInput, pdf, sendPart, start } from '../../factories/files.ts'
import type { TestPerson } from '../../factories/people.ts'
import { links } from './links.ts'

/** A white square of two pixels a side, as data URL. */
export const tinyPicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQImWP4DwYMEAoAU7oL9W/sIDEAAAAASUVORK5CYII='

/** The picture of a patient, behind the API: a process of its own would decode it, which is half of what a scene takes. */
export const stagePortrait = async (app: TestApp, practiceId: number, patientId: number, canary: string) => {
  const key = `practice-${practiceId}/profile/${randomUUID()}`
  const files = localFileStore(app.filesDirectory)
  for (const size of ['thumb', 'hires'] as const)
    await files.put(imageKey(key, size), Buffer.from(`a portrait ${canary}`))
  await app.owner.queries
    .updateTable('patients')
    .set({ profile_image_key: key })
    .where('practice_id', '=', practiceId)
    .where('id', '=', patientId)
    .execute()
}

export const stageLogo = async (app: TestApp, { practiceId }: TestPerson) => {
  const logoKey = newToken()
  const files = localFileStore(path.join(path.dirname(app.outbox), 'files'))
  await files.put(`practice-${practiceId}/logo/${logoKey}.webp`, Buffer.from('a picture'))
  return { logoKey }
}

/** A picture of a document, with bytes that nothing has to look at. */
const stagePicture = async (app: TestApp, by: TestPerson, document: RecordRow, canary: string) => {
  const storageKey = `scene-${by.practiceId}/${randomUUID()}/image_${document.id}_1.jpg`
  const files = localFileStore(app.filesDirectory)
  for (const kind of ['image', 'screen', 'thumb'] as const)
    await files.put(
      storageKey.replace('image_', `${kind}_`).replace('.jpg', kind === 'image' ? '.jpg' : '.webp'),
      Buffer.from(`a picture ${canary}`),
    )
  const file = await app.owner.queries
    .insertInto('files')
    .values({
      practice_id: by.practiceId,
      uid: randomUUID(),
      record_id: document.id,
      patient_id: document.ownerId,
      author_id: by.doctorId,
      file_name: `Foto ${canary}.jpg`,
      content_type: 'image/jpeg',
      kind: 'image',
      byte_size: 20,
      width: 4,
      height: 4,
      sha256: createHash('sha256').update(`a picture ${canary}`).digest('hex'),
      state: 'ready',
      storage_type: 'local',
      storage_key: storageKey,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const until = Date.now() + 86_400_000
  const fileToken = links.sign('file', [by.practiceId, file.id, 0, by.userId, until])
  return { fileId: file.id, fileToken }
}

const stageUpload = async (app: TestApp, by: TestPerson, recordId: number): Promise<number> => {
  const begun = await start(app, by, recordId, {
    name: 'informe.pdf',
    type: 'application/pdf',
    size: pdf().length,
  })
  const { id } = begun.payload as Upload
  await sendPart(app, by, { id, part: 1, bytes: pdf() })
  return id
}

export const stageFiles = async (app: TestApp, by: TestPerson, patientId: number, canary: string) => {
  const data = { name: `Resonancia ${canary}` }
  const document = await writeRecord(app, by, documentInput(patientId, data))
  const temporary = await writeRecord(app, by, { ...documentInput(patientId, data), subtype: 'temporal' })
  return {
    documentId: document.id,
    temporaryId: temporary.id,
    ...(await stagePicture(app, by, document, canary)),
    uploadId: await stageUpload(app, by, document.id),
    abortableId: await stageUpload(app, by, document.id),
  }
}
