import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

export interface Sample {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A photo of one colour with a brighter bar, so that turning and comparing show. */
export const photo = async (name: string, background: string): Promise<Sample> => {
  const bar = { create: { width: 60, height: 420, channels: 3, background: '#f4e4d0' } } as const
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background } })
  const buffer = await picture
    .composite([{ input: await sharp(bar).png().toBuffer(), left: 290, top: 30 }])
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** More pixels than are loaded at first. */
export const widePhoto = async (name: string): Promise<Sample> => {
  const buffer = await sharp({ create: { width: 4000, height: 1000, channels: 3, background: '#c8b8a8' } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** A square of 64 pixels a side as an iPhone keeps its photos, packed once with heif-enc. */
const heic =
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAHAAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAAAkbWRhdAAAABgoAa8TgOaocNP/+OlFf2K6v/L9WtJ5v3w='

export const heicPhoto = (name: string): Sample => ({
  name,
  mimeType: 'image/heic',
  buffer: Buffer.from(heic, 'base64'),
})

/** A picture that no packing makes smaller: several parts long. */
export const largePicture = async (name: string): Promise<Sample> => {
  const edge = 2000
  const buffer = await sharp(randomBytes(edge * edge * 3), {
    raw: { width: edge, height: edge, channels: 3 },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** A PDF written by hand: so many pages, one line of text each. */
export const pdf = (name: string, pages: readonly string[]): Sample => {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, index) => {
      const drawn = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  text += places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(text, 'latin1') }
}
