import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { invalidField } from '../../platform/app-error.ts'
import type { FileStore } from '../../platform/file-store.ts'

/** Edge lengths in pixels of the two pictures that are kept. */
export const imageSizes = { thumb: 128, hires: 1024 } as const
export type ImageSize = keyof typeof imageSizes

// A picture of 50 megapixels is more than any camera in a practice makes; a larger one is an attack.
const open = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: 50_000_000, failOn: 'error', pages: 1 }).rotate()

const render = (bytes: Buffer, size: ImageSize): Promise<Buffer> => {
  const edge = imageSizes[size]
  const fit =
    size === 'thumb' ? { fit: 'cover' as const } : { fit: 'inside' as const, withoutEnlargement: true }
  return open(bytes).resize(edge, edge, fit).webp({ quality: 82 }).toBuffer()
}

const decode = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

export const imageKey = (key: string, size: ImageSize): string => `${key}_${size}.webp`

/**
 * Stores both sizes of a picture given as data URL and answers their key. Re-encoding drops every kind of metadata
 * and anything hidden in the file. What is no picture is refused as image_invalid.
 */
export const storeProfileImage = async (
  files: FileStore,
  practiceUid: string,
  dataUrl: string,
): Promise<string> => {
  const bytes = decode(dataUrl)
  const rendered = await Promise.all([render(bytes, 'thumb'), render(bytes, 'hires')]).catch(() => {
    throw invalidField('profileImg.data', 'image_invalid')
  })
  const key = `${practiceUid}/profile/${randomUUID()}`
  await files.put(imageKey(key, 'thumb'), rendered[0])
  await files.put(imageKey(key, 'hires'), rendered[1])
  return key
}
