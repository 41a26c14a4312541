import { randomUUID } from 'node:crypto'
import { invalidField } from '../../platform/app-error.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { NoPictureError, renderPictures } from '../../platform/pictures/pictures.ts'

/** Edge lengths in pixels of the two pictures that are kept. */
export const imageSizes = { thumb: 128, hires: 1024 } as const
export type ImageSize = keyof typeof imageSizes

const wishes = [
  { edge: imageSizes.thumb, fit: 'cover' },
  { edge: imageSizes.hires, fit: 'inside' },
] as const

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
  const [thumb, hires] = await renderPictures(decode(dataUrl), wishes).catch((error: unknown) => {
    if (error instanceof NoPictureError) throw invalidField('profileImg.data', 'image_invalid')
    throw error
  })
  if (!thumb || !hires) throw new Error('a picture was not rendered')
  const key = `${practiceUid}/profile/${randomUUID()}`
  await files.put(imageKey(key, 'thumb'), thumb)
  await files.put(imageKey(key, 'hires'), hires)
  return key
}
