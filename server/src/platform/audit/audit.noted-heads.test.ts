import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { notedAfter, readNotedHeads, writeNotedHeads } from './audit.noted-heads.ts'
import type { ChainReport, NotedHeads } from './audit.verify.ts'

let scratch: Awaited<ReturnType<typeof createScratchDirectory>>
let file: string

beforeAll(async () => {
  scratch = await createScratchDirectory()
  file = path.join(scratch.directory, 'audit-heads')
})
afterAll(() => scratch.remove())

const key = Buffer.alloc(32, 7)
const head = (seq: number) => ({ strand: 3, seq, mac: Buffer.alloc(32, seq) })
const noted: NotedHeads = new Map([
  [0, [head(2)]],
  [12, [head(4), { ...head(9), strand: 4 }]],
])

describe('heads noted outside the database', () => {
  it('are none before they were noted, and come back as they were', async () => {
    expect(await readNotedHeads(file, key)).toEqual(new Map())
    await writeNotedHeads(file, key, noted)
    expect(await readNotedHeads(file, key)).toEqual(noted)
  })

  it('are not believed when somebody without the key wrote them', async () => {
    await writeNotedHeads(file, key, noted)
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('[12,3,4,', '[12,3,3,'))
    await expect(readNotedHeads(file, key)).rejects.toThrow('is not as it was written')
    await writeNotedHeads(file, Buffer.alloc(32, 8), noted)
    await expect(readNotedHeads(file, key)).rejects.toThrow(
      'is not as it was written, or was written with a secret that FORMER_APP_SECRETS does not name',
    )
    expect(await readNotedHeads(file, key, Buffer.alloc(32, 8))).toEqual(noted)
  })

  it('move on with chains that are unbroken and stay where a fault was found', () => {
    const report = (practiceId: number, kind?: 'tail'): ChainReport => ({
      practiceId,
      rows: 5,
      erased: 0,
      anchored: null,
      heads: [head(5)],
      faults: kind ? [{ practiceId, strand: 3, seq: 5, through: 5, kind }] : [],
    })
    const after = notedAfter(noted, [report(0), report(12, 'tail'), report(13)])
    expect(after.get(0)).toEqual([head(5)])
    expect(after.get(12)).toEqual(noted.get(12))
    expect(after.get(13)).toEqual([head(5)])
  })
})
