import type { UploadedFile } from '@ulna/contract/files/files'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createPatient } from '../../../../test/factories/clinical.ts'
import {
  dicom,
  download,
  pdf,
  photo,
  readBack,
  sha256,
  uploadInParts,
  writeDocument,
} from '../../../../test/factories/files.ts'
import { heic, heicFile } from '../../../../test/factories/heic.ts'
import { dealt, sizes } from '../../../../test/faults/sizes.ts'
import { testPractice } from '../../../../test/test-practice.ts'

interface Good {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

const jpegs = async (): Promise<Good[]> => {
  const turned = Array.from({ length: 8 }, (_, index) => index + 1)
  const type = 'image/jpeg'
  return [
    ...(await Promise.all(
      turned.map(async (orientation) => ({
        name: `IMG_000${orientation}.JPG`,
        type,
        bytes: await photo(90, 60).withMetadata({ orientation }).jpeg().toBuffer(),
      })),
    )),
    { name: 'Evaluación 2.ª sesión.jpg', type, bytes: await photo().jpeg({ progressive: true }).toBuffer() },
    { name: 'Rodilla dcha. – Muñoz.jpeg', type, bytes: await photo().jpeg({ quality: 20 }).toBuffer() },
    { name: 'caviglia è già gonfia.jpe', type, bytes: await photo().jpeg({ quality: 100 }).toBuffer() },
    { name: 'perché così.jfif', type, bytes: await photo().grayscale().jpeg().toBuffer() },
    {
      name: 'andata e ritorno.jpg',
      type: 'image/pjpeg',
      bytes: await photo().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
    },
    {
      name: 'imprenta.jpg',
      type: 'image/jpg',
      bytes: await photo().toColourspace('cmyk').jpeg().toBuffer(),
    },
    { name: 'cámara.jpg', type: '', bytes: await photo().withIccProfile('p3').jpeg().toBuffer() },
    { name: 'una línea.jpg', type, bytes: await photo(2000, 1).jpeg().toBuffer() },
    { name: 'un punto.jpg', type, bytes: await photo(1, 1).jpeg().toBuffer() },
    { name: 'panorámica.jpg', type, bytes: await photo(4000, 700).jpeg().toBuffer() },
  ]
}

const pngs = async (): Promise<Good[]> => {
  const type = 'image/png'
  return [
    { name: 'captura de pantalla.png', type, bytes: await photo().png().toBuffer() },
    { name: 'entrelazada.png', type, bytes: await photo().png({ progressive: true }).toBuffer() },
    { name: 'paleta.PNG', type, bytes: await photo().png({ palette: true, colours: 4 }).toBuffer() },
    { name: 'gris.png', type, bytes: await photo().grayscale().png().toBuffer() },
    { name: 'transparente.png', type, bytes: await photo().ensureAlpha(0.4).png().toBuffer() },
    { name: 'Rx cadera 16 bit.png', type, bytes: await photo().toColourspace('grey16').png().toBuffer() },
    { name: 'colori a 16 bit.png', type, bytes: await photo().toColourspace('rgb16').png().toBuffer() },
    {
      name: 'bianco e nero.png',
      type,
      bytes: await photo().threshold(120).toColourspace('b-w').png({ palette: true, colours: 2 }).toBuffer(),
    },
    { name: 'profilo.png', type: '', bytes: await photo().withIccProfile('p3').png().toBuffer() },
  ]
}

const webps = async (): Promise<Good[]> => {
  const type = 'image/webp'
  return [
    { name: 'de internet.webp', type, bytes: await photo().webp().toBuffer() },
    { name: 'senza perdita.webp', type, bytes: await photo().webp({ lossless: true }).toBuffer() },
    { name: 'casi sin pérdida.WEBP', type, bytes: await photo().webp({ nearLossless: true }).toBuffer() },
    { name: 'trasparente.webp', type, bytes: await photo().ensureAlpha(0.4).webp().toBuffer() },
    { name: 'girada.webp', type, bytes: await photo().withMetadata({ orientation: 6 }).webp().toBuffer() },
  ]
}

const heics = (): Good[] => {
  const type = 'image/heic'
  return [
    { name: 'IMG_4711.HEIC', type, bytes: heic() },
    { name: 'IMG_4712.heic', type, bytes: heic({ turned: 1 }) },
    { name: 'IMG_4713.HEIC', type, bytes: heic({ turned: 2 }) },
    { name: 'IMG_4714.HEIC', type: '', bytes: heic({ turned: 3 }) },
    { name: 'Muñeca reflejada.heic', type, bytes: heic({ mirrored: true }) },
    { name: 'ritagliata.heic', type, bytes: heic({ size: { width: 101, height: 77 } }) },
    { name: 'otro programa.heif', type: 'image/heif', bytes: heic({ brand: 'mif1' }) },
    { name: 'tres en fila.heic', type, bytes: heic({ grid: ['red', 'sand', 'ink'], columns: 3 }) },
    { name: 'con lugar.heic', type, bytes: heicFile('plain') },
    { name: 'impar 63 × 41.heic', type, bytes: heicFile('odd') },
    { name: 'dieci bit.heic', type, bytes: heicFile('deep') },
    { name: 'transparente.heic', type, bytes: heicFile('clear') },
    { name: 'con miniatura.heic', type, bytes: heicFile('thumb') },
    { name: 'sin pérdida.heic', type, bytes: heicFile('full') },
  ]
}

/** A PDF of that many empty pages. */
const pages = (count: number): Buffer => {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`)
  const leaves = kids.map(
    (_, index) => `${index + 3} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj`,
  )
  return Buffer.from(
    `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[${kids.join(' ')}]/Count ${count}>>endobj\n${leaves.join('\n')}\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n`,
  )
}

const papers = (): Good[] => [
  { name: 'Informe de resonancia.pdf', type: 'application/pdf', bytes: pdf() },
  { name: 'Historia, 12 páginas.PDF', type: 'application/pdf', bytes: pages(12) },
  { name: 'referto dell’ecografia.pdf', type: 'application/x-pdf', bytes: pdf(100_000) },
  { name: 'escáner.pdf', type: '', bytes: Buffer.concat([pages(2), Buffer.from('\r\n')]) },
  { name: 'hombro.dcm', type: 'application/dicom', bytes: dicom() },
  { name: 'ginocchio.DCM', type: 'application/octet-stream', bytes: dicom({ name: 'Rossi^Niccolò' }) },
  { name: 'columna.dicom', type: '', bytes: dicom({ charset: 'ISO_IR 192', encoding: 'utf8' }) },
  { name: 'anca.dcm', type: 'image/dicom', bytes: dicom({ pixels: 20_000 }) },
]

const { app, owner } = await testPractice({ alone: true })

/** What each file became, in documents of at most twenty. */
const uploadAll = async (corpus: readonly Good[]): Promise<UploadedFile[]> => {
  const patient = await createPatient(app, owner)
  const ids: number[] = []
  let record = 0
  for (const [index, { name, type, bytes }] of corpus.entries()) {
    if (index % 20 === 0) record = (await writeDocument(app, owner, patient.id)).id
    const answer = await uploadInParts(app, owner, {
      recordId: record,
      bytes,
      announcing: {
        name,
        type: type || 'application/octet-stream',
      },
    })
    expect([name, answer.status]).toEqual([name, 201])
    ids.push((answer.payload as UploadedFile).id)
  }
  await app.runJobs()
  return Promise.all(ids.map((id) => readBack(app, owner, id)))
}

/** Whether a browser shows it: pictures in three sizes of what every browser knows, the rest byte by byte. */
const isViewable = async ({ id, kind, width, height }: UploadedFile, { bytes }: Good): Promise<boolean> => {
  const original = (await download(app, owner, id)).rawPayload
  if (kind !== 'image') return sha256(original) === sha256(bytes)
  const small = await Promise.all(
    (['screen', 'thumb'] as const).map(async (one) => (await download(app, owner, id, one)).rawPayload),
  )
  const shown = await Promise.all([original, ...small].map((one) => sharp(one).metadata()))
  const isWhole = shown[0]?.width === width && shown[0]?.height === height
  return isWhole && shown.every(({ format }) => ['jpeg', 'png', 'webp'].includes(format ?? ''))
}

describe('F9: files as practices have them', () => {
  it('are all taken and can all be looked at', async () => {
    const all = [...(await jpegs()), ...(await pngs()), ...(await webps()), ...heics(), ...papers()]
    expect(all.length).toBeGreaterThanOrEqual(50)
    const corpus = dealt(all, sizes.share.samples)
    const stored = await uploadAll(corpus)
    const refused = stored.filter(({ state }) => state !== 'ready').map(({ fileName }) => fileName)
    expect(refused).toEqual([])
    const unseen = await Promise.all(
      stored.map(async (file, index) =>
        (await isViewable(file, corpus[index] as Good)) ? [] : [file.fileName],
      ),
    )
    expect(unseen.flat()).toEqual([])
    // Under their own names, but for HEIC, whose ending is that of what it became.
    expect(stored.map(({ fileName }) => fileName)).toEqual(
      corpus.map(({ name }) => name.replace(/\.hei[cf]$/i, '.jpg')),
    )
  })
})
