import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { ArchiveFaultError, ArchiveFile } from './archive-reader.ts'
import { ArchiveWriter } from './archive-writer.ts'

const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())

const inside = { 'rows.ndjson': '{"id":1}\n{"id":2}\n', 'x-ray.jpg': 'bytes of a picture', 'empty.csv': '' }
const names = Object.keys(inside)

const writeZip = async (): Promise<Buffer> => {
  const file = path.join(scratch.directory, 'whole.zip')
  const writer = new ArchiveWriter(file, '2026-03-01T10:00:00.000Z', [])
  for (const [name, text] of Object.entries(inside))
    await writer.add(name, async () => Readable.from([Buffer.from(text)]))
  await writer.finish()
  return readFile(file)
}

const aboutOf = (text: string) => ({
  sha256: createHash('sha256').update(text).digest('hex'),
  size: Buffer.byteLength(text),
})

/** Reads everything in every way; answers what the lines said. */
const readAll = async (archive: ArchiveFile): Promise<readonly string[]> => {
  for (const [name, text] of Object.entries(inside)) {
    await archive.requireSame(name, aboutOf(text))
    expect((await archive.bytes(name, 1_000)).toString()).toBe(text)
  }
  const lines: string[] = []
  for await (const line of archive.lines('rows.ndjson')) lines.push(line)
  return lines
}

/** What reading them comes to: the fault, or nothing where all of it is as it was written. */
const faultOf = async (bytes: Buffer): Promise<string | undefined> => {
  const file = path.join(scratch.directory, 'changed.zip')
  await writeFile(file, bytes)
  try {
    const archive = await ArchiveFile.open(file, `${file}.plain`, [])
    try {
      expect(await readAll(archive)).toEqual(['{"id":1}', '{"id":2}'])
      return
    } finally {
      await archive.close()
    }
  } catch (error) {
    // Whatever else is thrown is no word about the archive, and fails here.
    expect(error).toBeInstanceOf(ArchiveFaultError)
    return (error as ArchiveFaultError).fault
  }
}

const flipped = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 255
  return changed
}

describe('an archive', () => {
  it('is read as it was written, or its fault is named, whichever of its bytes was changed', async () => {
    const whole = await writeZip()
    expect(await faultOf(whole)).toBeUndefined()
    const faults = new Set<string | undefined>()
    for (let at = 0; at < whole.length; at += 1) faults.add(await faultOf(flipped(whole, at)))
    expect([...faults].map(String).sort()).toEqual(['changed', 'damaged', 'lacks', 'undefined', 'unreadable'])
  })

  it('names its fault wherever it was cut off', async () => {
    const whole = await writeZip()
    for (let length = 0; length < whole.length; length += 1)
      expect(await faultOf(whole.subarray(0, length)), String(length)).toBeDefined()
  })

  it('of too many files is refused before their list is read, and one that it lacks is named', async () => {
    const file = path.join(scratch.directory, 'whole.zip')
    await writeFile(file, await writeZip())
    await expect(ArchiveFile.open(file, `${file}.plain`, [], names.length - 1)).rejects.toMatchObject({
      fault: 'too_large',
    })
    const archive = await ArchiveFile.open(file, `${file}.plain`, [], names.length)
    expect(archive.names).toEqual(names)
    await expect(archive.read('none')).rejects.toMatchObject({ fault: 'lacks', entry: 'none' })
    await expect(archive.bytes('rows.ndjson', 3)).rejects.toMatchObject({ fault: 'too_large' })
    await archive.close()
  })
})
