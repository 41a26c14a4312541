import { createHash } from 'node:crypto'
import {
  type FileVariant,
  fileEndpoints,
  fileLimits,
  type Upload,
  type UploadedFile,
} from '@ulna/contract/files/files'
import { partCount } from '@ulna/contract/files/files.rules'
import type { RecordRow } from '@ulna/contract/records/records'
import sharp, { type Sharp } from 'sharp'
import type { TestApp } from '../build-test-app.ts'
import { callEndpoint, type TestAnswer, UploadBody } from '../client.ts'
import { writeRecord } from './clinical.ts'
import type { TestPerson } from './people.ts'

export const documentInput = (patientId: number, data: Record<string, unknown> = {}) => ({
  ownerId: patientId,
  type: 'document',
  subtype: 'exam',
  recordClassId: 'document',
  data: { name: 'Resonancia de hombro', ...data },
})

export const writeDocument = (
  app: TestApp,
  by: TestPerson,
  patientId: number,
  given: Record<string, unknown> = {},
): Promise<RecordRow> => writeRecord(app, by, { ...documentInput(patientId), ...given })

/** A picture with a pattern, so that turning it shows. */
export const photo = (width = 60, height = 40): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#2a9287' } }).composite([
    {
      input: {
        create: {
          width: Math.ceil(width / 2),
          height: Math.ceil(height / 2),
          channels: 3,
          background: '#ff0000',
        },
      },
      left: 0,
      top: 0,
    },
  ])

export const jpeg = (width = 60, height = 40): Promise<Buffer> => photo(width, height).jpeg().toBuffer()

/** The smallest PDF with one empty page; `filler` bytes are in its middle. */
export const pdf = (filler = 0, inside = ''): Buffer => {
  const head = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\n%${inside}`
  const tail = `\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(filler, 'x'), Buffer.from(tail)])
}

const element = (group: number, number: number, kind: string, value: Buffer): Buffer => {
  const padded = value.length % 2 === 0 ? value : Buffer.concat([value, Buffer.from(' ')])
  const isLong = ['OB', 'OW', 'SQ', 'UN', 'UT'].includes(kind)
  const head = Buffer.alloc(isLong ? 12 : 8)
  head.writeUInt16LE(group, 0)
  head.writeUInt16LE(number, 2)
  head.write(kind, 4, 'latin1')
  if (isLong) head.writeUInt32LE(padded.length, 8)
  else head.writeUInt16LE(padded.length, 6)
  return Buffer.concat([head, padded])
}

export interface DicomWish {
  readonly charset?: string
  readonly encoding?: BufferEncoding
  readonly name?: string
  readonly pixels?: number
}

/** An x-ray of a few pixels, explicit little endian. */
export const dicom = ({
  charset = 'ISO_IR 100',
  encoding = 'latin1',
  name = 'Peña^Íñigo',
  pixels = 64,
}: DicomWish = {}): Buffer => {
  const text = (value: string): Buffer => Buffer.from(value, encoding)
  const syntax = Buffer.from('1.2.840.10008.1.2.1\0', 'latin1')
  const meta = element(2, 0x10, 'UI', syntax)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(meta.length)
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    element(2, 0, 'UL', length),
    meta,
    element(8, 0x05, 'CS', Buffer.from(charset)),
    element(8, 0x20, 'DA', Buffer.from('20260203')),
    element(8, 0x60, 'CS', Buffer.from('DX')),
    element(8, 0x1030, 'LO', text('Hombro derecho')),
    element(0x10, 0x10, 'PN', text(name)),
    element(0x10, 0x20, 'LO', text('HC-77')),
    element(0x10, 0x30, 'DA', Buffer.from('19800229')),
    element(0x7fe0, 0x10, 'OW', Buffer.alloc(pixels, 7)),
  ])
}

/** `multipart/form-data` with one file in `document`. */
export const formBody = (
  bytes: Buffer,
  { name = 'foto.jpg', type = 'image/jpeg', field = 'document' } = {},
): UploadBody => {
  const boundary = 'xBoundaryOfTestsx'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  return new UploadBody(
    Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    `multipart/form-data; boundary=${boundary}`,
  )
}

export const sendForm = (
  app: Pick<TestApp, 'server'>,
  by: Pick<TestPerson, 'token'>,
  {
    recordId,
    body,
    headers = {},
  }: { recordId: number; body: UploadBody; headers?: Record<string, string> | undefined },
): Promise<TestAnswer> =>
  callEndpoint(app, fileEndpoints.uploadDocument, {
    params: { id: recordId },
    token: by.token,
    body,
    headers,
  })

export interface Announcing {
  readonly name?: string
  readonly type?: string
  readonly size?: number
}

export const start = (
  app: Pick<TestApp, 'server'>,
  by: Pick<TestPerson, 'token'>,
  recordId: number,
  { name = 'foto.jpg', type = 'image/jpeg', size = 1000 }: Announcing = {},
): Promise<TestAnswer> =>
  callEndpoint(app, fileEndpoints.startUpload, {
    params: { id: recordId },
    token: by.token,
    body: { fileName: name, contentType: type, size },
  })

export const sendPart = (
  app: Pick<TestApp, 'server'>,
  by: Pick<TestPerson, 'token'>,
  { id, part, bytes }: { id: number; part: number; bytes: Buffer },
): Promise<TestAnswer> =>
  callEndpoint(app, fileEndpoints.putPart, {
    params: { id, part },
    token: by.token,
    body: new UploadBody(bytes, 'application/octet-stream'),
  })

export const complete = (
  app: Pick<TestApp, 'server'>,
  by: Pick<TestPerson, 'token'>,
  id: number,
): Promise<TestAnswer> => callEndpoint(app, fileEndpoints.completeUpload, { params: { id }, token: by.token })

export const partOf = (bytes: Buffer, part: number): Buffer =>
  bytes.subarray((part - 1) * fileLimits.partBytes, part * fileLimits.partBytes)

/** A whole upload in parts; answers what `complete` answers, or the refusal before it. */
export const uploadInParts = async (
  app: Pick<TestApp, 'server'>,
  by: Pick<TestPerson, 'token'>,
  {
    recordId,
    bytes,
    announcing = {},
  }: { recordId: number; bytes: Buffer; announcing?: Announcing | undefined },
): Promise<TestAnswer> => {
  const begun = await start(app, by, recordId, { size: bytes.length, ...announcing })
  if (begun.status !== 201) return begun
  const { id } = begun.payload as Upload
  for (let part = 1; part <= partCount(bytes.length); part += 1) {
    const sent = await sendPart(app, by, { id, part, bytes: partOf(bytes, part) })
    if (sent.status !== 200) return sent
  }
  return complete(app, by, id)
}

/** A file of a record that is ready. */
export const addFile = async (
  app: TestApp,
  by: TestPerson,
  {
    recordId,
    bytes,
    announcing = {},
  }: { recordId: number; bytes?: Buffer | undefined; announcing?: Announcing | undefined },
): Promise<UploadedFile> => {
  const answer = await uploadInParts(app, by, { recordId, bytes: bytes ?? (await jpeg()), announcing })
  if (answer.status !== 201) throw new Error(`the upload answered ${answer.status}: ${answer.text}`)
  await app.runJobs()
  return readBack(app, by, (answer.payload as UploadedFile).id)
}

export const readBack = async (
  app: Pick<TestApp, 'server'>,
  by: Pick<TestPerson, 'token'>,
  id: number,
): Promise<UploadedFile> =>
  (await callEndpoint(app, fileEndpoints.read, { params: { id }, token: by.token })).payload

/** The bytes of a file as they are handed out. */
export const download = async (
  app: Pick<TestApp, 'server'>,
  by: Pick<TestPerson, 'token'>,
  id: number,
  variant: FileVariant = 'original',
) =>
  app.server.inject({
    url: `/api/file/${id}/${variant}`,
    headers: { authorization: `Bearer ${by.token}` },
  })

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
