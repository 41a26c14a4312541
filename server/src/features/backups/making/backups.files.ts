import type { FileKind } from '@ulna/contract/files/files'
import { keysOfFile } from '../../files/files.moves.service.ts'
import { imageKeysOf } from '../../patients/patients.moves.service.ts'
import type { DatabaseSnapshot } from './backups.snapshot.ts'

/** Tables whose `storage_key` names one file of the store. */
export const tablesOfKeys = [
  'hand_overs',
  'imports',
  'issued_papers',
  'patient_copies',
  'practice_exports',
  'practitioner_copies',
  'received_hand_overs',
] as const

/** Keys of the store: what rows cannot do without, and what may lie beside it. */
export interface NamedKeys {
  readonly needed: readonly string[]
  /** Smaller pictures, what waits to be looked at, and files whose days are over. */
  readonly others: readonly string[]
}

interface NamedFile {
  readonly storageKey: string
  readonly kind: FileKind
  readonly isReady: boolean
}

/** Every key of the store that a row of the snapshot names. */
export const namedKeys = async (snapshot: DatabaseSnapshot): Promise<NamedKeys> => {
  const files = await snapshot.texts(
    `select json_build_object('storageKey', storage_key, 'kind', kind, 'isReady', state = 'ready')::text as text from files`,
  )
  const pictures = await snapshot.texts(
    'select profile_image_key as text from patients where profile_image_key is not null',
  )
  const named = files.map((text) => JSON.parse(text) as NamedFile)
  const needed = new Set([
    ...named.flatMap(({ storageKey, isReady }) => (isReady ? [storageKey] : [])),
    ...pictures.flatMap(imageKeysOf),
    ...(await snapshot.texts('select logo_fd as text from practices where logo_fd is not null')),
    ...(await snapshot.texts('select storage_key as text from issued_papers')),
  ])
  const others = new Set(named.flatMap(keysOfFile))
  for (const table of tablesOfKeys)
    for (const key of await snapshot.texts(
      `select storage_key as text from ${table} where storage_key is not null`,
    ))
      others.add(key)
  return { needed: [...needed].sort(), others: [...others].filter((key) => !needed.has(key)).sort() }
}
