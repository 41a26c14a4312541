import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { invalidField } from '../../platform/app-error.ts'
import { reading, type Tx, transaction } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { enqueue, type JobHandlers } from '../../platform/jobs/jobs.ts'
import { NoPictureError, renderPictures } from '../../platform/pictures/pictures.ts'
import type { Database } from '../../platform/use-case.ts'

/** Edge lengths in pixels of the two pictures that are kept. */
export const imageSizes = { thumb: 128, hires: 1024 } as const
export type ImageSize = keyof typeof imageSizes

const wishes = [
  { edge: imageSizes.thumb, fit: 'cover' },
  { edge: imageSizes.hires, fit: 'inside' },
] as const

const decode = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

export const imageKey = (key: string, size: ImageSize): string => `${key}_${size}.webp`

const unusedPicture = 'patients.unused_picture'

/** How long a picture may wait for the patient whose it is going to be. */
const usedWithinMs = 3_600_000

/**
 * Removes a picture unless it is somebody's by then: as soon as the transaction commits, or at `runAt`. A row without its
 * picture must never be, so no picture goes before its row has.
 */
export const removeUnusedPicture = (tx: Tx, practiceId: number, key: string, runAt?: Date): Promise<void> =>
  enqueue(tx, unusedPicture, { practiceId, key }, runAt ? { runAt } : {})

/** Whether a picture is anybody's, also of who is out of sight, or would be once a merge is undone. */
const isPictureUsed = async (tx: Tx, practiceId: number, key: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from patients where practice_id = ${practiceId} and profile_image_key = ${key}
    union all
    select 1 from patient_merges
    where practice_id = ${practiceId} and state = 'merged' and strpos(contact, ${key}) > 0`.execute(tx)
  return rows.length > 0
}

export const pictureJobs = ({ db, files }: { db: Database; files: FileStore }): JobHandlers => ({
  [unusedPicture]: async ({ practiceId, key }) => {
    const scope = { practiceId: Number(practiceId), userId: 0, seesBlocked: true as const }
    const isUsed = await reading(db.queries, scope, (tx) => isPictureUsed(tx, scope.practiceId, String(key)))
    if (isUsed) return
    for (const size of ['thumb', 'hires'] as const) await files.remove(imageKey(String(key), size))
  },
})

/**
 * Stores both sizes of a picture given as data URL and answers their key. Re-encoding drops every kind of metadata
 * and anything hidden in the file. It goes again unless it is somebody's before long: what it is stored for may be refused.
 * What is no picture is refused as image_invalid.
 */
export const storeProfileImage = async (
  db: Database,
  files: FileStore,
  { practiceId, dataUrl }: { readonly practiceId: number; readonly dataUrl: string },
): Promise<string> => {
  const [thumb, hires] = await renderPictures(decode(dataUrl), wishes).catch((error: unknown) => {
    if (error instanceof NoPictureError) throw invalidField('profileImg.data', 'image_invalid')
    throw error
  })
  if (!thumb || !hires) throw new Error('a picture was not rendered')
  const key = `practice-${practiceId}/profile/${randomUUID()}`
  await transaction(db.queries, { practiceId, userId: 0 }, 'read write', async (tx) =>
    removeUnusedPicture(tx, practiceId, key, new Date((await databaseNow(tx)) + usedWithinMs)),
  )
  await files.put(imageKey(key, 'thumb'), thumb)
  await files.put(imageKey(key, 'hires'), hires)
  return key
}
