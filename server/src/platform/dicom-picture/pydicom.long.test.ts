import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDicom } from './render.mjs'

interface Opened {
  readonly path: string
  readonly pixels: string
  /** Whether pydicom turned brightness and two differences into red, green and blue, which rounds. */
  readonly isConverted: boolean
}

const program = fileURLToPath(new URL('../../../test/pydicom-pixels.py', import.meta.url))

/** Its picture contradicts itself: every codec refuses it, and one hands out memory that nobody wrote. */
const without = 'JPEG2000-embedded-sequence-delimiter.dcm'

let folder = ''
let opened: readonly Opened[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ulna-pydicom-'))
  const { stdout } = await promisify(execFile)('/usr/bin/python3', [program, folder], {
    maxBuffer: 64 * 1024 * 1024,
  })
  opened = (JSON.parse(stdout) as { files: Opened[] }).files.filter(
    (one) => path.basename(one.path) !== without,
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const apart = (one: Buffer, other: Buffer): number => {
  let most = Math.abs(one.length - other.length)
  for (let at = 0; at < one.length; at += 1)
    most = Math.max(most, Math.abs((one[at] ?? 0) - (other[at] ?? 0)))
  return most
}

describe('the files that pydicom tests itself with', () => {
  it('have the values here that they have there, every one whose pixels it opens', async () => {
    expect(opened.length).toBeGreaterThan(60)
    const different: string[] = []
    for (const { path: file, pixels, isConverted } of opened) {
      const frames = await openDicom(await readFile(file)).then(
        (found) => Buffer.concat(found.frames()),
        () => Buffer.alloc(0),
      )
      const distance = apart(frames, await readFile(pixels))
      if (distance > (isConverted ? 1 : 0)) different.push(`${path.basename(file)}: ${distance}`)
    }
    expect(different).toEqual([])
  }, 300_000)
})
