import { randomBytes } from 'node:crypto'
import { readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Encrypter, generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, expect, it } from 'vitest'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { ArchiveFile } from './archive-reader.ts'
import { ArchiveWriter } from './archive-writer.ts'

const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())
const inScratch = (name: string): string => path.join(scratch.directory, name)

/** A file on a disk that is full. */
const onFullDisk = async (name: string): Promise<string> => {
  await symlink('/dev/full', inScratch(name))
  return inScratch(name)
}

it.each([[[]], [['age']]])(
  'an archive for which the disk has no room is refused as storage_full, and nothing of it stays: %j',
  async (encrypted) => {
    const recipients = encrypted.length > 0 ? [await identityToRecipient(await generateIdentity())] : []
    await onFullDisk('archive.zip.part')
    const archive = new ArchiveWriter(inScratch('archive.zip'), '2026-01-12T15:00:00.000Z', recipients)
    const write = async (): Promise<void> => {
      await archive.addText('contents.bin', randomBytes(4_000_000))
      await archive.addText('more.bin', randomBytes(4_000_000))
      await archive.finish()
    }
    await expect(write()).rejects.toMatchObject({ key: 'storage_full', cause: { code: 'ENOSPC' } })
    await archive.discard()
    expect((await readdir(scratch.directory)).filter((name) => name.startsWith('archive'))).toEqual([])
  },
)

it('an archive that there is no room to decrypt is refused as storage_full, and not said to be cut off', async () => {
  const identity = await generateIdentity()
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(identity))
  const file = inScratch('encrypted.age')
  await writeFile(file, await encrypter.encrypt(new Uint8Array(randomBytes(200_000))))
  const plain = await onFullDisk('plain')
  await expect(ArchiveFile.open(file, plain, [identity])).rejects.toMatchObject({ key: 'storage_full' })
  expect(await readdir(scratch.directory)).not.toContain('plain')
})
