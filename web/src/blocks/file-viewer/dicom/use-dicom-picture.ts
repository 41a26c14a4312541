import { useEffect, useState } from 'react'
import type { DicomFrame, DicomImage } from './read-dicom.ts'
import { fullWindow, greyTable, hasTable, paintGreys, paintValues, type Window } from './window-level.ts'

/** One picture ready to be drawn: greys that a window turns to light, or colours as they are. */
export type DicomPicture =
  | { readonly kind: 'grey'; readonly values: ArrayLike<number>; readonly full: Window }
  | { readonly kind: 'colour'; readonly pixels: ImageData }

const colourPixels = (bytes: Uint8Array, { width, height }: DicomImage): ImageData => {
  const pixels = new ImageData(width, height)
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    pixels.data[to] = bytes[from] ?? 0
    pixels.data[to + 1] = bytes[from + 1] ?? 0
    pixels.data[to + 2] = bytes[from + 2] ?? 0
    pixels.data[to + 3] = 255
  }
  return pixels
}

/** The browser's own decoder opens JPEG; it answers colours, of which a grey picture needs one. */
const jpegPixels = async (
  bytes: Uint8Array<ArrayBuffer>,
  { width, height }: DicomImage,
): Promise<ImageData> => {
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return context.getImageData(0, 0, width, height)
}

const firstColour = ({ data }: ImageData): Uint8Array => {
  const values = new Uint8Array(data.length / 4)
  for (let index = 0; index < values.length; index += 1) values[index] = data[index * 4] ?? 0
  return values
}

const greyPicture = (values: ArrayLike<number>, { tones }: DicomImage): DicomPicture => ({
  kind: 'grey',
  values,
  full: fullWindow(values, tones),
})

const pictureOf = async (frame: DicomFrame, image: DicomImage): Promise<DicomPicture> => {
  if (frame.kind === 'grey') return greyPicture(frame.values, image)
  if (frame.kind === 'colour') return { kind: 'colour', pixels: colourPixels(frame.bytes, image) }
  const pixels = await jpegPixels(frame.bytes, image)
  return image.isColour ? { kind: 'colour', pixels } : greyPicture(firstColour(pixels), image)
}

/** Decodes one picture of a file; `broken` when its bytes are none. */
export const useDicomPicture = (image: DicomImage, index: number): DicomPicture | 'broken' | undefined => {
  const [picture, setPicture] = useState<DicomPicture | 'broken'>()
  useEffect(() => {
    let isWanted = true
    const keep = (next: DicomPicture | 'broken'): void => {
      if (isWanted) setPicture(next)
    }
    image
      .frame(index)
      .then((frame) => pictureOf(frame, image))
      .then(keep, () => keep('broken'))
    return () => {
      isWanted = false
    }
  }, [image, index])
  return picture
}

/** Draws a picture on a canvas of its size, greys through a window. */
export const drawPicture = (
  canvas: HTMLCanvasElement,
  picture: DicomPicture,
  { width, height, tones }: DicomImage,
  window: Window,
): void => {
  const context = canvas.getContext('2d')
  if (!context) return
  if (picture.kind === 'colour') {
    context.putImageData(picture.pixels, 0, 0)
    return
  }
  const pixels = new ImageData(width, height)
  if (hasTable(tones)) paintGreys(picture.values, greyTable(tones, window), tones.least, pixels.data)
  else paintValues(picture.values, tones, window, pixels.data)
  context.putImageData(pixels, 0, 0)
}
