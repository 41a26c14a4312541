import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { decryptedWith } from '../../../platform/files/sealed-bytes.ts'
import { type KnownPart, placeOfPart } from '../backups.format.ts'
import {
  BackupError,
  type BackupPlace,
  checkSealed,
  nameOfPlace,
  type OpenBackup,
  openBackup,
  readIndex,
} from '../restoring/backups.read.ts'

/** Opens a part that was sealed just now and compares every byte of it with what was sealed. */
const checkOpened = async (
  place: BackupPlace,
  identity: string,
  { file: { part, sha256 } }: KnownPart,
): Promise<void> => {
  const hash = createHash('sha256')
  await pipeline(await decryptedWith([identity], await place.target.open(placeOfPart(part))), hash)
  if (hash.digest('hex') !== sha256)
    throw new BackupError(`The part ${part} of ${nameOfPlace(place)} does not hold what it should.`)
}

/**
 * Reads a backup again, from where it lies: every byte of it is what was said, and what is new in it opens and is what was
 * backed up. What earlier backups sealed was opened then, and only keys that are not here open it now. Answers it open, in
 * `scratch`. Rejects with a `BackupError`.
 */
export const verifyBackup = async (
  place: BackupPlace,
  { identity, fresh, scratch }: { identity: string; fresh: readonly KnownPart[]; scratch: string },
): Promise<OpenBackup> => {
  await checkSealed(place, await readIndex(place))
  for (const part of fresh) await checkOpened(place, identity, part)
  return openBackup(place, scratch, [identity])
}
