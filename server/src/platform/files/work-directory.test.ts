import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { tidyWorkDirectory } from './work-directory.ts'

const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())

const hour = 3_600_000
const now = Date.now()
const work = path.join(scratch.directory, 'leaving')

const age = (entry: string, hours: number): Promise<void> => {
  const at = new Date(now - hours * hour)
  return utimes(path.join(work, entry), at, at)
}

const write = async (folder: string, file: string, hours: number): Promise<void> => {
  await mkdir(path.join(work, folder), { recursive: true })
  await writeFile(path.join(work, folder, file), 'Mariana Gómez')
  await age(path.join(folder, file), hours)
  await age(folder, hours)
}

it('removes what killed processes left a day ago, and nothing that is written to', async () => {
  await write('copy-1', 'archive.zip', 25)
  await write('entries-2', 'archive.zip', 23)
  // Begun two days ago, and not finished yet.
  await write('3', 'archive.zip', 1)
  await age('3', 48)
  await write('4/files', 'x-ray.dcm', 48)
  await age('4', 48)
  await writeFile(path.join(work, 'verify-5.zip'), 'zip')
  await age('verify-5.zip', 30)
  await Promise.all([tidyWorkDirectory(work, now), tidyWorkDirectory(work, now)])
  expect((await readdir(work)).sort()).toEqual(['3', 'entries-2'])
  await expect(tidyWorkDirectory(path.join(work, 'none'), now)).resolves.toBeUndefined()
})
