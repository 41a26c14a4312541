import type { GreyPicture } from './write-dicom.ts'

// Loaded when something is drawn: a server that loads no demo has no pictures in its own process (decision 0010).
const drawing = async (svg: string) => {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg))
}

export const jpegOf = async (svg: string): Promise<Buffer> =>
  (await drawing(svg)).jpeg({ quality: 82 }).toBuffer()

export const greysOf = async (svg: string): Promise<GreyPicture> => {
  const { data, info } = await (await drawing(svg)).greyscale().raw().toBuffer({ resolveWithObject: true })
  const greys = Uint8Array.from(
    { length: info.width * info.height },
    (_, at) => data[at * info.channels] ?? 0,
  )
  return { width: info.width, height: info.height, greys }
}
