import { invalidField } from '../../platform/app-error.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { NoPictureError, renderPictures } from '../../platform/pictures.ts'
import { FileAnswer } from '../../platform/route.ts'
import { newToken } from '../../platform/tokens.ts'

/** Length of the longer edge of a logo in pixels. */
export const logoEdge = 512

export interface Logo {
  /** Path below `/api`; nobody can guess it, and another picture has another one. */
  readonly url: string
  /** Key in the file store. */
  readonly file: string
}

const fileOf = (practiceId: number, key: string): string => `practice-${practiceId}/logo/${key}.webp`

const decode = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

/** Stores a logo given as data URL, anew as WebP. What is no JPEG, PNG or WebP picture is refused as image_invalid. */
export const storeLogo = async (files: FileStore, practiceId: number, dataUrl: string): Promise<Logo> => {
  const [picture] = await renderPictures(decode(dataUrl), [{ edge: logoEdge, fit: 'inside' }]).catch(
    (error: unknown) => {
      if (error instanceof NoPictureError) throw invalidField('logo.data', 'image_invalid')
      throw error
    },
  )
  if (!picture) throw new Error('a logo was not rendered')
  const key = newToken()
  const file = fileOf(practiceId, key)
  await files.put(file, picture)
  return { url: `/api/practice/${practiceId}/logo/${key}`, file }
}

/** The picture behind a link. It is public, also on the pages of mail readers, and never changes. */
export const readLogo = async (
  files: FileStore,
  { id, key }: { readonly id: number; readonly key: string },
): Promise<FileAnswer> =>
  new FileAnswer(await files.get(fileOf(id, key)), 'image/webp', {
    etag: `"${key}"`,
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  })
