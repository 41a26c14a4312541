import { invalidField } from '../../platform/app-error.ts'
import { transaction } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { installationScope } from '../../platform/database/entering.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { FileAnswer } from '../../platform/http/route.ts'
import { NoPictureError, renderPictures } from '../../platform/pictures/pictures.ts'
import { newToken } from '../../platform/tokens.ts'
import type { Database } from '../../platform/use-case.ts'
import { removeUnusedLogo } from './practices.logo.jobs.ts'

/** Length of the longer edge of a logo in pixels. */
export const logoEdge = 512

/** How long a file may wait for the practice whose logo it is going to be. */
const usedWithinMs = 3_600_000

export interface Logo {
  /** Path below `/api`; nobody can guess it, and another picture has another one. */
  readonly url: string
  /** Key in the file store. */
  readonly file: string
}

const fileOf = (practiceId: number, key: string): string => `practice-${practiceId}/logo/${key}.webp`

const decode = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

/** Given as data URL, anew as WebP. */
const renderLogo = async (dataUrl: string): Promise<Buffer> => {
  const [picture] = await renderPictures(decode(dataUrl), [{ edge: logoEdge, fit: 'inside' }]).catch(
    (error: unknown) => {
      if (error instanceof NoPictureError) throw invalidField('logo.data', 'image_invalid')
      throw error
    },
  )
  if (!picture) throw new Error('a logo was not rendered')
  return picture
}

/**
 * Stores a logo given as data URL. It goes again unless it is the practice's before long: what it is stored for may be
 * refused, or never end. What is no JPEG, PNG or WebP picture is refused as image_invalid.
 */
export const storeLogo = async (
  db: Database,
  files: FileStore,
  practiceId: number,
  dataUrl: string,
): Promise<Logo> => {
  const picture = await renderLogo(dataUrl)
  const key = newToken()
  const file = fileOf(practiceId, key)
  await transaction(db.queries, installationScope, 'read write', async (tx) =>
    removeUnusedLogo(tx, practiceId, file, new Date((await databaseNow(tx)) + usedWithinMs)),
  )
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
