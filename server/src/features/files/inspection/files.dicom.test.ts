import type { UploadedFile } from '@ulna/contract/files/files'
import type { RecordRow } from '@ulna/contract/records/records'
import dicomParser from 'dicom-parser'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPatient } from '../../../../test/factories/clinical.ts'
import {
  type DicomPicture,
  dicomPicture,
  packed,
  syntaxes,
} from '../../../../test/factories/dicom-pictures.ts'
import { addFile, download, sha256, writeDocument } from '../../../../test/factories/files.ts'
import { testPractice } from '../../../../test/test-practice.ts'
import { readDicomHeader } from './files.dicom.ts'

let record: RecordRow

const { app, owner } = await testPractice()
beforeAll(async () => {
  record = await writeDocument(app, owner, (await createPatient(app, owner)).id)
})

const values = Buffer.from(Array.from({ length: 40 * 30 }, (_, at) => at % 256))
const size = { width: 40, height: 30 }

const upload = (bytes: Buffer, name = 'rodilla.dcm'): Promise<UploadedFile> =>
  addFile(app, owner, { recordId: record.id, bytes, announcing: { name, type: 'application/dicom' } })

const fileOf = async (picture: DicomPicture): Promise<Buffer> =>
  dicomPicture({ ...size, ...picture, pixels: [await packed(values, { ...size, ...picture })] })

const tiff = Buffer.from('II*\0\b\0\0\0')

describe('an x-ray that no browser opens', () => {
  it('stays byte by byte as it came, and has something beside it that the viewer reads', async () => {
    const bytes = await fileOf({ syntax: syntaxes.jpeg2000 })
    const file = await upload(bytes)
    expect(file).toMatchObject({ state: 'ready', width: 40, height: 30, sha256: sha256(bytes) })
    expect(file.dicom).toMatchObject({ content: 'picture', isUnpacked: true, modality: 'DX' })
    expect((await download(app, owner, file.id)).rawPayload.equals(bytes)).toBe(true)
    const shown = await download(app, owner, file.id, 'screen')
    expect(shown.headers['content-type']).toBe('application/dicom')
    expect(shown.headers['content-disposition']).toContain('rodilla.dcm')
    const { elements } = dicomParser.parseDicom(new Uint8Array(shown.rawPayload))
    const { dataOffset = 0, length = 0 } = elements.x7fe00010 ?? {}
    expect(shown.rawPayload.subarray(dataOffset, dataOffset + length).equals(values)).toBe(true)
    const byLink = await app.server.inject({
      url: file.screenUrl ?? '',
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(byLink.rawPayload.equals(shown.rawPayload)).toBe(true)
  })

  it('is read by its sign, whatever stands before it, and deflated', async () => {
    const plain = dicomPicture({ ...size, preamble: tiff, pixels: values })
    expect(await upload(plain, 'CT_1.dcm')).toMatchObject({ state: 'ready', width: 40 })
    const deflated = await upload(dicomPicture({ ...size, syntax: syntaxes.deflated, pixels: values }))
    expect(deflated.dicom).toMatchObject({ patientName: 'Mariana Gomez', isUnpacked: true })
  })

  it('is taken under the name that it has on a CD', async () => {
    const plain = dicomPicture({ ...size, pixels: values })
    expect((await upload(plain, 'IM000001')).fileName).toBe('IM000001.dcm')
    expect((await upload(plain, '1.2.840.113619.2.55')).fileName).toBe('1.2.840.113619.2.55.dcm')
  })
})

describe('an x-ray that the browser opens', () => {
  it('is handed out itself, with a small picture for the time line', async () => {
    const file = await upload(dicomPicture({ ...size, pixels: values }))
    expect(file).toMatchObject({ width: 40, height: 30, screenUrl: null, dicom: { isUnpacked: false } })
    expect((await download(app, owner, file.id, 'screen')).statusCode).toBe(404)
    const thumb = await download(app, owner, file.id, 'thumb')
    expect(thumb.headers['content-type']).toBe('image/webp')
    expect(await sharp(thumb.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 })
  })
})

describe('a DICOM file whose pictures nothing here opens', () => {
  it('is kept without a small picture: another program may open it', async () => {
    const bytes = dicomPicture({ ...size, syntax: syntaxes.jpeg2000, pixels: [Buffer.alloc(16)] })
    const file = await upload(bytes)
    expect(file).toMatchObject({ state: 'ready', width: null, thumbUrl: null, screenUrl: null })
    expect((await download(app, owner, file.id)).rawPayload.equals(bytes)).toBe(true)
    expect((await download(app, owner, file.id, 'thumb')).statusCode).toBe(404)
  })

  it.each([
    ['report', '1.2.840.10008.5.1.4.1.1.88.11\0'],
    ['waveform', '1.2.840.10008.5.1.4.1.1.9.1.1\0'],
    ['presentation', '1.2.840.10008.5.1.4.1.1.11.1\0'],
    ['document', '1.2.840.10008.5.1.4.1.1.104.1\0'],
    ['radiotherapy', '1.2.840.10008.5.1.4.1.1.481.5\0'],
    ['directory', '1.2.840.10008.1.3.10'],
    ['other', '1.2.840.10008.5.1.4.1.1.7\0'],
  ])('says that it is of another kind: %s', async (content, storageClass) => {
    const file = await upload(dicomPicture({ storageClass }))
    expect(file).toMatchObject({ state: 'ready', width: null, dicom: { content } })
    expect(file.dicom?.isUnpacked).toBeUndefined()
  })

  it('says that it is a film', async () => {
    const film = dicomPicture({ ...size, syntax: '1.2.840.10008.1.2.4.102', pixels: [Buffer.alloc(16)] })
    expect((await upload(film)).dicom).toMatchObject({ content: 'film' })
  })
})

describe('the header of a DICOM file', () => {
  it('is read where what it holds instead of pixels is longer than any header', async () => {
    const head = dicomPicture({ storageClass: '1.2.840.10008.5.1.4.1.1.104.1\0' })
    const paper = Buffer.concat([head, Buffer.from('4200110 OB'), Buffer.alloc(5_000_000)])
    paper.set([0x42, 0, 0x11, 0, 0x4f, 0x42, 0, 0, 0x40, 0x4b, 0x4c, 0], head.length)
    const read = await readDicomHeader(paper.subarray(0, 4 * 1024 * 1024), paper.length)
    expect(read).toMatchObject({ content: 'document', patientName: 'Mariana Gomez' })
  })
})
