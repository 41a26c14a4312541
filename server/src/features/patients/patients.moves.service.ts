import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { imageKey, imageSizes } from './patients.image.ts'

/** Every key of the store that one picture of a patient lies under. */
export const imageKeysOf = (key: string): readonly string[] =>
  (Object.keys(imageSizes) as (keyof typeof imageSizes)[]).map((size) => imageKey(key, size))

/** Every key of the store that a picture of a patient of the practice lies under. */
export const profileImageKeysOf = async (tx: Tx, practiceId: number): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    select profile_image_key as key from patients
    where practice_id = ${practiceId} and profile_image_key is not null order by id`.execute(tx)
  return rows.flatMap(({ key }) => imageKeysOf(key))
}
