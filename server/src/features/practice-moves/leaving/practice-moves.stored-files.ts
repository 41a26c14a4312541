import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { safeFileName } from '../../../platform/files/safe-file-name.ts'
import { keptFilesOf } from '../../files/files.moves.service.ts'
import { profileImageKeysOf } from '../../patients/patients.moves.service.ts'
import type { MovedFile } from '../practice-moves.format.ts'

/** A file of the store, and where the archive holds it. */
export type StoredPlace = Pick<MovedFile, 'path' | 'key'>

const logoOf = async (tx: Tx, practiceId: number): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    select logo_fd as key from practices where id = ${practiceId} and logo_fd is not null`.execute(tx)
  return rows.map(({ key }) => key)
}

/** Where everything lies that the practice keeps in the store; not every place need hold something. */
export async function* storedPlacesOf(tx: Tx, practiceId: number): AsyncIterable<StoredPlace> {
  for await (const { id, fileName, original, keys } of keptFilesOf(tx, practiceId))
    for (const key of keys)
      yield key === original
        ? { path: `originals/${id}-${safeFileName(fileName)}`, key }
        : { path: `derived/${key}`, key }
  const pictures = [...(await profileImageKeysOf(tx, practiceId)), ...(await logoOf(tx, practiceId))]
  for (const key of pictures) yield { path: `pictures/${key}`, key }
}
