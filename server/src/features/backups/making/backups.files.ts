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

/** Every key of the store that a row of the snapshot names; not under each need something lie. */
export const namedKeys = async (snapshot: DatabaseSnapshot): Promise<readonly string[]> => {
  const files = await snapshot.texts(
    `select json_build_object('storageKey', storage_key, 'kind', kind)::text as text from files`,
  )
  const pictures = await snapshot.texts(
    'select profile_image_key as text from patients where profile_image_key is not null',
  )
  const keys = [
    ...files.flatMap((text) => keysOfFile(JSON.parse(text) as { storageKey: string; kind: FileKind })),
    ...pictures.flatMap(imageKeysOf),
    ...(await snapshot.texts('select logo_fd as text from practices where logo_fd is not null')),
  ]
  for (const table of tablesOfKeys)
    keys.push(
      ...(await snapshot.texts(`select storage_key as text from ${table} where storage_key is not null`)),
    )
  return [...new Set(keys)].sort()
}
